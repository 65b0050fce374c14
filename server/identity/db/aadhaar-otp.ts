import { forgetAll, forgetting } from '#server/platform/db/forget.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import { type Row, statement } from '#server/platform/db/statement.ts'

/** A requested OTP, and its limits. */
export type AadhaarOtp = Row<'aadhaar-otp-take-try'>

const lastSent = statement(
  'aadhaar-otp-last-sent',
  'SELECT max(sent_at) AS "sentAt" FROM aadhaar_otp WHERE borrower_id = $1 AND was_sent',
)
const reserve = statement(
  'aadhaar-otp-reserve',
  'INSERT INTO aadhaar_otp (borrower_id, otp_id, aadhaar_hash, sent_at, expires_at) VALUES ($1, $2, $3, $4, $5)',
)
const settle = statement(
  'aadhaar-otp-settle',
  'UPDATE aadhaar_otp SET provider_ref = $3, was_sent = $3::text IS NOT NULL WHERE borrower_id = $1 AND otp_id = $2',
)
const takeTry = statement(
  'aadhaar-otp-take-try',
  `UPDATE aadhaar_otp SET tries = tries + 1
   WHERE borrower_id = $1 AND tries < $4 AND expires_at > $3 AND used_at IS NULL AND provider_ref IS NOT NULL
     AND otp_id = (SELECT otp_id FROM aadhaar_otp WHERE borrower_id = $1 AND aadhaar_hash = $2 AND was_sent
                   ORDER BY sent_at DESC, otp_id DESC LIMIT 1)
   RETURNING otp_id AS "otpId", provider_ref AS "providerRef!"`,
)
const use = statement(
  'aadhaar-otp-use',
  'UPDATE aadhaar_otp SET used_at = $3 WHERE borrower_id = $1 AND otp_id = $2 AND used_at IS NULL RETURNING otp_id AS "otpId"',
)

const forget = forgetting('aadhaar-otp-forget', {
  table: 'aadhaar_otp',
  key: 'borrower_id, otp_id',
  isPast: 'expires_at < $1',
})

/** The instant at which the last one was sent, or its sending began. */
export async function lastOtpSentAt(db: Queryable, borrowerId: string): Promise<Date | null> {
  return (await db.one(lastSent, [borrowerId])).sentAt
}

/** Records that an OTP is about to be requested; the wait for another one begins now. */
export async function reserveOtp(
  db: Queryable,
  otp: {
    borrowerId: string
    otpId: string
    aadhaarHash: Uint8Array
    sentAt: Date
    expiresAt: Date
  },
): Promise<void> {
  await db.query(reserve, [otp.borrowerId, otp.otpId, otp.aadhaarHash, otp.sentAt, otp.expiresAt])
}

/** Records the provider's reference of the OTP; without one, another may be requested at once. */
export async function settleOtp(
  db: Queryable,
  borrowerId: string,
  otpId: string,
  providerRef: string | null,
): Promise<void> {
  await db.query(settle, [borrowerId, otpId, providerRef])
}

/**
 * Takes one try of the latest OTP of this number; undefined if it expired, was used, tried too
 * often or never sent.
 */
export function takeOtpTry(
  db: Queryable,
  otp: { borrowerId: string; aadhaarHash: Uint8Array; now: Date; triesMax: number },
): Promise<AadhaarOtp | undefined> {
  return db.maybeOne(takeTry, [otp.borrowerId, otp.aadhaarHash, otp.now, otp.triesMax])
}

/** Uses up the OTP; false if another call used it first. */
export async function markOtpUsed(
  db: Queryable,
  borrowerId: string,
  otpId: string,
  at: Date,
): Promise<boolean> {
  return (await db.maybeOne(use, [borrowerId, otpId, at])) !== undefined
}

/** Removes expired OTPs. */
export async function forgetAadhaarOtps(db: Queryable, now: Date): Promise<void> {
  await forgetAll(db, forget, [now])
}
