/** The directory of bank branches: reference data. */
import type { Queryable } from '#server/platform/db/open.ts'
import { type Row, statement } from '#server/platform/db/statement.ts'

export type DirectoryBranch = {
  readonly ifsc: string
  readonly name: string
  readonly bankId: string
  readonly bank: string
  readonly stateId: string
  readonly state: string
  readonly cityId: string
  readonly city: string
}
/**
 * The present directory: the bundled list (`box`) with its edition, and the last code stored of it
 * while it is being imported; or a list that the lender imported.
 */
export type Directory = Row<'directory-about'>

const banks = statement(
  'directory-banks',
  `SELECT bank_id AS id, name AS "bankName",
     NOT EXISTS (SELECT 1 FROM bank_state s WHERE s.bank_id = bank.bank_id) AS "isPart!"
   FROM bank ORDER BY lower(name)`,
)
const states = statement(
  'directory-states',
  'SELECT state_id AS id, name AS state FROM bank_state WHERE bank_id = $1 ORDER BY name',
)
const cities = statement(
  'directory-cities',
  'SELECT city_id AS id, name AS city FROM bank_city WHERE state_id = $1 ORDER BY name',
)
const branches = statement(
  'directory-branches',
  'SELECT ifsc AS id, name AS branch, ifsc FROM bank_branch WHERE city_id = $1 ORDER BY name, ifsc',
)
const branch = statement(
  'directory-branch',
  `SELECT b.name AS bank, r.name, c.name AS city, s.name AS state
   FROM bank_branch r JOIN bank_city c ON c.city_id = r.city_id JOIN bank_state s ON s.state_id = c.state_id
     JOIN bank b ON b.bank_id = s.bank_id
   WHERE r.ifsc = $1`,
)
const about = statement(
  'directory-about',
  `SELECT source, is_complete AS "isComplete", imported_at AS "importedAt", edition, up_to AS "upTo"
   FROM bank_directory WHERE id = 1`,
)

/** The banks; `isPart` of those whose branches the directory lacks. */
export const banksOfDirectory = (
  db: Queryable,
): Promise<{ id: string; bankName: string; isPart: boolean }[]> => db.query(banks)
export const statesOfBank = (
  db: Queryable,
  bankId: string,
): Promise<{ id: string; state: string }[]> => db.query(states, [bankId])
export const citiesOfState = (
  db: Queryable,
  stateId: string,
): Promise<{ id: string; city: string }[]> => db.query(cities, [stateId])
export const branchesOfCity = (
  db: Queryable,
  cityId: string,
): Promise<{ id: string; branch: string; ifsc: string }[]> => db.query(branches, [cityId])

/** The branch that has a code, with its bank; undefined if the directory does not list it. */
export function branchByIfsc(
  db: Queryable,
  ifsc: string,
): Promise<Row<'directory-branch'> | undefined> {
  return db.maybeOne(branch, [ifsc])
}

/** The present directory; undefined before the first import. */
export function directoryOf(db: Queryable): Promise<Directory | undefined> {
  return db.maybeOne(about)
}

const begin = statement(
  'directory-import-begin',
  // The row also makes a second import wait until the first is complete.
  `INSERT INTO bank_directory (id, source, is_complete, imported_at) VALUES (1, 'import', $1, $2)
   ON CONFLICT (id) DO UPDATE SET source = excluded.source, is_complete = excluded.is_complete, imported_at = excluded.imported_at,
     edition = NULL, up_to = NULL`,
)
const beginEdition = statement(
  'directory-bundled-begin',
  `INSERT INTO bank_directory (id, source, is_complete, imported_at, edition, up_to) VALUES (1, 'box', false, $2, $1, '')
   ON CONFLICT (id) DO UPDATE SET is_complete = false, edition = excluded.edition, up_to = ''
   WHERE bank_directory.source = 'box' AND coalesce(bank_directory.edition, '') < excluded.edition`,
)
const advance = statement(
  'directory-bundled-advance',
  `UPDATE bank_directory SET up_to = $3 WHERE id = 1 AND source = 'box' AND edition = $1 AND up_to = $2 RETURNING id`,
)
const finish = statement(
  'directory-bundled-finish',
  'UPDATE bank_directory SET up_to = NULL, imported_at = $1 WHERE id = 1',
)
const bankNames = statement(
  'directory-bundled-banks',
  'INSERT INTO bank (bank_id, name) SELECT * FROM unnest($1::text[], $2::text[]) ON CONFLICT (bank_id) DO NOTHING',
)
const rows =
  'FROM jsonb_to_recordset($1) AS input (ifsc text, name text, "bankId" text, bank text, "stateId" text, state text, "cityId" text, city text)'
const chain = (['bank', 'state', 'city'] as const).map(level =>
  statement(
    `directory-import-${level}`,
    {
      bank: `INSERT INTO bank AS b (bank_id, name) SELECT DISTINCT ON ("bankId") "bankId", bank ${rows} ORDER BY "bankId"
             ON CONFLICT (bank_id) DO UPDATE SET name = excluded.name WHERE b.name <> excluded.name`,
      state: `INSERT INTO bank_state AS s (state_id, bank_id, name)
              SELECT DISTINCT ON ("stateId") "stateId", "bankId", state ${rows} ORDER BY "stateId"
              ON CONFLICT (state_id) DO UPDATE SET name = excluded.name WHERE s.name <> excluded.name`,
      city: `INSERT INTO bank_city AS c (city_id, state_id, name)
             SELECT DISTINCT ON ("cityId") "cityId", "stateId", city ${rows} ORDER BY "cityId"
             ON CONFLICT (city_id) DO UPDATE SET name = excluded.name WHERE c.name <> excluded.name`,
    }[level],
  ),
)
const importBranches = statement(
  'directory-import-branch',
  `INSERT INTO bank_branch (ifsc, city_id, name, import_id) SELECT DISTINCT ON (ifsc) ifsc, "cityId", name, $2::uuid ${rows} ORDER BY ifsc
   ON CONFLICT (ifsc) DO UPDATE SET city_id = excluded.city_id, name = excluded.name, import_id = excluded.import_id`,
)
const removals = [
  statement(
    'directory-import-forget-branches',
    'DELETE FROM bank_branch WHERE import_id <> $1 RETURNING ifsc',
  ),
  ...(
    [
      ['bank_city', 'bank_branch', 'city_id'],
      ['bank_state', 'bank_city', 'state_id'],
      ['bank', 'bank_state', 'bank_id'],
    ] as const
  ).map(([parent, child, key]) =>
    statement(
      `directory-import-forget-${parent}`,
      `DELETE FROM ${parent} p WHERE $1::uuid IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ${child} c WHERE c.${key} = p.${key})
       RETURNING p.${key}`,
    ),
  ),
] as const

/** Notes that the directory is a list of the lender's. */
export async function beginDirectory(
  tx: Queryable,
  { isComplete, importedAt }: Pick<Directory, 'isComplete' | 'importedAt'>,
): Promise<void> {
  await tx.query(begin, [isComplete, importedAt])
}

/** Begins an edition of the bundled list, unless the directory is the lender's or as new. */
export async function beginBundled(db: Queryable, edition: string, at: Date): Promise<void> {
  await db.query(beginEdition, [edition, at])
}

/**
 * Notes the last code of the next rows. False if the import was not at `from`: another server
 * advanced it, or the lender imported a list.
 */
export async function advanceBundled(
  tx: Queryable,
  { edition, from, to }: { readonly edition: string; readonly from: string; readonly to: string },
): Promise<boolean> {
  return (await tx.query(advance, [edition, from, to])).length > 0
}

export async function finishBundled(tx: Queryable, at: Date): Promise<void> {
  await tx.query(finish, [at])
}

/** Lists banks, which may have no branch. */
export async function listBanks(
  tx: Queryable,
  banks: readonly { readonly id: string; readonly name: string }[],
): Promise<void> {
  await tx.query(bankNames, [banks.map(({ id }) => id), banks.map(({ name }) => name)])
}

export async function importDirectoryRows(
  tx: Queryable,
  batch: readonly DirectoryBranch[],
  importId: string,
): Promise<void> {
  const rows = JSON.stringify(batch)
  for (const level of chain) await tx.query(level, [rows])
  await tx.query(importBranches, [rows, importId])
}

/** Removes the branches that this import did not list, and returns their number. */
export async function forgetOtherImports(tx: Queryable, importId: string): Promise<number> {
  const [branchesGone] = await Promise.all(removals.map(removal => tx.query(removal, [importId])))
  return branchesGone?.length ?? 0
}
