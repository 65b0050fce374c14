/** The statements of the second code, which is bound to its session (product §10). */
import { forgetAll, forgetting } from '#server/platform/db/forget.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import { type Row, statement } from '#server/platform/db/statement.ts'

export type SessionKey = { readonly borrowerId: string; readonly sessionId: string }
export type ConfirmTry = Row<'confirm-code-try'>

const saveCode = statement(
  'confirm-code-save',
  `INSERT INTO confirm_code (borrower_id, session_id, code_hash, expires_at) VALUES ($1, $2, $3, $4)
   ON CONFLICT (borrower_id, session_id) DO UPDATE
   SET code_hash = excluded.code_hash, expires_at = excluded.expires_at, tries = 0`,
)
const tryCode = statement(
  'confirm-code-try',
  `UPDATE confirm_code SET tries = tries + 1
   WHERE borrower_id = $1 AND session_id = $2 AND tries < $3
   RETURNING code_hash AS "codeHash", expires_at AS "expiresAt"`,
)
const useCode = statement(
  'confirm-code-use',
  `DELETE FROM confirm_code WHERE borrower_id = $1 AND session_id = $2 AND code_hash = $3
   RETURNING tries`,
)
const forgetCodes = forgetting('confirm-code-forget', {
  table: 'confirm_code',
  key: 'borrower_id, session_id',
  isPast: 'expires_at < $1',
})

/** Stores a code, which makes an older one of the same session void. */
export async function storeConfirmCode(
  db: Queryable,
  { borrowerId, sessionId }: SessionKey,
  codeHash: Buffer,
  expiresAt: Date,
): Promise<void> {
  await db.query(saveCode, [borrowerId, sessionId, codeHash, expiresAt])
}

/** Counts a try before it is judged; undefined if there is no code or its tries are used up. */
export function countConfirmTry(
  db: Queryable,
  { borrowerId, sessionId }: SessionKey,
  maxTries: number,
): Promise<ConfirmTry | undefined> {
  return db.maybeOne(tryCode, [borrowerId, sessionId, maxTries])
}

/** Uses a code up. False if another request used it first. */
export async function useConfirmCode(
  db: Queryable,
  { borrowerId, sessionId }: SessionKey,
  codeHash: Buffer,
): Promise<boolean> {
  return (await db.query(useCode, [borrowerId, sessionId, codeHash])).length === 1
}

export async function forgetConfirmCodes(db: Queryable, before: Date): Promise<void> {
  await forgetAll(db, forgetCodes, [before])
}
