import { staffContract } from '#contract/staff/index.ts'
import type { Paise } from '#domain/money.ts'
import type { Role } from '#domain/staff/permissions.ts'
import { waitingOrders } from '#server/lending/db/waiting.ts'
import type { Cipher } from '#server/platform/db/encrypt.ts'
import type { Database } from '#server/platform/db/open.ts'
import { randomIds } from '#server/platform/ids.ts'
import { inviteByCommand } from '#server/staff/people.ts'
import { type Browser, browserOn } from '#server/testing/browser.ts'
import { softwarePasskey } from '#server/testing/staff.ts'
import type { Chance } from './chance.ts'
import type { SimulatedClock } from './clock.ts'
import type { Provider } from './vendor.ts'

/** What the lender's people did at the console, by name. */
export type StaffCounts = {
  'application decided at the console': number
  'refund settled by two persons': number
  'proposal refused': number
  'own proposal not approved': number
}

/** The lender's people, who work through the console's calls while the server may die. */
export type Staff = {
  /** Works off some of what waits. Whatever the server does not answer is done another time. */
  readonly work: (chance: Chance) => Promise<void>
  readonly counts: Readonly<StaffCounts>
  /** What was paid back by hand, as the lender's own bank account knows it. */
  readonly sentByHand: () => Provider['refunds']
  /** Names what the server's books say otherwise of the payments by hand. */
  readonly faults: () => Promise<string[]>
}

type Parts = {
  readonly origin: string
  readonly db: Database
  readonly cipher: Cipher
  readonly clock: SimulatedClock
}
type Paid = { readonly reference: string; readonly attemptRef: string; readonly amount: Paise }
type Member = { readonly signIn: () => Promise<Browser | undefined> }

const DECIDED_AT_CONSOLE = 0.5
const APPROVED = 0.7
const REFUSED = 0.25
const OWN_TRIED = 0.3

/** What the people remember, and with whom they work. */
type World = {
  readonly db: Database
  readonly officer: Member
  readonly operations: Member
  readonly finance: Member
  readonly counts: StaffCounts
  /** What was proposed as paid by hand, by refund. */
  readonly wished: Map<string, Paid>
  /** The refunds whose settlement a second person approved. */
  readonly settled: Set<string>
}

/** Invites the lender's people, each with a passkey. */
export async function openStaff(parts: Parts): Promise<Staff> {
  const world: World = {
    db: parts.db,
    officer: await member(parts, ['credit-officer']),
    // With the permission to decide besides, and still not about the own proposals.
    operations: await member(parts, ['operations', 'finance']),
    finance: await member(parts, ['finance']),
    counts: {
      'application decided at the console': 0,
      'refund settled by two persons': 0,
      'proposal refused': 0,
      'own proposal not approved': 0,
    },
    wished: new Map(),
    settled: new Set(),
  }
  const { counts, wished, settled } = world
  return {
    counts,
    work: async chance => {
      await decide(world, chance)
      await propose(world, chance)
      await approve(world, chance)
    },
    sentByHand: () =>
      new Map(
        [...wished]
          .filter(([refundId]) => settled.has(refundId))
          // The key names the refund, as those of the provider do, and is none of its own.
          .map(([refundId, { attemptRef, amount }]) => [
            `${refundId}-by-hand`,
            { attemptRef, amount },
          ]),
      ),
    faults: () => handFaults(world),
  }
}

async function decide({ db, officer, counts }: World, chance: Chance): Promise<void> {
  const browser = (await waitingOrders(db)).length > 0 && (await officer.signIn())
  if (!browser) return
  const application = browser.calls(staffContract.application)
  for (const { id: orderId } of await itemsOf(browser, 'application')) {
    if (!chance.happens(DECIDED_AT_CONSOLE)) continue
    const opened = await application.open({ orderId, why: 'decision' })
    if (!opened.ok) continue
    const answer = chance.happens(APPROVED)
      ? await application.approve({ orderId })
      : await application.deny({
          orderId,
          reasons: [],
          text: 'Your income could not be confirmed.',
        })
    if (answer.ok) counts['application decided at the console'] += 1
  }
}

async function propose({ db, operations, counts, wished }: World, chance: Chance): Promise<void> {
  const waiting = await db.raw(
    `SELECT refund_id::text AS id, r.attempt_ref AS "attemptRef" FROM refund f
     JOIN payment_receipt r ON r.borrower_id = f.borrower_id AND r.receipt_id = f.receipt_id
     WHERE f.state = 'given-up'`,
  )
  const browser = waiting.length > 0 && (await operations.signIn())
  if (!browser) return
  const proposals = browser.calls(staffContract.proposal)
  for (const { id: refundId, amount, hasProposal } of await itemsOf(browser, 'refund')) {
    const about = waiting.find(({ id }) => id === refundId)
    if (!about || hasProposal || amount === null) continue
    const reference = wished.get(refundId)?.reference ?? `HAND${1_000_000 + wished.size}`
    wished.set(refundId, { reference, attemptRef: String(about.attemptRef), amount })
    const made = await proposals.settleRefund({ refundId, reference, why: 'Paid by hand.' })
    if (!made.ok || !chance.happens(OWN_TRIED)) continue
    const own = await proposals.approve(made.data)
    if (own.ok) throw new Error('the proposer approved')
    if (own.reason === 'second-person-needed') counts['own proposal not approved'] += 1
  }
}

async function approve(world: World, chance: Chance): Promise<void> {
  const { finance, wished, settled, counts } = world
  const browser = wished.size > settled.size && (await finance.signIn())
  if (!browser) return
  const proposals = browser.calls(staffContract.proposal)
  const act = 'settle-refund'
  const decided = await proposals.list({ view: 'decided', act })
  // An approval whose answer was lost is read here.
  for (const { subject, outcome } of decided.ok ? decided.data.proposals : [])
    if (outcome === 'approved') settle(world, subject)
  const waiting = await proposals.list({ view: 'waiting', act })
  for (const { proposalId, subject } of waiting.ok ? waiting.data.proposals : []) {
    if (chance.happens(REFUSED)) {
      const refused = await proposals.refuse({ proposalId, reason: 'The reference is unclear.' })
      if (refused.ok) counts['proposal refused'] += 1
    } else if ((await proposals.approve({ proposalId })).ok) settle(world, subject)
  }
}

function settle({ settled, counts }: World, refundId: string): void {
  if (settled.has(refundId)) return
  settled.add(refundId)
  counts['refund settled by two persons'] += 1
}

async function handFaults({ db, wished, settled }: World): Promise<string[]> {
  const rows = await db.raw(
    'SELECT refund_id::text AS id, hand_reference AS reference FROM refund WHERE hand_reference IS NOT NULL',
  )
  const stored = new Map(rows.map(({ id, reference }) => [String(id), reference]))
  return [
    ...[...settled]
      .filter(id => stored.get(id) !== wished.get(id)?.reference)
      .map(id => `refund ${id} was approved as paid by hand, but its books lack that`),
    ...[...stored.keys()]
      .filter(id => !settled.has(id))
      .map(id => `refund ${id} counts as paid by hand, which no second person approved`),
  ]
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
      const asked = await calls.challenge({})
      if (!asked.ok) return undefined
      return (await calls.signIn(key.get(asked.data.challenge))).ok ? browser : undefined
    },
  }
}

async function itemsOf(browser: Browser, kind: 'application' | 'refund') {
  const list = await browser.calls(staffContract.inbox).list({})
  return list.ok ? list.data.items.filter(item => item.kind === kind) : []
}
