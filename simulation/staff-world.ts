/** The lender's people of a run, and their records. */
import { staffContract } from '#contract/staff/index.ts'
import type { InboxKind } from '#domain/staff/inbox.ts'
import type { Role } from '#domain/staff/permissions.ts'
import type { Cipher } from '#server/platform/db/encrypt.ts'
import type { Database } from '#server/platform/db/open.ts'
import { randomIds } from '#server/platform/ids.ts'
import { inviteByCommand } from '#server/staff/people/people.ts'
import { type Browser, browserOn } from '#server/testing/browser.ts'
import { softwarePasskey } from '#server/testing/staff.ts'
import type { SimulatedClock } from './clock.ts'

/** The acts of staff at the console, by name. */
export const STAFF_EVENTS = [
  'application decided at the console',
  'question asked about an application',
  'face passed by a person',
  'face denied by a person',
  'refund settled by two persons',
  'payout stopped by two persons',
  'penal charge waived by two persons',
  'proposal refused',
  'own proposal not approved',
  'complaint closed',
  'call of collections',
  'promise to pay noted',
] as const
export type StaffEvent = (typeof STAFF_EVENTS)[number]
export type StaffCounts = Record<StaffEvent, number>

export type Parts = {
  readonly origin: string
  readonly db: Database
  readonly cipher: Cipher
  readonly clock: SimulatedClock
}
/** Signs in with a passkey; undefined while the server does not answer. */
export type Member = { readonly signIn: () => Promise<Browser | undefined> }

/** A call of collections, which the server allowed between two instants. */
export type Call = { readonly orderId: string; readonly from: string; readonly until: string }

export type StaffWorld = {
  readonly db: Database
  readonly clock: SimulatedClock
  readonly counts: StaffCounts
  readonly officer: Member
  readonly kyc: Member
  readonly operations: Member
  readonly finance: Member
  readonly collector: Member
  readonly grievance: Member
  /** The faces that were settled, and how. */
  readonly faces: Map<string, 'passed' | 'denied'>
  /** The applications about which a question was asked. */
  readonly asking: Set<string>
  /** The complaints that were closed, and the instant before it. */
  readonly closed: Map<string, string>
  readonly calls: Call[]
}

/** Invites the lender's people, each with a passkey. */
export async function staffWorld(parts: Parts): Promise<StaffWorld> {
  return {
    db: parts.db,
    clock: parts.clock,
    counts: Object.fromEntries(STAFF_EVENTS.map(name => [name, 0])) as StaffCounts,
    officer: await member(parts, ['credit-officer']),
    kyc: await member(parts, ['kyc-officer']),
    // This member has the permission to decide, too, but not about own proposals.
    operations: await member(parts, ['operations', 'finance']),
    finance: await member(parts, ['finance']),
    collector: await member(parts, ['collections']),
    grievance: await member(parts, ['grievance-officer']),
    faces: new Map(),
    asking: new Set(),
    closed: new Map(),
    calls: [],
  }
}

/** An invited person with a passkey. Sessions last hours, so each round of work begins with a sign-in. */
async function member(
  { origin, db, cipher, clock }: Parts,
  roles: readonly Role[],
): Promise<Member> {
  const services = { cipher, ids: randomIds(), clock: { now: clock.now, wall: clock.now } }
  const invited = await db.transaction(tx =>
    inviteByCommand({ services, tx, at: clock.now() }, `${roles.join('.')}@lender.example`, roles),
  )
  if (!invited) throw new Error(`nobody was invited as ${roles}`)
  const key = softwarePasskey(origin)
  const first = browserOn(origin).calls(staffContract.staffSession)
  const challenge = await first.challenge({})
  const passkey = challenge.ok ? key.create(challenge.data.challenge) : undefined
  const registered = passkey && (await first.register({ link: invited.link, passkey }))
  if (!registered?.ok) throw new Error(`${roles} have no passkey`)
  return {
    signIn: async () => {
      const browser = browserOn(origin)
      const calls = browser.calls(staffContract.staffSession)
      const answer = await calls.challenge({})
      if (!answer.ok) return undefined
      return (await calls.signIn(key.get(answer.data.challenge))).ok ? browser : undefined
    },
  }
}

/** The waiting items of a kind; none while the server does not answer. */
export async function itemsOf(browser: Browser, kind: InboxKind) {
  const list = await browser.calls(staffContract.inbox).list({ kind })
  return list.ok ? list.data.items : []
}
