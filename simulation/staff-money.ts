/** The acts of two members of staff on money: one proposes, the other decides. */
import { staffContract } from '#contract/staff/index.ts'
import { type Paise, paise } from '#domain/money.ts'
import type { Browser } from '#server/testing/browser.ts'
import type { Chance } from './chance.ts'
import { overdueOrders } from './staff-cases.ts'
import { itemsOf, type StaffEvent, type StaffWorld } from './staff-world.ts'

const REFUSED = 0.25
const OWN_TRIED = 0.3
const STOPPED = 0.1
const WAIVED = 0.02
const WAIVED_WHOLLY = 0.4

/** The count of each approved act. */
const APPROVED = {
  'settle-refund': 'refund settled by two persons',
  'stop-payout': 'payout stopped by two persons',
  'waive-penal': 'penal charge waived by two persons',
} as const satisfies Record<string, StaffEvent>
type Act = keyof typeof APPROVED
const isAct = (act: string): act is Act => act in APPROVED

type Hand = { readonly reference: string; readonly attemptRef: string; readonly amount: Paise }

/** The two persons' own record of their proposals. */
export type Memory = {
  /** The proposals to count as paid by hand, by refund. */
  readonly byHand: Map<string, Hand>
  /** The amounts that were proposed to be waived, by order, in paise. */
  readonly waivers: Map<string, number[]>
  /** The proposals whose approval was sent, and not answered. */
  readonly unanswered: Set<string>
  /** The subjects of approved proposals, by proposal. */
  readonly approved: Map<string, { readonly act: Act; readonly subject: string }>
}

export const noMemory = (): Memory => ({
  byHand: new Map(),
  waivers: new Map(),
  unanswered: new Set(),
  approved: new Map(),
})

export async function propose(world: StaffWorld, memory: Memory, chance: Chance): Promise<void> {
  await settleRefunds(world, memory, chance)
  await stopPayouts(world, chance)
  await waive(world, memory, chance)
}

async function settleRefunds(
  { db, operations, counts }: StaffWorld,
  { byHand }: Memory,
  chance: Chance,
): Promise<void> {
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
    const reference = byHand.get(refundId)?.reference ?? `HAND${1_000_000 + byHand.size}`
    byHand.set(refundId, { reference, attemptRef: String(about.attemptRef), amount })
    const answer = await proposals.settleRefund({ refundId, reference, why: 'Paid by hand.' })
    if (!answer.ok || !chance.happens(OWN_TRIED)) continue
    const approval = await proposals.approve({ ...answer.data, reason: 'I read it.' })
    if (approval.ok) throw new Error('the proposer approved')
    if (approval.reason === 'second-person-needed') counts['own proposal not approved'] += 1
  }
}

async function stopPayouts({ db, operations }: StaffWorld, chance: Chance): Promise<void> {
  const pending = await db.raw(
    `SELECT payout_id::text AS id FROM payout WHERE state = 'pending' AND stopped_at IS NULL`,
  )
  const chosen = pending.filter(() => chance.happens(STOPPED))
  const browser = chosen.length > 0 && (await operations.signIn())
  if (!browser) return
  const { stopPayout } = browser.calls(staffContract.proposal)
  for (const { id } of chosen)
    await stopPayout({ payoutId: String(id), why: 'The bank does not answer.' })
}

async function waive(
  { db, collector }: StaffWorld,
  { waivers }: Memory,
  chance: Chance,
): Promise<void> {
  const chosen = (await overdueOrders(db)).filter(() => chance.happens(WAIVED))
  const browser = chosen.length > 0 && (await collector.signIn())
  if (!browser) return
  const { open } = browser.calls(staffContract.collection)
  const { waivePenal } = browser.calls(staffContract.proposal)
  for (const orderId of chosen) {
    const opened = await open({ orderId, why: 'collection' })
    if (!opened.ok || opened.data.penal === 0 || opened.data.waiverUntil !== null) continue
    const { penal } = opened.data
    const amount = chance.happens(WAIVED_WHOLLY) ? penal : paise(chance.between(1, penal))
    waivers.set(orderId, [...(waivers.get(orderId) ?? []), amount])
    await waivePenal({ orderId, amount, why: 'Their wages came late.' })
  }
}

/** Decides the open proposals, and reads the outcome where an answer was lost. */
export async function decideProposals(
  { db, finance, counts }: StaffWorld,
  memory: Memory,
  chance: Chance,
): Promise<void> {
  const [open] = await db.raw('SELECT 1 AS one FROM open_proposal LIMIT 1')
  const isNeeded = open !== undefined || memory.unanswered.size > 0
  const browser = isNeeded && (await finance.signIn())
  if (!browser) return
  const proposals = browser.calls(staffContract.proposal)
  const noteApproval = (proposalId: string, act: Act, subject: string) => {
    if (!memory.approved.has(proposalId)) counts[APPROVED[act]] += 1
    memory.approved.set(proposalId, { act, subject })
    memory.unanswered.delete(proposalId)
  }
  const decided = memory.unanswered.size > 0 ? await listed(browser, 'decided') : []
  for (const { proposalId, effect, subject, outcome } of decided) {
    const { act } = effect
    if (outcome === 'approved' && memory.unanswered.has(proposalId) && isAct(act))
      noteApproval(proposalId, act, subject)
    memory.unanswered.delete(proposalId)
  }
  for (const { proposalId, effect, subject } of await listed(browser, 'waiting')) {
    const { act } = effect
    if (!isAct(act)) continue
    if (chance.happens(REFUSED)) {
      const refused = await proposals.refuse({ proposalId, reason: 'The reason is unclear.' })
      if (refused.ok) counts['proposal refused'] += 1
      continue
    }
    memory.unanswered.add(proposalId)
    const approved = await proposals.approve({ proposalId, reason: 'I read it.' })
    if (approved.ok) noteApproval(proposalId, act, subject)
    else if (approved.reason !== 'network') memory.unanswered.delete(proposalId)
  }
}

async function listed(browser: Browser, view: 'waiting' | 'decided') {
  const list = await browser.calls(staffContract.proposal).list({ view })
  return list.ok ? list.data.proposals : []
}

const subjectsOf = ({ approved }: Memory, act: Act) =>
  [...approved.values()].filter(each => each.act === act).map(({ subject }) => subject)

/** The refunds paid by hand, by the lender's own bank account. */
export function refundsByHand(memory: Memory) {
  const settled = new Set(subjectsOf(memory, 'settle-refund'))
  return new Map(
    [...memory.byHand]
      .filter(([refundId]) => settled.has(refundId))
      // The key names the refund, as the provider's keys do, and differs from all of them.
      .map(([refundId, { attemptRef, amount }]) => [`${refundId}-by-hand`, { attemptRef, amount }]),
  )
}

/** Names each act of two persons on which the server's books differ from their record. */
export async function moneyFaults({ db }: StaffWorld, memory: Memory): Promise<string[]> {
  const refunds = await db.raw(
    'SELECT refund_id::text AS id, hand_reference AS reference FROM refund WHERE hand_reference IS NOT NULL',
  )
  const stopped = await db.raw(
    'SELECT payout_id::text AS id FROM payout WHERE stopped_at IS NOT NULL',
  )
  const waived = await db.raw(
    'SELECT order_id::text AS id, amount::int AS amount FROM penal_waiver',
  )
  const references = new Map(refunds.map(({ id, reference }) => [String(id), reference]))
  const settled = subjectsOf(memory, 'settle-refund')
  return [
    ...settled
      .filter(id => references.get(id) !== memory.byHand.get(id)?.reference)
      .map(id => `refund ${id} was approved as paid by hand, but its books lack that`),
    ...apart('paid by hand: refund', [...references.keys()], settled),
    ...apart(
      'stopped: payout',
      stopped.map(({ id }) => String(id)),
      subjectsOf(memory, 'stop-payout'),
    ),
    ...apart(
      'waived: order',
      waived.map(({ id }) => String(id)),
      subjectsOf(memory, 'waive-penal'),
    ),
    ...waived
      .filter(({ id, amount }) => !memory.waivers.get(String(id))?.includes(Number(amount)))
      .map(({ id, amount }) => `${amount} paise of order ${id} were waived, which nobody proposed`),
  ]
}

/** Names the acts that are stored more or less often than two persons approved them. */
function apart(what: string, stored: readonly string[], approved: readonly string[]): string[] {
  const times = (ids: readonly string[], id: string) => ids.filter(each => each === id).length
  return [...new Set([...stored, ...approved])]
    .filter(id => times(stored, id) !== times(approved, id))
    .map(id => `${what} ${id}, ${times(stored, id)} times, not ${times(approved, id)} as approved`)
}
