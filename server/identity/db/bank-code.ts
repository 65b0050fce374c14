/** The banks by the four letters of their codes: reference data. */
import type { BankOfCode } from '#domain/identity/bank-account.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import { statement } from '#server/platform/db/statement.ts'

/** A bank of a list, and the code of the bank that took it over. */
export type ListedBank = {
  readonly code: string
  readonly name: string
  readonly successor: string | null
}

const ofCode = statement(
  'bank-code-of',
  `SELECT EXISTS (SELECT 1 FROM bank_code) AS "hasList!",
     EXISTS (SELECT 1 FROM bank_branch WHERE ifsc >= $1::text || '0' AND ifsc < $1::text || '1') AS "hasBranch!",
     b.name, s.code AS "successorCode", s.name AS "successorName"
   FROM (SELECT 1) one LEFT JOIN bank_code b ON b.code = $1 LEFT JOIN bank_code s ON s.code = b.successor`,
)
const edition = statement('bank-code-edition', 'SELECT max(edition) AS edition FROM bank_code')
const store = statement(
  'bank-code-import',
  `INSERT INTO bank_code (code, name, successor, edition)
   SELECT code, name, successor, $2 FROM jsonb_to_recordset($1) AS input (code text, name text, successor text)
   ON CONFLICT (code) DO UPDATE SET name = excluded.name, successor = excluded.successor, edition = excluded.edition`,
)
const forget = statement(
  'bank-code-forget',
  'DELETE FROM bank_code WHERE edition <> $1 RETURNING code',
)

/**
 * The bank of four letters. The bank of any branch in the directory, whose list may be newer, is
 * known too; and every bank while no list is imported.
 */
export async function bankOfCode(db: Queryable, code: string): Promise<BankOfCode> {
  const row = await db.one(ofCode, [code])
  const { name, successorCode, successorName } = row
  if (name !== null && successorCode !== null && successorName !== null) {
    const successor = { code: successorCode, bankName: successorName }
    return { state: 'merged', bankName: name, successor }
  }
  const isKnown = name !== null || row.hasBranch || !row.hasList
  return { state: isKnown ? 'known' : 'unknown' }
}

/** The day of the present list; null before the first import. */
export async function bankCodeEdition(db: Queryable): Promise<string | null> {
  return (await db.one(edition)).edition
}

/** Replaces the list by that of a day. */
export async function storeBankCodes(
  tx: Queryable,
  banks: readonly ListedBank[],
  day: string,
): Promise<void> {
  await tx.query(store, [JSON.stringify(banks), day])
  await tx.query(forget, [day])
}
