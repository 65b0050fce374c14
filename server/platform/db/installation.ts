/** The use of a database. A demonstration, where the sandbox signs anybody in, and a lender never share one. */
import type pg from 'pg'
import type { Config } from '#server/platform/config.ts'
import {
  asApplication,
  asOwner,
  type DatabaseAccess,
  isWithoutOwner,
} from '#server/platform/db/connection.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import { statement } from '#server/platform/db/statement.ts'

export type Installation = {
  /** The lender of the newest start; null without one. */
  readonly lender: string | null
  /** The first start as a demonstration; null if there was none, or it was cleared. */
  readonly demonstratedAt: Date | null
  /** The first start with a lender or a real vendor. */
  readonly realSince: Date | null
}

/** A database that no server of this release has started on. */
export const UNUSED: Installation = { lender: null, demonstratedAt: null, realSince: null }

const note = statement(
  'installation-note',
  `INSERT INTO installation AS i (id, lender, demonstrated_at, real_since) VALUES (1, :lender, :demonstratedAt, :realSince)
   ON CONFLICT (id) DO UPDATE SET lender = excluded.lender,
     demonstrated_at = coalesce(i.demonstrated_at, excluded.demonstrated_at),
     real_since = coalesce(i.real_since, excluded.real_since)`,
)
const read = statement(
  'installation-read',
  `SELECT lender, demonstrated_at AS "demonstratedAt", real_since AS "realSince" FROM installation WHERE id = 1`,
)

const forget = statement(
  'installation-forget-demonstration',
  'UPDATE installation SET demonstrated_at = NULL WHERE id = 1',
)

/** The use of a database, which may have no tables yet. */
export async function installationOf(client: pg.Client): Promise<Installation> {
  const { rows } = await client.query(
    `SELECT to_regclass('public.installation') IS NOT NULL AS "isNoted"`,
  )
  if (!rows[0].isNoted) return UNUSED
  return (await client.query<Installation>(read.sql)).rows[0] ?? UNUSED
}

/** The use of the database that an access reaches. */
export function installationAt(access: DatabaseAccess): Promise<Installation> {
  return isWithoutOwner(access)
    ? asApplication(access, installationOf)
    : asOwner(access, installationOf)
}

/** Refuses a start as a lender on a demonstration's database, and one as a demonstration on a lender's. */
export function refuseOtherUse(
  { lender, demonstratedAt, realSince }: Installation,
  { isReal }: Pick<Config, 'isReal'>,
): void {
  if (isReal && demonstratedAt)
    throw new Error(
      `A demonstration used this database (since ${demonstratedAt.toISOString().slice(0, 10)}): the sandbox's people, with their passkeys, roles and proposals, would live on. ` +
        'Use a new database, or stop all servers of this one and run "npm run ops -- clear-demonstration", which lists what has to go before it removes anything.',
    )
  if (!isReal && realSince)
    throw new Error(
      `This database is in real use (${lender === null ? 'with a real vendor' : `by ${lender}`}, since ${realSince.toISOString().slice(0, 10)}): without a lender and real vendors this start would be a demonstration, which lets anybody in. ` +
        'Set the LENDER_ variables and the vendors again, or use another database.',
    )
}

/** Notes this start. */
export async function noteInstallation(
  db: Queryable,
  { isReal, lender }: Pick<Config, 'isReal' | 'lender'>,
  at: Date,
): Promise<void> {
  await db.query(note, {
    lender: lender?.name ?? null,
    demonstratedAt: isReal ? null : at,
    realSince: isReal ? at : null,
  })
}

/** True while everybody in the database is of a demonstration. */
export async function isOfDemonstration(db: Queryable): Promise<boolean> {
  const { demonstratedAt, realSince } = (await db.maybeOne(read)) ?? UNUSED
  return demonstratedAt !== null && realSince === null
}

/** Notes that nothing of a demonstration is left. */
export async function forgetDemonstration(db: Queryable): Promise<void> {
  await db.query(forget)
}
