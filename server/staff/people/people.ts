/** The lender's people: who they are, how a person is invited, and which roles they have. */
import { INVITATION_HOURS, type Role } from '#domain/staff/permissions.ts'
import type { CipherContext } from '#server/platform/db/encrypt.ts'
import type { Services, Work } from '#server/services.ts'
import {
  insertStaff,
  type StaffRow,
  staffByMail,
  storeInvitation,
} from '#server/staff/people/db/staff.ts'
import { renewByCommand } from '#server/staff/people/renewal.ts'

type Parts = Pick<Services, 'clock' | 'cipher' | 'ids'>

/** The origin of the console: its own address, or the product's. */
export function consoleOrigin({
  config,
  publicOrigin,
}: Pick<Services, 'publicOrigin'> & {
  readonly config: Pick<Services['config'], 'console'>
}): string {
  return config.console?.url === undefined ? publicOrigin() : new URL(config.console.url).origin
}

/** The only host of the console and its calls, if it has an origin of its own. */
export function consoleHostOf({ console: offered }: Services['config']): string | undefined {
  return offered?.url === undefined ? undefined : new URL(offered.url).host
}

/** The address that an invited person opens. The secret follows `#`, so that no server logs it. */
export function invitationAddress(origin: string, link: string): string {
  return `${origin}/console/invitation#${link}`
}

/** True where the sandbox may sign people in: every service is simulated, and there is no lender. */
export function mayBeSimulated({
  console: offered,
  lender,
  simulated,
}: Services['config']): boolean {
  const all = ['sms', 'payment', 'payout', 'verification'] as const
  return offered !== undefined && !lender && all.every(one => simulated.includes(one))
}

/** The person whom the sandbox signs in as a role, added at the first time. */
export async function simulatedPerson(work: Work<Parts>, role: Role): Promise<string> {
  const mail = `${role}@sandbox.example`
  const existing = await staffByMail(work.tx, mailHashOf(work.services, mail))
  const staffId =
    existing?.staffId ?? (await addStaff(work, { mail, roles: [role], isSimulated: true }))
  if (staffId === undefined) throw new Error('two requests made the same person: try again')
  return staffId
}

function mailContext(staffId: string): CipherContext {
  return { table: 'staff', row: staffId, column: 'mail_sealed' }
}

export function mailHashOf({ cipher }: Pick<Parts, 'cipher'>, mail: string): Buffer {
  return cipher.keyedHash('staff-mail', mail)
}

export function mailOf(
  { cipher }: Pick<Parts, 'cipher'>,
  { staffId, mailSealed }: Pick<StaffRow, 'staffId' | 'mailSealed'>,
): string {
  return cipher.decryptText(mailSealed, mailContext(staffId))
}

/** Adds a person; undefined if the mail address belongs to somebody. */
export async function addStaff(
  { services, tx }: Work<Parts>,
  { mail, roles, isSimulated }: Pick<StaffRow, 'roles' | 'isSimulated'> & { readonly mail: string },
): Promise<string | undefined> {
  const { clock, cipher, ids } = services
  const at = clock.wall()
  const staffId = ids.uuid(at)
  const mailSealed = cipher.encrypt(mail, mailContext(staffId))
  const mailHash = mailHashOf(services, mail)
  const isNew = await insertStaff(tx, { staffId, mailHash, mailSealed, roles, isSimulated, at })
  return isNew ? staffId : undefined
}

/** Makes a one-time link of 24 hours for a person, and returns its secret. Older links become void. */
export async function makeInvitation(
  { services, tx }: Work<Parts>,
  staffId: string,
): Promise<string> {
  const { clock, cipher, ids } = services
  const link = ids.secret()
  const until = new Date(clock.wall().getTime() + INVITATION_HOURS * 3_600_000)
  await storeInvitation(tx, cipher.keyedHash('staff-link', link), staffId, until)
  return link
}

/**
 * Invites a person by command: adds them with these roles if they are new, renews their account
 * otherwise, and makes a link. Undefined for a person whose access has ended.
 */
export async function inviteByCommand(
  work: Work<Parts>,
  mail: string,
  roles: readonly Role[],
): Promise<Invited | undefined> {
  const existing = await staffByMail(work.tx, mailHashOf(work.services, mail))
  if (existing?.endedAt) return undefined
  const staffId = existing?.staffId ?? (await addStaff(work, { mail, roles, isSimulated: false }))
  if (staffId === undefined) return undefined
  const needsConfirmation = await renewByCommand(work.tx, staffId, work.at)
  return { staffId, link: await makeInvitation(work, staffId), needsConfirmation }
}
export type Invited = {
  readonly staffId: string
  readonly link: string
  /** Somebody who may approve people confirms the account at the console before it works. */
  readonly needsConfirmation: boolean
}
