/**
 * The sign-ins of a native app: a code, an exchange code for a page inside it, and a partner's
 * signature (product §3, §8, §10).
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { isRefusal, type Refusal, refused } from '#contract/envelope.ts'
import { native } from '#contract/native.ts'
import { BASE_PATH } from '#contract/path.ts'
import { isMobileNumber } from '#domain/phone.ts'
import { createSession, createSessionByPhone } from '#server/accounts/create-session.ts'
import {
  forgetNativeLogins,
  isNewNonce,
  storeExchangeCode,
  useExchangeCode,
} from '#server/accounts/db/native-login.ts'
import { phoneOfBorrower } from '#server/accounts/db/sign-in.ts'
import { browserKey, isBrowser, nativeKey } from '#server/accounts/session-keys.ts'
import { halfHashOf, livenessAt } from '#server/accounts/sessions.ts'
import { logIn } from '#server/accounts/sign-in.ts'
import { overPresent } from '#server/accounts/sign-in-over.ts'
import type { Answer, BorrowerCall, PublicCall } from '#server/platform/actions/call.ts'
import { unlessRefused } from '#server/platform/actions/idempotency.ts'
import { writeAudit } from '#server/platform/audit/entries.ts'
import { keyOfProof } from '#server/platform/http/device-proof.ts'
import type { Services } from '#server/services.ts'

const EXCHANGE_SECONDS = 60
/** The largest difference between a partner's clock and ours. */
export const PARTNER_WINDOW_SECONDS = 300

type Login = Answer<typeof native.login>
type PartnerLogin = Answer<typeof native.partnerLogin>

export function logInWithCode(
  services: Services,
  entry: { phone: string; code: string; replace?: boolean | undefined },
  call: PublicCall,
): Promise<Login> {
  const { device } = call.client
  // A page inside the app keeps cookies like every browser; the app itself is bound to its device.
  const key =
    device &&
    (isBrowser(call)
      ? browserKey(services, call, true)
      : nativeKey(services, device, call.deviceKey))
  return key ? logIn(services, entry, call, key) : Promise.resolve(deviceRequired())
}

/**
 * Exchanges a one-time code for a session of a page in the app, while the session that made the code
 * is alive. The proof shows that the key of that session's device signed for this code. Uses wall
 * time: a sandbox moves loans, not sign-ins.
 */
export async function logInWithExchange(
  services: Services,
  {
    exchangeCode,
    proof,
    replace,
  }: { exchangeCode: string; proof: string; replace?: boolean | undefined },
  call: PublicCall,
): Promise<Login> {
  const { db, clock, cipher } = services
  const { method, path } = native.login
  const address = services.publicOrigin() + BASE_PATH + path
  const deviceKey = await keyOfProof(services, { proof, method, address, secret: exchangeCode })
  const keyHash = halfHashOf(services, 'key', { deviceKey })
  const newKey = browserKey(services, call, true)
  const codeHash = cipher.keyedHash('exchange-code', exchangeCode)
  // A refusal leaves the code, so that it works once the visitor agreed.
  const outcome = await unlessRefused(db, async tx => {
    const wall = clock.wall()
    const exchange = await useExchangeCode(tx, codeHash, livenessAt(wall))
    if (!exchange || exchange.expiresAt < wall) return 'expired'
    if (!keyHash || !timingSafeEqual(exchange.keyHash, keyHash)) return 'expired'
    const { borrowerId } = exchange
    const over = await overPresent(tx, call, {
      borrowerId: async () => borrowerId,
      maskedPhone: async () => (await phoneOfBorrower(tx, borrowerId)).phoneMasked,
      isAppUser: newKey.key.isAppUser,
      hasAgreed: replace === true,
    })
    if (isRefusal(over)) return over
    const key = { ...newKey.key, isAppUser: over.isAppUser }
    const session = await createSession(
      { services, tx, at: call.now },
      borrowerId,
      key,
      over.replaced,
    )
    await writeAudit(tx, cipher, {
      actor: 'borrower',
      action: 'sign-in-exchange-code',
      subject: borrowerId,
      at: call.now,
    })
    return { token: session.token }
  })
  if (isRefusal(outcome)) return outcome
  if (outcome === 'expired') return refused('exchange-code-expired')
  newKey.handOver()
  return { token: outcome.token, isRegister: 0 }
}

/** A request without a valid `deviceId` does not come from an app. */
function deviceRequired(): Refusal<'device-required'> {
  return refused('device-required', { details: { header: 'deviceId' } })
}

/**
 * Makes an exchange code for a page of the app. Only a session that is bound to its device's key can
 * request one.
 */
export async function makeExchangeCode(
  { db, ids, cipher, clock }: Services,
  { borrowerId, sessionId, boundTo }: BorrowerCall,
): Promise<Answer<typeof native.exchangeCode>> {
  if (boundTo === 'cookie') return refused('device-required')
  if (boundTo === 'device') return refused('device-key-required')
  const exchangeCode = ids.secret()
  const expiresAt = new Date(clock.wall().getTime() + EXCHANGE_SECONDS * 1000)
  const codeHash = cipher.keyedHash('exchange-code', exchangeCode)
  await storeExchangeCode(db, { codeHash, borrowerId, sessionId, expiresAt })
  return { exchangeCode, expiresInSeconds: EXCHANGE_SECONDS }
}

export type PartnerRequest = {
  readonly partnerId: string
  readonly phone: string
  readonly deviceId: string
  readonly timestamp: number
  readonly nonce: string
  readonly sign: string
}

/**
 * Signs in the user whom a partner vouches for. Every failure gets the same refusal, and only the
 * log names the reason: strangers learn nothing. The session is bound to the device that the
 * signature names, so that a stolen answer is useless elsewhere, and to its key if it has one.
 */
export async function logInByPartner(
  services: Services,
  request: PartnerRequest,
  call: PublicCall,
): Promise<PartnerLogin> {
  const { device } = call.client
  if (!device || isBrowser(call)) return deviceRequired()
  const wrong = whatIsWrong(services, request, device.deviceId)
  if (wrong) return refusePartner(services, call, wrong)
  const { phone } = request
  if (!isMobileNumber(phone)) return refusePartner(services, call, 'phone')
  const { key, handOver } = nativeKey(services, device, call.deviceKey)
  const created = await unlessRefused(services.db, async tx => {
    if (!(await isNewNonce(tx, request.partnerId, request.nonce, services.clock.wall())))
      return refused('partner-refused')
    const phoneHash = services.cipher.keyedHash('phone', phone)
    const replaced = await call.presentSession()
    return createSessionByPhone({ services, tx, at: call.now }, { phone, phoneHash, key, replaced })
  })
  if (isRefusal(created)) return refusePartner(services, call, 'replayed')
  handOver()
  return { token: created.token, isRegister: created.isNew ? 1 : 0 }
}

/** Checks the signature first: only a partner may learn anything from how long the rest takes. */
function whatIsWrong(
  { config, clock }: Services,
  request: PartnerRequest,
  headerDeviceId: string,
): string | undefined {
  const { partnerId, deviceId, timestamp, sign } = request
  const secrets = config.partners.get(partnerId) ?? []
  const signature = Buffer.from(sign, 'hex')
  if (
    !secrets.some(secret =>
      timingSafeEqual(signature, Buffer.from(partnerSignature(secret, request), 'hex')),
    )
  )
    return 'signature'
  if (Math.abs(clock.wall().getTime() / 1000 - timestamp) > PARTNER_WINDOW_SECONDS) return 'time'
  return deviceId === headerDeviceId ? undefined : 'device'
}

/** Hex HMAC-SHA256 over the parameters in the order of their names, `name=value`, joined by `&`, without `sign` itself. */
export function partnerSignature(
  secret: Buffer,
  { sign: _sign, ...parameters }: Omit<PartnerRequest, 'sign'> & { sign?: string },
) {
  const text = Object.entries(parameters)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
  return createHmac('sha256', secret).update(text).digest('hex')
}

function refusePartner({ log }: Services, { requestId }: PublicCall, why: string): PartnerLogin {
  log.warn({ requestId, why }, "a partner's signed sign-in was refused")
  return refused('partner-refused')
}

/** A nonce is stored until its request would be too old anyway, on either side of the window. */
export async function forgetOldNativeLogins({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const wall = clock.wall()
  const seenBefore = new Date(wall.getTime() - 2 * PARTNER_WINDOW_SECONDS * 1000)
  await forgetNativeLogins(db, { expiredBefore: wall, seenBefore })
}
