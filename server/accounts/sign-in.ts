/**
 * From a number to a session: sends the code, bound to the browser that asked, and exchanges it
 * (product §10).
 */
import { timingSafeEqual } from 'node:crypto'
import type { RefusalOf } from '#contract/endpoint.ts'
import { isRefusal, type Refusal, refused } from '#contract/envelope.ts'
import type { login as endpoints } from '#contract/login.ts'
import {
  CODE_RETRY_SECONDS,
  LOGIN_CODE_TRIES,
  LOGIN_CODE_TTL_SECONDS,
  OTP_RESEND_SECONDS,
} from '#domain/limits.ts'
import { isMobileNumber, maskedMobileNumber } from '#domain/phone.ts'
import { countGuess, nextCodeDigits } from '#server/accounts/code-guesses.ts'
import { allowCode, noneCounted } from '#server/accounts/code-limits.ts'
import { isCodeSent } from '#server/accounts/code-sending.ts'
import { tallyCode } from '#server/accounts/code-tally.ts'
import { createSessionByPhone } from '#server/accounts/create-session.ts'
import { knownDeviceAmong } from '#server/accounts/db/device.ts'
import {
  countLoginTry,
  findBorrowerByPhone,
  openCodeDigits,
  storeChallenge,
  useLoginCode,
} from '#server/accounts/db/sign-in.ts'
import { refuseWithoutWork } from '#server/accounts/proof-of-work.ts'
import { browserKey, isBrowser, type NewKey, provenDevices } from '#server/accounts/session-keys.ts'
import { overPresent } from '#server/accounts/sign-in-over.ts'
import { codeText } from '#server/notices/words/sms-texts.ts'
import type { PublicCall } from '#server/platform/actions/call.ts'
import { unlessRefused } from '#server/platform/actions/idempotency.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import type { Services } from '#server/services.ts'

export type CodeSent = { resendSeconds: number; codeDigits: number }

/**
 * Sends a code to a number. Known and unknown numbers are treated alike: no borrower is looked up,
 * and both read whether the message could be sent.
 */
export async function sendLoginCode(
  services: Services,
  phone: string,
  call: PublicCall,
): Promise<CodeSent | Refusal<RefusalOf<typeof endpoints.sendCode>>> {
  const { db, cipher, ids, config } = services
  if (!isMobileNumber(phone)) return refused('phone-invalid')
  const { ip } = call.client
  const phoneHash = cipher.keyedHash('phone', phone)
  const [knownDevice, digitsOfStranger] = await Promise.all([
    knownDeviceOf(services, db, { phoneHash }, call),
    nextCodeDigits(services, ip, call.now),
  ])
  const isOfKnownDevice = knownDevice !== undefined
  const digits = isOfKnownDevice ? config.loginCodeDigits : digitsOfStranger
  const withoutWork = await refuseWithoutWork(services, { purpose: 'send', phone, digits }, call)
  if (withoutWork) return withoutWork
  const replacesShorter = await isShorterOpen(services, { phone, digits }, call)
  const challenge = startChallenge(services, call)
  const code = ids.digits(digits)
  const hashes = hashesOf(services, challenge, phone, code)
  let counted = noneCounted()
  const refusal = await unlessRefused(db, async tx => {
    // Repeated where the transaction is retried.
    counted = noneCounted()
    const work = { services, tx, at: call.now }
    const request = { kind: 'login', phone, ip, knownDevice, replacesShorter } as const
    const overrun = await allowCode(work, request, counted)
    if (overrun) return overrun
    const expiresAt = new Date(call.now.getTime() + LOGIN_CODE_TTL_SECONDS * 1000)
    if (!isOfKnownDevice)
      counted.shared.push(await tallyCode(tx, { outcome: 'sent', phoneHash, at: call.now }))
    await storeChallenge(tx, { ...hashes, expiresAt, isOfKnownDevice, digits })
    return undefined
  })
  if (refusal) return refusal
  if (challenge.isCookie) call.cookies.write('challenge', challenge.secret, LOGIN_CODE_TTL_SECONDS)
  const text = codeText(services, 'sign-in-code', call.language, code)
  const end = () => useLoginCode(db, hashes.challengeHash, hashes.codeHash)
  if (!(await isCodeSent(services, { to: phone, text, counted, end }, call)))
    return refused('code-not-sent', { details: { retrySeconds: CODE_RETRY_SECONDS } })
  services.metrics?.signInCode('sent')
  return { resendSeconds: OTP_RESEND_SECONDS, codeDigits: digits }
}

/**
 * True if this browser or app has a valid code of the number that is shorter than the next one: it
 * may have been refused for its length, and the longer one waits for nothing.
 */
async function isShorterOpen(
  services: Services,
  { phone, digits }: { readonly phone: string; readonly digits: number },
  call: PublicCall,
): Promise<boolean> {
  const challenge = shownChallenge(call)
  if (!challenge || digits <= services.config.loginCodeDigits) return false
  const open = await openCodeDigits(services.db, hashesOf(services, challenge, phone, ''), call.now)
  return open !== undefined && open < digits
}

export type LoginRefusal = Refusal<RefusalOf<typeof endpoints.login>>
export type LoggedIn = { token: string; isRegister: 0 | 1 }

/** Exchanges a code for a session. Only the browser or app that asked for the code can. */
export async function logIn(
  services: Services,
  { phone, code, replace }: { phone: string; code: string; replace?: boolean | undefined },
  call: PublicCall,
  { key, handOver }: NewKey = browserKey(services, call, false),
): Promise<LoggedIn | LoginRefusal> {
  const challenge = shownChallenge(call)
  if (!challenge || !isMobileNumber(phone)) return refused('code-expired')
  const withoutWork = await refuseWithoutWork(services, { purpose: 'login', phone }, call)
  if (withoutWork) return withoutWork
  const hashes = hashesOf(services, challenge, phone, code)
  // Before the code is judged, so that the question costs no try.
  const over = await overPresent(services.db, call, {
    borrowerId: () => findBorrowerByPhone(services.db, hashes.phoneHash),
    maskedPhone: async () => maskedMobileNumber(phone),
    isAppUser: key.isAppUser,
    hasAgreed: replace === true,
  })
  if (isRefusal(over)) return over
  const wrong = await judge(services, { ...hashes, length: code.length }, call)
  if (wrong) return wrong
  const created = await unlessRefused(services.db, async tx => {
    if (!(await useLoginCode(tx, hashes.challengeHash, hashes.codeHash)))
      return refused('code-expired')
    const { phoneHash } = hashes
    const work = { services, tx, at: call.now }
    return createSessionByPhone(work, {
      phone,
      phoneHash,
      key: { ...key, isAppUser: over.isAppUser, isProof: true },
      agreedIn: call.language,
      replaced: over.replaced,
    })
  })
  if (isRefusal(created)) return created
  services.metrics?.signInCode('used')
  handOver()
  return { token: created.token, isRegister: created.isNew ? 1 : 0 }
}

type Hashes = { challengeHash: Buffer; phoneHash: Buffer; codeHash: Buffer }

/**
 * The try, and its cost for the network of an unknown device, are counted together or not at all. A
 * code that is not compared counts no try: one of another length than was sent, and one that has
 * become too short.
 */
async function judge(
  services: Services,
  { challengeHash, phoneHash, codeHash, length }: Hashes & { readonly length: number },
  call: PublicCall,
): Promise<LoginRefusal | undefined> {
  const { db, config } = services
  const outcome = await unlessRefused(db, async tx => {
    const login = await countLoginTry(tx, challengeHash, phoneHash)
    if (!login || call.now > login.expiresAt) return refused('code-expired')
    if (login.tries > LOGIN_CODE_TRIES) return refused('code-tries-exhausted')
    const digits = login.digits ?? config.loginCodeDigits
    if (length !== digits) return refused('code-length', { details: { digits } })
    const isRight = timingSafeEqual(login.codeHash, codeHash)
    if (!(await knownDeviceOf(services, tx, { phoneHash }, call))) {
      const guess = { ip: call.client.ip, phoneHash, isRight, digits }
      if (!(await countGuess({ services, tx, at: call.now }, guess))) return refused('code-longer')
      await tallyCode(tx, { outcome: isRight ? 'used' : 'wrong', phoneHash, at: call.now })
    }
    if (!isRight) tx.afterCommit(() => services.metrics?.signInCode('wrong'))
    return { isRight, isLastTry: login.tries === LOGIN_CODE_TRIES }
  })
  if (isRefusal(outcome)) return outcome
  if (outcome.isRight) return undefined
  return refused(outcome.isLastTry ? 'code-tries-exhausted' : 'code-wrong')
}

/** The requesting device, if it is a known device of the number's borrower. */
function knownDeviceOf(
  { cipher }: Services,
  db: Queryable,
  { phoneHash }: Pick<Hashes, 'phoneHash'>,
  call: PublicCall,
): Promise<Buffer | undefined> {
  return knownDeviceAmong(db, phoneHash, provenDevices(cipher, call))
}

type ShownChallenge = { secret: string; isCookie: boolean }

/**
 * Browsers are bound by a cookie that no script reads; a native client without cookies by its own
 * secret id.
 */
function nativeSecret(call: PublicCall): string | undefined {
  return isBrowser(call) ? undefined : call.client.webUuid
}

function startChallenge({ ids }: Services, call: PublicCall): ShownChallenge {
  const native = nativeSecret(call)
  return native === undefined
    ? { secret: ids.secret(), isCookie: true }
    : { secret: native, isCookie: false }
}

function shownChallenge(call: PublicCall): ShownChallenge | undefined {
  const native = nativeSecret(call)
  if (native !== undefined) return { secret: native, isCookie: false }
  const secret = call.cookies.read('challenge')
  return secret === undefined ? undefined : { secret, isCookie: true }
}

/** A code's hash depends on its challenge and number, so that equal codes have different hashes. */
function hashesOf(
  { cipher }: Services,
  { secret, isCookie }: ShownChallenge,
  phone: string,
  code: string,
): Hashes {
  const challenge = `${isCookie ? 'cookie' : 'native'}:${secret}`
  return {
    challengeHash: cipher.keyedHash('login-challenge', challenge),
    phoneHash: cipher.keyedHash('phone', phone),
    codeHash: cipher.keyedHash('login-code', JSON.stringify([challenge, phone, code])),
  }
}
