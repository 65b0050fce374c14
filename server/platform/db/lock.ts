/**
 * The central lock: a transaction that changes what a borrower owns or owes holds it until its end.
 */
import type { Queryable } from './open.ts'
import { statement } from './statement.ts'

const lock = statement(
  'verification-lock-borrower',
  'SELECT 1 AS one FROM borrower WHERE borrower_id = $1 FOR NO KEY UPDATE',
)
const lockFree = statement(
  'verification-lock-free-borrower',
  'SELECT borrower_id AS id FROM borrower WHERE borrower_id = $1 FOR NO KEY UPDATE SKIP LOCKED',
)

/** Locks the borrower until the transaction ends, so that counts read under the lock stay true. */
export async function lockBorrower(tx: Queryable, borrowerId: string): Promise<void> {
  await tx.one(lock, [borrowerId])
}

/** Locks those of these borrowers whom nobody else has locked, without waiting for the others. */
export async function lockFreeBorrowers(
  tx: Queryable,
  borrowerIds: readonly string[],
): Promise<ReadonlySet<string>> {
  // A statement for each, sent together: rows on several machines cannot be locked by one.
  const rows = await Promise.all(borrowerIds.map(id => tx.query(lockFree, [id])))
  return new Set(rows.flat().map(({ id }) => id))
}
