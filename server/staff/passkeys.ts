/** Sign-in of staff by passkey (WebAuthn). The browser proves the person: user verification is required. */
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import type { Input, Output } from '#contract/endpoint.ts'
import { type Refusal, refused } from '#contract/envelope.ts'
import type { staffSession } from '#contract/staff/session.ts'
import type { PublicCall, StaffCall } from '#server/platform/actions/call.ts'
import { writeAudit } from '#server/platform/audit/entries.ts'
import type { Services } from '#server/services.ts'
import {
  countPasskeyUse,
  insertStaffPasskey,
  invitedBy,
  noteStaffProof,
  staffPasskey,
  storeStaffChallenge,
  takeInvitation,
  takeStaffChallenge,
} from '#server/staff/db/staff.ts'
import { consoleOrigin, mailOf } from '#server/staff/people.ts'
import { createStaffSession } from '#server/staff/sessions.ts'

/** The ways in which a passkey talks to its device (WebAuthn, "transports"). */
export type AuthenticatorTransport = Input<
  typeof staffSession.register
>['passkey']['transports'][number]

export type PasskeyServices = Pick<
  Services,
  'db' | 'clock' | 'cipher' | 'ids' | 'log' | 'config' | 'publicOrigin'
>

type Assertion = Input<typeof staffSession.signIn>
type Challenge = Output<typeof staffSession.challenge>

const CHALLENGE_MINUTES = 5
/** ES256, RS256 and EdDSA. */
const ALGORITHMS = [-7, -257, -8]
const REFUSED: Refusal<'staff-passkey-refused'> = refused('staff-passkey-refused')

/** A challenge, stored by its hash until it is used. */
export async function makeChallenge(services: PasskeyServices): Promise<Challenge> {
  const { db, clock, cipher, ids } = services
  const challenge = ids.secret()
  const until = new Date(clock.wall().getTime() + CHALLENGE_MINUTES * 60_000)
  await storeStaffChallenge(db, cipher.keyedHash('staff-challenge', challenge), until)
  return { challenge, rpId: rpIdOf(services) }
}

/** Signs in the person of a passkey that signed one of our challenges. */
export async function signInByPasskey(
  services: PasskeyServices,
  assertion: Assertion,
  { cookies }: PublicCall,
): Promise<null | Refusal<'staff-passkey-refused'>> {
  const staffId = await provenBy(services, assertion)
  if (staffId === undefined) return REFUSED
  await services.db.transaction(tx => createStaffSession(services, tx, staffId, cookies))
  return null
}

/** Proves anew who uses the session; a passkey of somebody else does not. */
export async function proveAnew(
  services: PasskeyServices,
  assertion: Assertion,
  { staff }: StaffCall,
): Promise<null | Refusal<'staff-passkey-refused'>> {
  if ((await provenBy(services, assertion)) !== staff.staffId) return REFUSED
  await noteStaffProof(services.db, staff.sessionId, services.clock.wall())
  return null
}

/** The person whom a link invites, with a challenge. */
export async function readInvitation(
  services: PasskeyServices,
  link: string,
): Promise<Output<typeof staffSession.invitation> | Refusal<'staff-passkey-refused'>> {
  const { db, clock, cipher, config } = services
  const person = await invitedBy(db, cipher.keyedHash('staff-link', link), clock.wall())
  if (!person) return REFUSED
  const challenge = await makeChallenge(services)
  const rpName = config.lender?.name ?? 'Saral'
  return { staffId: person.staffId, mail: mailOf(services, person), rpName, ...challenge }
}

/** Stores the passkey of an invited person, uses the link up, and signs the person in. */
export async function registerPasskey(
  services: PasskeyServices,
  { link, passkey }: Input<typeof staffSession.register>,
  { cookies, now }: PublicCall,
): Promise<null | Refusal<'staff-passkey-refused'>> {
  const { db, clock, cipher } = services
  const key = await newPasskeyOf(services, passkey)
  if (!key) return REFUSED
  return db.transaction(async tx => {
    const at = clock.wall()
    const staffId = await takeInvitation(tx, cipher.keyedHash('staff-link', link), at)
    if (staffId === undefined) return REFUSED
    const { transports } = passkey
    const { id, publicKey, counter } = key
    if (!(await insertStaffPasskey(tx, { id, staffId, publicKey, counter, transports, at })))
      return REFUSED
    await createStaffSession(services, tx, staffId, cookies)
    const actor = `staff:${staffId}`
    await writeAudit(tx, cipher, {
      actor,
      action: 'staff-passkey-added',
      subject: staffId,
      at: now,
    })
    return null
  })
}

async function newPasskeyOf(
  services: PasskeyServices,
  { id, clientDataJSON, attestationObject }: Input<typeof staffSession.register>['passkey'],
) {
  const response = { clientDataJSON, attestationObject }
  const verified = await verifyRegistrationResponse({
    response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
    ...expected(services),
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(refusedBecause(services))
  return verified?.verified ? verified.registrationInfo.credential : undefined
}

/** The person whose passkey signed; undefined if anything about the assertion is wrong. */
async function provenBy(
  services: PasskeyServices,
  { id, clientDataJSON, authenticatorData, signature }: Assertion,
): Promise<string | undefined> {
  const { db } = services
  const key = await staffPasskey(db, id)
  if (!key) return undefined
  const response = { clientDataJSON, authenticatorData, signature }
  const verified = await verifyAuthenticationResponse({
    response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
    ...expected(services),
    credential: {
      id,
      publicKey: new Uint8Array(key.publicKey),
      counter: key.counter,
      transports: [...key.transports],
    },
  }).catch(refusedBecause(services))
  if (!verified?.verified) return undefined
  await countPasskeyUse(db, id, verified.authenticationInfo.newCounter)
  return key.staffId
}

function expected(services: PasskeyServices) {
  const { db, clock, cipher } = services
  return {
    expectedChallenge: (challenge: string) =>
      takeStaffChallenge(db, cipher.keyedHash('staff-challenge', challenge), clock.wall()),
    expectedOrigin: consoleOrigin(services),
    expectedRPID: rpIdOf(services),
    requireUserVerification: true,
  }
}

/** The library throws for whatever does not fit. The message names the check, and no secret. */
function refusedBecause({ log }: Pick<Services, 'log'>) {
  return (error: Error) => {
    log.info({ why: error.name }, 'a passkey was refused')
    return undefined
  }
}

function rpIdOf(services: PasskeyServices): string {
  return new URL(consoleOrigin(services)).hostname
}
