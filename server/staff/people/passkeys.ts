/** Sign-in of staff by passkey (WebAuthn). The browser proves the person: user verification is required. */
import type { Input, Output } from '#contract/endpoint.ts'
import { type Refusal, refused } from '#contract/envelope.ts'
import type { staffSession } from '#contract/staff/session.ts'
import { STAFF_PASSKEYS_MAX } from '#domain/staff/permissions.ts'
import type { PublicCall, StaffCall } from '#server/platform/actions/call.ts'
import { type AuditAction, writeAudit } from '#server/platform/audit/entries.ts'
import type { Transaction } from '#server/platform/db/open.ts'
import {
  counterOfSignature,
  type ExpectedChallenge,
  siteAt,
  verifiedCredential,
} from '#server/platform/passkey-verifier.ts'
import type { Services } from '#server/services.ts'
import { openAccount } from '#server/staff/people/accounts.ts'
import { lockPeople } from '#server/staff/people/db/rights.ts'
import {
  endOtherSessions,
  insertStaffPasskey,
  invitedBy,
  notePasskeyUse,
  noteStaffProof,
  passkeysOfStaff,
  removeStaffPasskey,
  staffOf,
  staffOfSession,
  staffPasskey,
  storeStaffChallenge,
  takeInvitation,
  takeStaffChallenge,
} from '#server/staff/people/db/staff.ts'
import { consoleOrigin, mailOf } from '#server/staff/people/people.ts'
import { createStaffSession } from '#server/staff/people/sessions.ts'

/** The ways in which a passkey talks to its device (WebAuthn, "transports"). */
export type AuthenticatorTransport = Input<
  typeof staffSession.register
>['passkey']['transports'][number]

export type PasskeyServices = Pick<
  Services,
  'db' | 'clock' | 'cipher' | 'ids' | 'log' | 'config' | 'publicOrigin'
>

type Assertion = Input<typeof staffSession.signIn>
type NewPasskey = Input<typeof staffSession.register>['passkey']
type Challenge = Output<typeof staffSession.challenge>
type ForNewPasskey = Output<typeof staffSession.addOptions>

const CHALLENGE_MINUTES = 5
const REFUSED: Refusal<'staff-passkey-refused'> = refused('staff-passkey-refused')

const siteOf = (services: PasskeyServices) => siteAt(consoleOrigin(services))

/** A challenge, stored by its hash until it is used. */
export async function makeChallenge(services: PasskeyServices): Promise<Challenge> {
  const { db, clock, cipher, ids } = services
  const challenge = ids.secret()
  const until = new Date(clock.wall().getTime() + CHALLENGE_MINUTES * 60_000)
  await storeStaffChallenge(db, cipher.keyedHash('staff-challenge', challenge), until)
  return { challenge, rpId: siteOf(services).rpId }
}

/** Signs in the person of a passkey that signed one of our challenges. */
export async function signInByPasskey(
  services: PasskeyServices,
  assertion: Assertion,
  { cookies, now }: PublicCall,
): Promise<null | Refusal<'staff-passkey-refused'>> {
  const staffId = await provenBy(services, assertion, now)
  if (staffId === undefined) return REFUSED
  return services.db.transaction(async tx => {
    await lockPeople(tx, [staffId])
    // A concurrent renewal has removed the passkey.
    if (!(await staffPasskey(tx, assertion.id))) return REFUSED
    await createStaffSession(services, tx, { staffId, way: 'passkey' }, cookies)
    return null
  })
}

/** Reauthenticates the person of a session. A passkey of somebody else does not. */
export async function reauthenticate(
  services: PasskeyServices,
  assertion: Assertion,
  { staff, now }: StaffCall,
): Promise<null | Refusal<'staff-passkey-refused'>> {
  if ((await provenBy(services, assertion, now)) !== staff.staffId) return REFUSED
  await noteStaffProof(services.db, staff.sessionId, services.clock.wall())
  return null
}

/** The person whom a link invites, with a challenge. */
export async function readInvitation(
  services: PasskeyServices,
  link: string,
): Promise<ForNewPasskey | Refusal<'staff-passkey-refused'>> {
  const { db, clock, cipher } = services
  const person = await invitedBy(db, cipher.keyedHash('staff-link', link), clock.wall())
  return person ? forNewPasskey(services, person) : REFUSED
}

async function forNewPasskey(
  services: PasskeyServices,
  person: Parameters<typeof mailOf>[1],
): Promise<ForNewPasskey> {
  const challenge = await makeChallenge(services)
  const rpName = services.config.lender?.name ?? 'Saral'
  return { staffId: person.staffId, mail: mailOf(services, person), rpName, ...challenge }
}

/** Stores the passkey of an invited person, uses up the link, and signs the person in. */
export async function registerPasskey(
  services: PasskeyServices,
  { link, passkey }: Input<typeof staffSession.register>,
  { cookies, now }: PublicCall,
): Promise<null | Refusal<'staff-passkey-refused'>> {
  const { db, clock, cipher } = services
  const key = await newPasskeyOf(services, passkey)
  if (!key) return REFUSED
  const linkHash = cipher.keyedHash('staff-link', link)
  return db.transaction(async tx => {
    const invited = await invitedBy(tx, linkHash, clock.wall())
    if (!invited) return REFUSED
    const { staffId } = invited
    await lockPeople(tx, [staffId])
    if (!(await takeInvitation(tx, linkHash, clock.wall()))) return REFUSED
    if (!(await openAccount(tx, staffId, 'link', now))) return REFUSED
    if (!(await storeKey(services, tx, staffId, key, now))) return REFUSED
    await createStaffSession(services, tx, { staffId, way: 'passkey' }, cookies)
    return null
  })
}

/** The passkeys of the caller, the oldest first. */
export async function ownPasskeys(
  { db }: PasskeyServices,
  { staff }: StaffCall,
): Promise<Output<typeof staffSession.passkeys>> {
  return { passkeys: await db.transaction(tx => passkeysOfStaff(tx, staff.staffId)) }
}

/** A challenge for a further passkey of the caller. */
export async function addPasskeyOptions(
  services: PasskeyServices,
  { staff }: StaffCall,
): Promise<ForNewPasskey> {
  const person = await staffOf(services.db, staff.staffId)
  if (!person) throw new Error('a session has no member of staff')
  return forNewPasskey(services, person)
}

/** Adds a further passkey, up to the maximum of a person. */
export async function addOwnPasskey(
  services: PasskeyServices,
  { passkey }: Input<typeof staffSession.addPasskey>,
  { staff: { staffId, sessionId }, now }: StaffCall,
): Promise<null | Refusal<'staff-passkey-refused' | 'passkey-limit'>> {
  const key = await newPasskeyOf(services, passkey)
  if (!key) return REFUSED
  return services.db.transaction(async tx => {
    await lockPeople(tx, [staffId])
    // A concurrent renewal has ended the session.
    if ((await staffOfSession(tx, sessionId)) !== staffId) return REFUSED
    if ((await passkeysOfStaff(tx, staffId)).length >= STAFF_PASSKEYS_MAX)
      return refused('passkey-limit', { details: { most: STAFF_PASSKEYS_MAX } })
    return (await storeKey(services, tx, staffId, key, now)) ? null : REFUSED
  })
}

/**
 * Removes a passkey of the caller, but not the last, and ends other sessions that it may have
 * begun.
 */
export async function removeOwnPasskey(
  services: PasskeyServices,
  { passkeyId }: Input<typeof staffSession.removePasskey>,
  { staff: { staffId, sessionId }, now }: StaffCall,
): Promise<null | Refusal<'staff-passkey-last'>> {
  return services.db.transaction(async tx => {
    const passkeys = await passkeysOfStaff(tx, staffId)
    if (!passkeys.some(each => each.passkeyId === passkeyId)) return null
    if (passkeys.length === 1) return refused('staff-passkey-last')
    await removeStaffPasskey(tx, staffId, passkeyId)
    await endOtherSessions(tx, staffId, sessionId)
    await audit(services, tx, 'staff-passkey-removed', staffId, now)
    return null
  })
}

/** A valid new passkey, whose challenge is used up; undefined for an invalid one. */
async function newPasskeyOf(
  services: PasskeyServices,
  { id: credentialId, transports, ...values }: NewPasskey,
) {
  const attestation = { credentialId, ...values }
  const key = await verifiedCredential(siteOf(services), challenged(services), attestation)
  if (!key) services.log.info({}, 'a new passkey of staff was refused')
  return key && { ...key, transports }
}

type Key = NonNullable<Awaited<ReturnType<typeof newPasskeyOf>>>

/** Stores and audits a new passkey; false if its id is taken. */
async function storeKey(
  services: PasskeyServices,
  tx: Transaction,
  staffId: string,
  { credentialId: id, publicKey, signCount: counter, transports }: Key,
  now: Date,
): Promise<boolean> {
  const at = services.clock.wall()
  if (!(await insertStaffPasskey(tx, { id, staffId, publicKey, counter, transports, at })))
    return false
  await audit(services, tx, 'staff-passkey-added', staffId, now)
  return true
}

/** The person whose passkey signed; undefined if the assertion is invalid. */
async function provenBy(
  services: PasskeyServices,
  { id, ...values }: Assertion,
  now: Date,
): Promise<string | undefined> {
  const { db, clock, log } = services
  const key = await staffPasskey(db, id)
  if (!key) return undefined
  const signed = { credentialId: id, ...values }
  const counter = await counterOfSignature(
    siteOf(services),
    challenged(services),
    key.publicKey,
    signed,
  )
  if (counter === undefined) {
    log.info({}, 'a signature of a passkey of staff was refused')
    return undefined
  }
  if (await notePasskeyUse(db, id, counter, clock.wall())) return key.staffId
  // A counter that does not grow indicates a cloned key.
  await db.transaction(tx => audit(services, tx, 'staff-passkey-counter-behind', key.staffId, now))
  return undefined
}

/** Uses up the signed challenge; false if it is not ours, used or too old. */
function challenged({ db, clock, cipher }: PasskeyServices): ExpectedChallenge {
  return challenge =>
    takeStaffChallenge(db, cipher.keyedHash('staff-challenge', challenge), clock.wall())
}

async function audit(
  { cipher }: PasskeyServices,
  tx: Transaction,
  action: AuditAction,
  staffId: string,
  at: Date,
): Promise<void> {
  await writeAudit(tx, cipher, { actor: `staff:${staffId}`, action, subject: staffId, at })
}
