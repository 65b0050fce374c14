/**
 * The second code: six digits, bound to one session. It makes an unknown device known; on a known
 * one it reauthenticates the owner before passkeys change (product §10, decision 53).
 */
import { timingSafeEqual } from 'node:crypto'
import { type Refusal, refused } from '#contract/envelope.ts'
import {
  CODE_RETRY_SECONDS,
  CONFIRM_CODE_DIGITS,
  LOGIN_CODE_TRIES,
  LOGIN_CODE_TTL_SECONDS,
  OTP_RESEND_SECONDS,
} from '#domain/limits.ts'
import { allowCode, type CodeLimitRefusal, noneCounted } from '#server/accounts/code-limits.ts'
import { isCodeSent } from '#server/accounts/code-sending.ts'
import {
  countConfirmTry,
  storeConfirmCode,
  useConfirmCode,
} from '#server/accounts/db/confirm-code.ts'
import { knownDevicesOf, makeDeviceKnown } from '#server/accounts/db/device.ts'
import { noteProof } from '#server/accounts/db/session.ts'
import { phoneOf } from '#server/accounts/phone.ts'
import type { CodeSent } from '#server/accounts/sign-in.ts'
import { codeText } from '#server/notices/words/sms-texts.ts'
import type { BorrowerCall } from '#server/platform/actions/call.ts'
import { unlessRefused } from '#server/platform/actions/idempotency.ts'
import { writeAudit } from '#server/platform/audit/entries.ts'
import type { Services } from '#server/services.ts'

/** Sends a code for this session to the borrower's own number. */
export async function sendConfirmCode(
  services: Services,
  call: BorrowerCall,
): Promise<CodeSent | CodeLimitRefusal | Refusal<'device-key-required' | 'confirm-code-not-sent'>> {
  const { db, ids } = services
  if (call.boundTo === 'device') return refused('device-key-required')
  const phone = await phoneOf(services, call.borrowerId)
  const code = ids.digits(CONFIRM_CODE_DIGITS)
  const power = await powerFor(services, call)
  const codeHash = codeHashOf(services, call, power, code)
  let counted = noneCounted()
  const refusal = await unlessRefused(db, async tx => {
    // Repeated where the transaction is retried.
    counted = noneCounted()
    const { ip } = call.client
    // The limits of strangers: the user of the session may not be its owner.
    const work = { services, tx, at: call.now }
    const request = { kind: 'confirm', phone, ip, knownDevice: undefined } as const
    const overrun = await allowCode(work, request, counted)
    if (overrun) return overrun
    const expiresAt = new Date(call.now.getTime() + LOGIN_CODE_TTL_SECONDS * 1000)
    await storeConfirmCode(tx, call, codeHash, expiresAt)
    return undefined
  })
  if (refusal) return refusal
  const text = codeText(services, `${power}-code`, call.language, code)
  const end = () => useConfirmCode(db, call, codeHash)
  if (!(await isCodeSent(services, { to: phone, text, counted, end }, call)))
    return refused('confirm-code-not-sent', { details: { retrySeconds: CODE_RETRY_SECONDS } })
  return { resendSeconds: OTP_RESEND_SECONDS, codeDigits: CONFIRM_CODE_DIGITS }
}

/** Proves the owner in this session, and makes its device known, if the code is right; it works once. */
export async function confirmDevice(
  services: Services,
  code: string,
  call: BorrowerCall,
): Promise<null | Refusal<'confirm-code-wrong' | 'code-expired'>> {
  const { db } = services
  const power = await powerFor(services, call)
  const codeHash = codeHashOf(services, call, power, code)
  // Outside of the transaction, so that a wrong try stays counted.
  const tried = await countConfirmTry(db, call, LOGIN_CODE_TRIES)
  // Without a code, or after too many tries, a new one is needed too.
  if (!tried || call.now > tried.expiresAt) return refused('code-expired')
  if (!timingSafeEqual(tried.codeHash, codeHash)) return refused('confirm-code-wrong')
  return unlessRefused(db, async tx => {
    if (!(await useConfirmCode(tx, call, codeHash))) return refused('confirm-code-wrong')
    const { borrowerId, deviceId, now: at } = call
    await noteProof(tx, call, services.clock.wall())
    if (power === 'device') await makeDeviceKnown(tx, { borrowerId, deviceId, by: 'code', at })
    await writeAudit(tx, services.cipher, {
      actor: 'borrower',
      action: power === 'device' ? 'device-confirmed' : 'owner-proved',
      subject: borrowerId,
      at,
    })
    return null
  })
}

/**
 * The purpose of a code, as its message states it: on an unknown device everything, on a known one
 * the passkeys. Its hash contains the purpose, so that no code does more than its message said.
 */
type Power = 'device' | 'passkey'

async function powerFor(
  { db }: Pick<Services, 'db'>,
  { borrowerId, deviceId }: BorrowerCall,
): Promise<Power> {
  return (await knownDevicesOf(db, borrowerId)).includes(deviceId) ? 'passkey' : 'device'
}

function codeHashOf(
  { cipher }: Pick<Services, 'cipher'>,
  { borrowerId, sessionId, deviceId }: BorrowerCall,
  power: Power,
  code: string,
): Buffer {
  const whole = JSON.stringify([borrowerId, sessionId, deviceId, power, code])
  return cipher.keyedHash('confirm-code', whole)
}
