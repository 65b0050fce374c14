import { indiaDayOf } from '#domain/day.ts'
import type { AadhaarNumber } from '#domain/identity.ts'
import { AADHAAR_OTP_DIGITS } from '#domain/limits.ts'
import type { Clock } from '#server/clock.ts'
import type { Database, Queryable } from '#server/db/open.ts'
import { statement } from '#server/db/statement.ts'
import type { Ids } from '#server/ids.ts'
import type { AadhaarDetails, AadhaarOtpCheck, AadhaarPort } from '#server/providers/aadhaar/port.ts'
import type { SmsPort } from '#server/providers/sms/port.ts'
import { inventedPerson } from '#server/sandbox/invented-person.ts'

/** The specification's countdown before an Aadhaar OTP can be asked for again (§9). */
const RESEND_AFTER_MS = 60_000
const OTP_LIFETIME_MS = 10 * 60_000
const MOST_TRIES = 3

const NO_OTP_ENDING = '0001'
const UNKNOWN_ENDING = '0009'

type OtpRow = { otp: string; details: AadhaarDetails; sent_at: Date; tries: number; is_used: boolean }

const lastSent = statement(
  'sandbox-aadhaar-otp-last-sent',
  'SELECT max(sent_at) AS sent_at FROM sandbox.aadhaar_otp WHERE phone = $1 AND aadhaar_last_four = $2',
)
const insertOtp = statement(
  'sandbox-aadhaar-otp-insert',
  'INSERT INTO sandbox.aadhaar_otp (ref, phone, aadhaar_last_four, otp, details, sent_at) VALUES ($1, $2, $3, $4, $5, $6)',
)
const countTry = statement(
  'sandbox-aadhaar-otp-try',
  'UPDATE sandbox.aadhaar_otp SET tries = tries + 1 WHERE ref = $1 AND NOT is_used RETURNING otp, details, sent_at, tries, is_used',
)
const markUsed = statement('sandbox-aadhaar-otp-used', 'UPDATE sandbox.aadhaar_otp SET is_used = true WHERE ref = $1')

export type AadhaarSimulatorParts = {
  readonly db: Database
  readonly clock: Clock
  readonly sms: SmsPort
  readonly ids: Ids
}

/**
 * The simulated register: every possible number belongs to an invented person, always the same, and its OTP goes to the
 * borrower's own phone. Endings with a meaning: `0001` no OTP can be sent, `0009` unknown number, `0018` a person under 21.
 */
export function aadhaarSimulator(parts: AadhaarSimulatorParts): AadhaarPort {
  return {
    async sendOtp({ aadhaar, phone }) {
      const ending = aadhaar.slice(-4)
      if (ending === NO_OTP_ENDING) return { state: 'unavailable' }
      if (ending === UNKNOWN_ENDING) return { state: 'invalid-number' }
      const now = parts.clock.now()
      const { sent_at } = await parts.db.one<{ sent_at: Date | null }>(lastSent, [phone, ending])
      if (sent_at && now.getTime() - sent_at.getTime() < RESEND_AFTER_MS) return { state: 'too-soon' }
      const ref = parts.ids.uuid(now)
      const otp = parts.ids.digits(AADHAAR_OTP_DIGITS)
      await parts.db.query(insertOtp, [ref, phone, ending, otp, detailsOf(aadhaar, now), now])
      await parts.sms.send({
        to: phone,
        text: `${otp} is the OTP for your Aadhaar (XX${ending}). It is valid for 10 minutes. (Simulated)`,
      })
      return { state: 'sent', ref }
    },
    verifyOtp: (ref, otp) => parts.db.transaction(tx => check(tx, ref, otp, parts.clock.now())),
  }
}

function detailsOf(aadhaar: AadhaarNumber, now: Date): string {
  return JSON.stringify(inventedPerson(aadhaar, indiaDayOf(now)))
}

async function check(tx: Queryable, ref: string, otp: string, now: Date): Promise<AadhaarOtpCheck> {
  const row = await tx.maybeOne<OtpRow>(countTry, [ref])
  if (!row || row.tries > MOST_TRIES || now.getTime() - row.sent_at.getTime() > OTP_LIFETIME_MS) return { state: 'expired' }
  if (row.otp !== otp) return { state: 'wrong' }
  await tx.query(markUsed, [ref])
  return { state: 'verified', details: row.details }
}
