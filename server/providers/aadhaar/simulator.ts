import { indiaDayOf } from '#domain/day.ts'
import { AADHAAR_OTP_DIGITS } from '#domain/limits.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Cipher, CipherContext } from '#server/platform/db/encrypt.ts'
import type { Database, Queryable } from '#server/platform/db/open.ts'
import { statement } from '#server/platform/db/statement.ts'
import type { Ids } from '#server/platform/ids.ts'
import type {
  AadhaarDetails,
  AadhaarOtpCheck,
  AadhaarPort,
} from '#server/providers/aadhaar/port.ts'
import { inventedPerson } from '#server/providers/simulated/invented-person.ts'
import type { SmsPort } from '#server/providers/sms/port.ts'

/** The specification's wait before another Aadhaar OTP can be requested (§9). */
const RESEND_AFTER_MS = 60_000
const OTP_LIFETIME_MS = 10 * 60_000
const TRIES_MAX = 3

const NO_OTP_ENDING = '0001'
const UNKNOWN_ENDING = '0009'

/** The stored OTP, and the person it reveals. */
type StoredAnswer = { otp: string; details: AadhaarDetails }

const lastSent = statement(
  'sandbox-aadhaar-otp-last-sent',
  'SELECT max(sent_at) AS sent_at FROM sandbox.aadhaar_otp WHERE phone_hash = $1 AND aadhaar_last_four = $2',
)
const insertOtp = statement(
  'sandbox-aadhaar-otp-insert',
  'INSERT INTO sandbox.aadhaar_otp (ref, phone_hash, aadhaar_last_four, answer_sealed, sent_at) VALUES ($1, $2, $3, $4, $5)',
)
const countTry = statement(
  'sandbox-aadhaar-otp-try',
  `UPDATE sandbox.aadhaar_otp SET tries = tries + 1 WHERE ref = $1 AND NOT is_used
   RETURNING answer_sealed AS answer, sent_at, tries, is_used`,
)
const markUsed = statement(
  'sandbox-aadhaar-otp-used',
  'UPDATE sandbox.aadhaar_otp SET is_used = true WHERE ref = $1',
)

export type AadhaarSimulatorParts = {
  readonly db: Database
  readonly clock: Clock
  readonly sms: SmsPort
  readonly ids: Ids
  readonly cipher: Cipher
}

/**
 * The simulated register: every possible number belongs to an invented person, always the same, and
 * its OTP goes to the borrower's own phone. Special endings: `0001` no OTP can be sent, `0009`
 * unknown number, `0018` a person under 21.
 */
export function aadhaarSimulator(parts: AadhaarSimulatorParts): AadhaarPort {
  return {
    async sendOtp({ aadhaar, phone }) {
      const ending = aadhaar.slice(-4)
      if (ending === NO_OTP_ENDING) return { state: 'unavailable' }
      if (ending === UNKNOWN_ENDING) return { state: 'invalid-number' }
      const now = parts.clock.now()
      const phoneHash = parts.cipher.keyedHash('sandbox-aadhaar-otp', phone)
      const { sent_at } = await parts.db.one(lastSent, [phoneHash, ending])
      if (sent_at && now.getTime() - sent_at.getTime() < RESEND_AFTER_MS)
        return { state: 'too-soon' }
      const ref = parts.ids.uuid(now)
      const otp = parts.ids.digits(AADHAAR_OTP_DIGITS)
      const answer: StoredAnswer = { otp, details: inventedPerson(aadhaar, indiaDayOf(now)) }
      const sealed = parts.cipher.encrypt(JSON.stringify(answer), contextOf(ref))
      await parts.db.query(insertOtp, [ref, phoneHash, ending, sealed, now])
      await parts.sms.send({
        to: phone,
        text: `${otp} is the OTP for your Aadhaar (XX${ending}). It is valid for 10 minutes. (Simulated)`,
      })
      return { state: 'sent', ref }
    },
    verifyOtp: (ref, otp) => parts.db.transaction(tx => check({ ...parts, db: tx }, ref, otp)),
  }
}

type CheckParts = { readonly db: Queryable; readonly clock: Clock; readonly cipher: Cipher }

async function check(
  { db, clock, cipher }: CheckParts,
  ref: string,
  otp: string,
): Promise<AadhaarOtpCheck> {
  const row = await db.maybeOne(countTry, [ref])
  if (
    !row ||
    row.tries > TRIES_MAX ||
    clock.now().getTime() - row.sent_at.getTime() > OTP_LIFETIME_MS
  )
    return { state: 'expired' }
  const answer: StoredAnswer = JSON.parse(cipher.decryptText(row.answer, contextOf(ref)))
  if (answer.otp !== otp) return { state: 'wrong' }
  await db.query(markUsed, [ref])
  return { state: 'verified', details: answer.details }
}

function contextOf(ref: string): CipherContext {
  return { table: 'sandbox.aadhaar_otp', row: ref, column: 'answer_sealed' }
}
