/**
 * Sign-in of staff at the lender's own provider (OpenID Connect), and the code of an app (TOTP)
 * where that provider asks for no second factor. A provider makes nobody a member of staff: it names
 * one who was invited (decision 66).
 */
import { Secret, TOTP } from 'otpauth'
import type { Input, Output } from '#contract/endpoint.ts'
import { type Refusal, refused } from '#contract/envelope.ts'
import type { staffSession } from '#contract/staff/session.ts'
import { ATTEMPT_MINUTES, isAuthenticatedSince } from '#domain/staff/permissions.ts'
import {
  afterWrongCode,
  secondsUntilNextCode,
  TOTP_PERIOD_SECONDS,
  unusedStep,
} from '#domain/staff/totp.ts'
import type { PublicCall } from '#server/platform/actions/call.ts'
import { type AuditAction, writeAudit } from '#server/platform/audit/entries.ts'
import type { CipherContext } from '#server/platform/db/encrypt.ts'
import type { Transaction } from '#server/platform/db/open.ts'
import { LimitReached } from '#server/platform/http/limits.ts'
import { modulesOf } from '#server/platform/qr-code.ts'
import { logTrouble } from '#server/platform/vendor-trouble.ts'
import type { ProviderIdentity, SignInSecrets } from '#server/providers/staff-sign-in/port.ts'
import type { Services } from '#server/services.ts'
import { openAccount } from '#server/staff/people/accounts.ts'
import {
  bindToProvider,
  endAttempt,
  lockNamedAttempt,
  lockTotpOf,
  noteRightCode,
  noteWrongCode,
  storeAttempt,
  storeNewTotp,
  takeSentAttempt,
} from '#server/staff/people/db/provider.ts'
import { lockPeople } from '#server/staff/people/db/rights.ts'
import {
  noteStaffProof,
  type StaffRow,
  staffByMail,
  staffOf,
  staffOfSession,
} from '#server/staff/people/db/staff.ts'
import { consoleOrigin, mailHashOf, mailOf } from '#server/staff/people/people.ts'
import { createStaffSession } from '#server/staff/people/sessions.ts'

export type ProviderServices = Pick<
  Services,
  'db' | 'clock' | 'cipher' | 'ids' | 'log' | 'config' | 'publicOrigin' | 'staffSignIn'
>
type FromProvider = Output<typeof staffSession.fromProvider>
type Refused = Refusal<'staff-provider-refused'>

const REFUSED: Refused = refused('staff-provider-refused')
const DIGITS = 6
/** Authenticator apps in use know only this algorithm. */
const ALGORITHM = 'SHA1'
const SECRET_BYTES = 20
/** Half minutes before and after the present one whose codes count. */
const WINDOW = 1

/** Sends a browser to the provider; with a session, to reauthenticate its person. */
export async function sendToProvider(
  services: ProviderServices,
  { cookies }: PublicCall,
  sessionId: string | null,
): Promise<{ readonly address: string } | Refused> {
  const { db, clock, ids, log, staffSignIn } = services
  if (!staffSignIn) return REFUSED
  const secret = ids.secret()
  const options = { returnTo: returnTo(services), reauthenticate: sessionId !== null }
  const address = await staffSignIn
    .addressFor(secretsOf(services, secret), options)
    .catch(error => {
      logTrouble(log, error, { who: 'the provider of staff sign-in' })
      return undefined
    })
  if (address === undefined) return REFUSED
  const startedAt = clock.wall()
  const secretHash = hashOf(services, secret)
  const expiresAt = soon(startedAt)
  await storeAttempt(db, { secretHash, sessionId, staffId: null, startedAt, expiresAt })
  cookies.write('attempt', secret, ATTEMPT_MINUTES * 60)
  return { address }
}

/** Takes the provider's answer: signs in or reauthenticates, or asks for a code first. */
export async function fromProvider(
  services: ProviderServices,
  answer: Input<typeof staffSession.fromProvider>,
  call: PublicCall,
): Promise<FromProvider | Refused> {
  const { db, clock, log, config, staffSignIn } = services
  const secret = call.cookies.read('attempt')
  if (!staffSignIn || secret === undefined) return REFUSED
  const secretHash = hashOf(services, secret)
  const attempt = await takeSentAttempt(db, secretHash, clock.wall())
  if (!attempt) return REFUSED
  const { sessionId, startedAt } = attempt
  const identity = await staffSignIn
    .identityOf(answer, secretsOf(services, secret), { returnTo: returnTo(services) })
    .catch(error => {
      logTrouble(log, error, { who: 'the provider of staff sign-in' })
      return undefined
    })
  if (!identity) return REFUSED
  // A proof needs the person, not a session that the provider still has.
  if (sessionId !== null && !isAuthenticatedSince(identity.authenticatedAt, startedAt))
    return REFUSED
  return db.transaction(async tx => {
    const person = await personOf(services, tx, identity, call.now)
    if (!person) return REFUSED
    const { staffId } = person
    if (sessionId !== null && (await staffOfSession(tx, sessionId)) !== staffId) return REFUSED
    if (config.staffSignIn?.secondFactor !== 'totp') {
      if (!(await complete(services, tx, { staffId, sessionId }, call))) return REFUSED
      return { next: 'done', newApp: null }
    }
    const now = clock.wall()
    const expiresAt = soon(now)
    await storeAttempt(tx, { secretHash, sessionId, staffId, startedAt: now, expiresAt })
    return { next: 'code', newApp: await newAppOf(services, tx, person) }
  })
}

/** Completes a sign-in or a proof by the code of the person's app. */
export async function completeByCode(
  services: ProviderServices,
  { code }: Input<typeof staffSession.code>,
  call: PublicCall,
): Promise<null | Refused | Refusal<'staff-code-refused'>> {
  const { db, clock } = services
  const secret = call.cookies.read('attempt')
  if (secret === undefined) return REFUSED
  const secretHash = hashOf(services, secret)
  // Commits in any case, so that a wrong code is counted.
  return db.transaction(async tx => {
    const attempt = await lockNamedAttempt(tx, secretHash, clock.wall())
    if (attempt) await lockPeople(tx, [attempt.staffId])
    const person = attempt && (await staffOf(tx, attempt.staffId))
    if (!person || person.endedAt) return REFUSED
    if (!(await isRightCode(services, tx, person, code, call.now)))
      return refused('staff-code-refused')
    await endAttempt(tx, secretHash)
    return (await complete(services, tx, attempt, call)) ? null : REFUSED
  })
}

/** The invited person of a verified mail address, from now on bound to the provider's account. */
async function personOf(
  services: ProviderServices,
  tx: Transaction,
  { issuer, subject, verifiedMail }: ProviderIdentity,
  now: Date,
): Promise<StaffRow | undefined> {
  if (verifiedMail === undefined) return undefined
  const named = await staffByMail(tx, mailHashOf(services, verifiedMail))
  if (!named) return undefined
  // A concurrent renewal ends this sign-in, or comes before it.
  await lockPeople(tx, [named.staffId])
  const person = await staffOf(tx, named.staffId)
  if (!person || person.endedAt || person.isSimulated) return undefined
  const account = services.cipher.keyedHash('staff-provider', JSON.stringify([issuer, subject]))
  const bound = await bindToProvider(tx, person.staffId, account)
  if (bound === 'new') await audit(services, tx, 'staff-provider-bound', person.staffId, now)
  // The provider gave the address to somebody else: an administrator renews the person.
  return bound === 'other' ? undefined : person
}

/**
 * Begins a session, which voids open links to the account, or notes a reauthentication. False where
 * somebody opened the account by its link and nobody has confirmed that person.
 */
async function complete(
  services: ProviderServices,
  tx: Transaction,
  { staffId, sessionId }: { readonly staffId: string; readonly sessionId: string | null },
  { cookies, now }: PublicCall,
): Promise<boolean> {
  cookies.clear('attempt')
  if (sessionId !== null) {
    await noteStaffProof(tx, sessionId, services.clock.wall())
    return true
  }
  if (!(await openAccount(tx, staffId, 'provider', now))) return false
  await createStaffSession(services, tx, { staffId, way: 'provider' }, cookies)
  return true
}

/** The secret for a person whose app has shown no right code yet; null for others. */
async function newAppOf(
  services: ProviderServices,
  tx: Transaction,
  person: StaffRow,
): Promise<FromProvider['newApp']> {
  const { cipher, clock } = services
  const { staffId } = person
  const secret = new Secret({ size: SECRET_BYTES })
  const sealed = cipher.encrypt(secret.base32, secretContext(staffId))
  if (!(await storeNewTotp(tx, staffId, sealed, clock.wall()))) return null
  const address = totpOf(services, person, secret.base32).toString()
  return { secret: secret.base32, address, code: await modulesOf(address) }
}

/** True if a code counts. Each counts once, and too many wrong ones block all for a while. */
async function isRightCode(
  services: ProviderServices,
  tx: Transaction,
  person: StaffRow,
  code: string,
  now: Date,
): Promise<boolean> {
  const { cipher, clock } = services
  const { staffId } = person
  const totp = await lockTotpOf(tx, staffId)
  if (!totp) return false
  const wall = clock.wall()
  const wrong = { count: totp.wrongCount, since: totp.wrongSince }
  const waitSeconds = secondsUntilNextCode(wrong, wall)
  if (waitSeconds > 0) throw new LimitReached(waitSeconds)
  const secret = cipher.decryptText(totp.secretSealed, secretContext(staffId))
  const delta = totpOf(services, person, secret).validate({
    token: code,
    window: WINDOW,
    timestamp: wall.getTime(),
  })
  const step = delta === null ? undefined : unusedStep(delta, Number(totp.lastStep), wall)
  if (step === undefined) {
    await noteWrongCode(tx, staffId, afterWrongCode(wrong, wall))
    return false
  }
  await noteRightCode(tx, staffId, step, wall)
  if (totp.confirmedAt === null) await audit(services, tx, 'staff-codes-begun', staffId, now)
  return true
}

function totpOf(services: ProviderServices, person: StaffRow, secret: string): TOTP {
  return new TOTP({
    issuer: services.config.lender?.name ?? 'Saral',
    label: mailOf(services, person),
    algorithm: ALGORITHM,
    digits: DIGITS,
    period: TOTP_PERIOD_SECONDS,
    secret,
  })
}

function secretContext(staffId: string): CipherContext {
  return { table: 'staff_totp', row: staffId, column: 'secret_sealed' }
}

/** The values sent to the provider derive from the secret in the cookie and are stored nowhere. */
function secretsOf({ cipher }: Pick<Services, 'cipher'>, secret: string): SignInSecrets {
  const derived = (what: string) => cipher.keyedHash(what, secret).toString('base64url')
  return {
    state: derived('staff-provider-state'),
    nonce: derived('staff-provider-nonce'),
    verifier: derived('staff-provider-verifier'),
  }
}

function hashOf({ cipher }: Pick<Services, 'cipher'>, secret: string): Buffer {
  return cipher.keyedHash('staff-attempt', secret)
}

/** The console's page to which the provider sends the browser back. */
export function returnTo(services: Pick<Services, 'config' | 'publicOrigin'>): string {
  return `${consoleOrigin(services)}/console/provider`
}

function soon(at: Date): Date {
  return new Date(at.getTime() + ATTEMPT_MINUTES * 60_000)
}

async function audit(
  { cipher }: ProviderServices,
  tx: Transaction,
  action: AuditAction,
  staffId: string,
  at: Date,
): Promise<void> {
  await writeAudit(tx, cipher, { actor: `staff:${staffId}`, action, subject: staffId, at })
}
