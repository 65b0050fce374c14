/**
 * The confirmation code: six digits, bound to one borrower and to exactly what they confirm
 * (product §10).
 */
import { type Refusal, refused } from '#contract/envelope.ts'
import {
  CONFIRM_CODE_DIGITS,
  LOGIN_CODE_TRIES,
  LOGIN_CODE_TTL_SECONDS,
  OTP_RESEND_SECONDS,
} from '#domain/limits.ts'
import { allowCode, type CodeLimitRefusal } from '#server/accounts/code-limits.ts'
import {
  type ConfirmKey,
  storeConfirmCode,
  tryConfirmCode,
  useConfirmCode,
} from '#server/accounts/db/confirm-code.ts'
import { wasIdentityVerifiedElsewhere } from '#server/accounts/db/sign-in.ts'
import { phoneOf } from '#server/accounts/phone.ts'
import type { CodeSent } from '#server/accounts/sign-in.ts'
import { smsText } from '#server/notices/words/sms-texts.ts'
import type { BorrowerCall } from '#server/platform/actions/call.ts'
import { unlessRefused } from '#server/platform/actions/idempotency.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import type { Services } from '#server/services.ts'

/** The subject of a confirmation: accepting this offer, or adding exactly this account. */
export type ConfirmSubject =
  | { readonly purpose: 'loan'; readonly orderId: string }
  | { readonly purpose: 'bank-card'; readonly bankCode: string; readonly cardNo: string }

type Parts = Pick<Services, 'db' | 'cipher'>
type Who = Pick<BorrowerCall, 'borrowerId' | 'deviceId' | 'now'>

/** True if this device must confirm: the identity was verified, and on another device. */
export function needsConfirmCode(
  { db }: Pick<Services, 'db'>,
  { borrowerId, deviceId }: Who,
): Promise<boolean> {
  return wasIdentityVerifiedElsewhere(db, borrowerId, deviceId)
}

/** Sends a code for a subject to the borrower's own number. */
export async function sendConfirmCode(
  services: Services,
  subject: ConfirmSubject,
  call: BorrowerCall,
): Promise<CodeSent | CodeLimitRefusal> {
  const { db, ids, sms, log } = services
  const phone = await phoneOf(services, call.borrowerId)
  const code = ids.digits(CONFIRM_CODE_DIGITS)
  const key = keyOf(services, call, subject)
  const refusal = await unlessRefused(db, async tx => {
    const { ip } = call.client
    // Only an unknown device needs this code.
    const work = { services, tx, at: call.now }
    const overrun = await allowCode(work, { kind: 'confirm', phone, ip, knownDevice: undefined })
    if (overrun) return overrun
    const expiresAt = new Date(call.now.getTime() + LOGIN_CODE_TTL_SECONDS * 1000)
    await storeConfirmCode(tx, key, codeHashOf(services, key, code), expiresAt)
    return undefined
  })
  if (refusal) return refusal
  const text =
    subject.purpose === 'loan'
      ? smsText('loan-code', call.language, { code })
      : smsText('bank-account-code', call.language, { code, account: subject.cardNo.slice(-4) })
  await sms.send({ to: phone, text }).catch(() => {
    log.warn({ requestId: call.requestId }, 'a confirmation code could not be sent')
  })
  return { resendSeconds: OTP_RESEND_SECONDS, codeDigits: CONFIRM_CODE_DIGITS }
}

/**
 * A confirmed subject. `use`, called in the transaction that acts, ensures that its code is used
 * once.
 */
export type Confirmation = {
  readonly use: (tx: Queryable) => Promise<Refusal<'confirm-code-wrong'> | undefined>
}

/**
 * Checks the code for a subject before the action's transaction begins, so that a wrong try stays
 * counted. A repeated request passes with the same code; the transaction then stops it or answers
 * it from storage.
 */
export async function confirmation(
  parts: Parts,
  subject: ConfirmSubject,
  code: string | undefined,
  call: Who,
): Promise<Confirmation | Refusal<'confirm-code-required' | 'confirm-code-wrong'>> {
  if (!(await needsConfirmCode(parts, call))) return { use: async () => undefined }
  if (code === undefined || code === '') return refused('confirm-code-required')
  const key = keyOf(parts, call, subject)
  const tried = await tryConfirmCode(parts.db, key, codeHashOf(parts, key, code), LOGIN_CODE_TRIES)
  const isInTime = tried && (tried.usedAt !== null || call.now <= tried.expiresAt)
  if (!tried?.isRight || !isInTime) return refused('confirm-code-wrong')
  return {
    use: async tx =>
      (await useConfirmCode(tx, key, call.now)) ? undefined : refused('confirm-code-wrong'),
  }
}

function keyOf(
  { cipher }: Pick<Services, 'cipher'>,
  { borrowerId }: Pick<Who, 'borrowerId'>,
  subject: ConfirmSubject,
): ConfirmKey {
  const parts = subject.purpose === 'loan' ? [subject.orderId] : [subject.bankCode, subject.cardNo]
  return {
    borrowerId,
    purpose: subject.purpose,
    subjectHash: cipher.keyedHash('confirm-subject', JSON.stringify(parts)),
  }
}

function codeHashOf({ cipher }: Pick<Services, 'cipher'>, key: ConfirmKey, code: string): Buffer {
  return cipher.keyedHash(
    'confirm-code',
    JSON.stringify([key.borrowerId, key.purpose, key.subjectHash.toString('hex'), code]),
  )
}
