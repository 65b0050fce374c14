/** Exchange codes, and the nonces of partners' signed requests. */

import type { Liveness } from '#server/platform/actions/session.ts'
import { forgetAll, forgetting } from '#server/platform/db/forget.ts'
import type { Queryable, Transaction } from '#server/platform/db/open.ts'
import { type Row, statement } from '#server/platform/db/statement.ts'

const insertCode = statement(
  'exchange-code-insert',
  `INSERT INTO exchange_code (code_hash, borrower_id, session_id, expires_at)
   VALUES (:codeHash, :borrowerId, :sessionId, :expiresAt)`,
)
const useCode = statement(
  'exchange-code-use',
  `DELETE FROM exchange_code WHERE code_hash = $1
   RETURNING borrower_id AS "borrowerId", session_id AS "sessionId", expires_at AS "expiresAt"`,
)
const keyOfSession = statement(
  'exchange-code-session',
  // A concurrent log-out either waits for this transaction or leaves no session.
  `SELECT cookie_hash AS "keyHash" FROM session WHERE borrower_id = $1 AND session_id = $2 AND bound_to = 'key'
     AND created_at >= $3 AND last_seen_at >= $4
   FOR SHARE`,
)
const forgetCodes = forgetting('exchange-code-forget', {
  table: 'exchange_code',
  key: 'code_hash',
  isPast: 'expires_at < $1',
})
const claimNonce = statement(
  'partner-nonce-claim',
  `INSERT INTO partner_nonce (partner_id, nonce, seen_at) VALUES ($1, $2, $3)
   ON CONFLICT (partner_id, nonce) DO NOTHING RETURNING nonce`,
)
const forgetNonces = forgetting('partner-nonce-forget', {
  table: 'partner_nonce',
  key: 'partner_id, nonce',
  isPast: 'seen_at < $1',
})

/** Stores a code for the requesting session. */
export async function storeExchangeCode(
  db: Queryable,
  code: { codeHash: Buffer; borrowerId: string; sessionId: string; expiresAt: Date },
): Promise<void> {
  await db.query(insertCode, code)
}

export type UsedExchangeCode = Row<'exchange-code-use'> & Row<'exchange-code-session'>

/** Uses a code up in any case, and returns it only while the session that requested it is alive. */
export async function useExchangeCode(
  tx: Transaction,
  codeHash: Buffer,
  { createdSince, seenSince }: Pick<Liveness, 'createdSince' | 'seenSince'>,
): Promise<UsedExchangeCode | undefined> {
  const code = await tx.maybeOne(useCode, [codeHash])
  if (!code) return undefined
  const of = [code.borrowerId, code.sessionId, createdSince, seenSince] as const
  const session = await tx.maybeOne(keyOfSession, of)
  return session && { ...code, ...session }
}

/** Stores a partner's nonce; false if it was used before. */
export async function isNewNonce(
  db: Queryable,
  partnerId: string,
  nonce: string,
  at: Date,
): Promise<boolean> {
  return (await db.query(claimNonce, [partnerId, nonce, at])).length === 1
}

/** Removes expired codes, and nonces whose requests are too old to be accepted anyway. */
export async function forgetNativeLogins(
  db: Queryable,
  limits: { expiredBefore: Date; seenBefore: Date },
): Promise<void> {
  await forgetAll(db, forgetCodes, [limits.expiredBefore])
  await forgetAll(db, forgetNonces, [limits.seenBefore])
}
