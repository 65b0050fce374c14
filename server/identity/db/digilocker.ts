import type { Queryable } from '#server/platform/db/open.ts'
import { statement } from '#server/platform/db/statement.ts'

export type DigilockerRequest = {
  readonly id: string
  readonly state: 'open' | 'shared' | 'declined' | 'expired'
}

const insertRow = statement(
  'digilocker-insert',
  `INSERT INTO digilocker_request (borrower_id, request_id, state, opened_at) VALUES ($1, $2, 'open', $3)`,
)
const selectLatest = statement(
  'digilocker-latest',
  `SELECT request_id AS id, state FROM digilocker_request WHERE borrower_id = $1 ORDER BY opened_at DESC, request_id DESC LIMIT 1`,
)
const endRow = statement(
  'digilocker-end',
  `UPDATE digilocker_request SET state = $3, ended_at = $4 WHERE borrower_id = $1 AND request_id = $2 AND state = 'open'
   RETURNING request_id`,
)

export async function insertDigilockerRequest(
  db: Queryable,
  borrowerId: string,
  id: string,
  at: Date,
): Promise<void> {
  await db.query(insertRow, [borrowerId, id, at])
}

/** The newest request, from which the borrower returns. */
export function latestDigilockerRequest(
  db: Queryable,
  borrowerId: string,
): Promise<DigilockerRequest | undefined> {
  return db.maybeOne(selectLatest, [borrowerId])
}

/** Ends a request, once; false if it had ended. */
export async function endDigilockerRequest(
  db: Queryable,
  borrowerId: string,
  {
    id,
    state,
  }: { readonly id: string; readonly state: Exclude<DigilockerRequest['state'], 'open'> },
  at: Date,
): Promise<boolean> {
  return (await db.query(endRow, [borrowerId, id, state, at])).length === 1
}
