/** The statements of the confirmation code, which is bound to its subject (product §10). */
import type { Queryable } from '#server/platform/db/open.ts'
import { type Row, statement } from '#server/platform/db/statement.ts'

export type ConfirmKey = {
  readonly borrowerId: string
  readonly purpose: 'loan' | 'bank-card'
  readonly subjectHash: Buffer
}
export type ConfirmTry = Row<'confirm-code-try'>

const saveCode = statement(
  'confirm-code-save',
  `INSERT INTO confirm_code (borrower_id, purpose, subject_hash, code_hash, expires_at) VALUES ($1, $2, $3, $4, $5)
   ON CONFLICT (borrower_id, purpose, subject_hash) DO UPDATE
   SET code_hash = excluded.code_hash, expires_at = excluded.expires_at, tries = 0, used_at = NULL`,
)
const tryCode = statement(
  'confirm-code-try',
  `UPDATE confirm_code SET tries = tries + CASE WHEN code_hash = $4 THEN 0 ELSE 1 END
   WHERE borrower_id = $1 AND purpose = $2 AND subject_hash = $3 AND tries < $5
   RETURNING code_hash = $4 AS "isRight!", tries AS "wrongTries", expires_at AS "expiresAt", used_at AS "usedAt"`,
)
const useCode = statement(
  'confirm-code-use',
  `UPDATE confirm_code SET used_at = $4
   WHERE borrower_id = $1 AND purpose = $2 AND subject_hash = $3 AND used_at IS NULL RETURNING tries`,
)
const forgetCodes = statement(
  'confirm-code-forget',
  'DELETE FROM confirm_code WHERE expires_at < $1',
)

/** Stores a code, which makes an older one for the same subject void. */
export async function storeConfirmCode(
  db: Queryable,
  key: ConfirmKey,
  codeHash: Buffer,
  expiresAt: Date,
): Promise<void> {
  await db.query(saveCode, [key.borrowerId, key.purpose, key.subjectHash, codeHash, expiresAt])
}

/**
 * Judges a code and counts a wrong one, in one step; undefined if there is no code or its tries are
 * used up.
 */
export function tryConfirmCode(
  db: Queryable,
  key: ConfirmKey,
  codeHash: Buffer,
  mostTries: number,
): Promise<ConfirmTry | undefined> {
  return db.maybeOne(tryCode, [key.borrowerId, key.purpose, key.subjectHash, codeHash, mostTries])
}

/** Uses a code up. False if it was used before. */
export async function useConfirmCode(db: Queryable, key: ConfirmKey, at: Date): Promise<boolean> {
  return (await db.query(useCode, [key.borrowerId, key.purpose, key.subjectHash, at])).length === 1
}

export async function forgetConfirmCodes(db: Queryable, before: Date): Promise<void> {
  await db.query(forgetCodes, [before])
}
