/** Exchange codes, and the signed requests of partners that were seen. */
import type { Queryable } from '#server/db/open.ts'
import { statement } from '#server/db/statement.ts'

const insertCode = statement(
  'exchange-code-insert',
  'INSERT INTO exchange_code (code_hash, borrower_id, expires_at) VALUES ($1, $2, $3)',
)
const useCode = statement(
  'exchange-code-use',
  'DELETE FROM exchange_code WHERE code_hash = $1 RETURNING borrower_id AS "borrowerId", expires_at AS "expiresAt"',
)
const forgetCodes = statement('exchange-code-forget', 'DELETE FROM exchange_code WHERE expires_at < $1')
const claimNonce = statement(
  'partner-nonce-claim',
  `INSERT INTO partner_nonce (partner_id, nonce, seen_at) VALUES ($1, $2, $3)
   ON CONFLICT (partner_id, nonce) DO NOTHING RETURNING nonce`,
)
const forgetNonces = statement('partner-nonce-forget', 'DELETE FROM partner_nonce WHERE seen_at < $1')

export async function storeExchangeCode(
  db: Queryable,
  code: { codeHash: Buffer; borrowerId: string; expiresAt: Date },
): Promise<void> {
  await db.query(insertCode, [code.codeHash, code.borrowerId, code.expiresAt])
}

/** Uses a code up, whether or not its time is over. */
export function useExchangeCode(db: Queryable, codeHash: Buffer): Promise<{ borrowerId: string; expiresAt: Date } | undefined> {
  return db.maybeOne(useCode, [codeHash])
}

/** Notes a partner's nonce; false where it was seen before. */
export async function isNewNonce(db: Queryable, partnerId: string, nonce: string, at: Date): Promise<boolean> {
  return (await db.query(claimNonce, [partnerId, nonce, at])).length === 1
}

/** Removes what can no longer be used: codes that expired, and nonces whose requests are too old to be taken anyway. */
export async function forgetNativeLogins(db: Queryable, limits: { expiredBefore: Date; seenBefore: Date }): Promise<void> {
  await db.query(forgetCodes, [limits.expiredBefore])
  await db.query(forgetNonces, [limits.seenBefore])
}
