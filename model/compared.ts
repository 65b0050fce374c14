import { contract } from '#contract/index.ts'
import { type Day, day, daysBetween } from '#domain/day.ts'
import type { PaymentEvent } from '#server/providers/payment/port.ts'
import type { Borrower, LendingWorld } from '#server/testing/lending.ts'

/** The product whose terms the model has. */
export const PRODUCT = 'model'
/** The model's number for no ceiling. */
export const NO_CEILING = 1_000_000

/** The model's state, as far as the server's is compared with it. */
export type ModelWorld = {
  readonly order: string
  readonly payout: string
  readonly bank: { readonly state: string; readonly instructions: number }
  readonly extension: {
    readonly state: string
    readonly service: number
    readonly penal: number
    readonly interest: number
  }
  readonly plan: { readonly state: string }
  readonly debit: { readonly state: string; readonly page: number }
  readonly limit: { readonly ceiling: number; readonly later: number; readonly from: number }
  readonly next: { readonly amount: number; readonly refused: number }
  readonly loan: { readonly due: number; readonly waived: number }
  readonly proposal: { readonly isOpen: boolean; readonly made: number }
  readonly waivers: readonly unknown[]
  readonly day: number
  readonly pages: readonly { readonly amount: number }[]
  readonly attempts: readonly {
    readonly amount: number
    readonly page: number
    readonly isBooked: boolean
  }[]
  readonly receipts: readonly (Record<string, number> & { readonly page: number })[]
  readonly refunds: readonly Refund[]
}
type Refund = { readonly amount: number; readonly timesSent: number; readonly isDone: boolean }

/** The state of one order, in the model's words, on the server or in the model. */
export type ComparedState = {
  readonly order: string
  readonly payout: string
  readonly instructions: number
  readonly due: number | undefined
  readonly extension: string
  readonly fee: number
  readonly plan: string
  readonly debit: string
  /** The ceiling in force today; null without one. */
  readonly ceiling: number | null
  readonly next: number
  /** The penal charge that was waived, and whether a proposal to waive some of it is open. */
  readonly waived: number
  readonly isWaiverProposed: boolean
  /** A page on which money came stays paid. */
  readonly pages: readonly { readonly amount: number; readonly isPaid: boolean }[]
  readonly receipts: readonly Record<string, number>[]
  readonly refunds: readonly Refund[]
}

/** One order on the server, and the names that its pages, attempts and refunds have there. */
export type Replay = {
  readonly world: LendingWorld
  readonly borrower: Borrower
  readonly orderId: string
  readonly startDay: Day
  readonly sentBefore: number
  readonly pages: { readonly id: string; readonly amount: number }[]
  readonly attempts: PaymentEvent[]
  readonly refunds: Map<number, string>
}

/** The data of an answer; throws where the call was refused. */
export async function accepted<Data>(
  call: Promise<{ ok: true; data: Data } | { ok: false; reason: string }>,
): Promise<Data> {
  const answer = await call
  if (!answer.ok) throw new Error(`a call of the replay was refused: ${answer.reason}`)
  return answer.data
}

export async function refundRows({ world, orderId }: Replay) {
  const rows = await world.services.db.raw(
    'SELECT refund_id, amount, state FROM refund WHERE order_id = $1',
    [orderId],
  )
  return rows.map(row => ({
    id: String(row.refund_id),
    amount: Number(row.amount),
    isDone: row.state === 'done',
  }))
}

const byAmount = (one: Refund, other: Refund) =>
  one.amount - other.amount ||
  one.timesSent - other.timesSent ||
  Number(one.isDone) - Number(other.isDone)

/** The server's words for the model's states of an extension. */
const EXTENSION_STATES: Readonly<Record<string, string>> = {
  awaiting: 'Awaiting',
  paid: 'Extended',
  lapsed: 'Lapsed',
  abandoned: 'Abandoned',
  ended: 'Ended',
}
/** The server's words for the model's states of a hardship plan. */
const PLAN_STATES: Readonly<Record<string, string>> = {
  awaiting: 'PlanAwaited',
  granted: 'PlanGranted',
  refused: 'PlanRefused',
  ended: 'PlanEnded',
}
/** The server's words for the model's states of a debit. */
const DEBIT_STATES: Readonly<Record<string, string>> = {
  announced: 'Announced',
  skipped: 'Skipped',
  dropped: 'Dropped',
  started: 'Started',
}
const capitalized = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1)

/** The model's state of an order. */
export function ofModel({
  order,
  payout,
  bank,
  loan,
  extension,
  plan,
  debit,
  limit,
  day: today,
  next,
  proposal,
  pages,
  receipts,
  refunds,
}: ModelWorld): ComparedState {
  return {
    order,
    payout,
    instructions: bank.instructions,
    due: ['Loaned', 'Overdue', 'Extension'].includes(order) ? loan.due : undefined,
    extension: extension.state,
    fee: extension.service + extension.penal + extension.interest,
    plan: plan.state,
    debit: debit.state,
    ceiling: ceilingOf(limit, today),
    next: next.amount,
    waived: loan.waived,
    isWaiverProposed: proposal.isOpen,
    pages: pages.map(({ amount }, index) => ({
      amount,
      isPaid: receipts.some(({ page }) => page === index),
    })),
    receipts: receipts.map(
      ({ amount = 0, day: paidOn = 0, interest = 0, principal = 0, held = 0, excess = 0 }) => ({
        amount,
        paidOn,
        interest,
        principal,
        held,
        excess,
      }),
    ),
    refunds: refunds
      .map(({ amount, timesSent, isDone }) => ({ amount, timesSent, isDone }))
      .sort(byAmount),
  }
}

/** The model's ceiling on a day; from 0 on nothing waits. */
function ceilingOf({ ceiling, later, from }: ModelWorld['limit'], today: number): number | null {
  const inForce = from > 0 && from <= today ? later : ceiling
  return inForce === NO_CEILING ? null : inForce
}

/** The server's state of an order, in the model's words. */
export async function ofServer(replayed: Replay): Promise<ComparedState> {
  const { world, borrower, orderId, startDay, sentBefore, pages } = replayed
  const { db } = world.services
  const [order] = await db.raw('SELECT state, next_due_day FROM loan_order WHERE order_id = $1', [
    orderId,
  ])
  const [payout] = await db.raw('SELECT state FROM payout WHERE order_id = $1', [orderId])
  const [extension] = await db.raw(
    'SELECT state, service_fee + penal + interest AS fee FROM order_extension WHERE order_id = $1',
    [orderId],
  )
  const [plan] = await db.raw('SELECT state FROM hardship_plan WHERE order_id = $1', [orderId])
  const [debit] = await db.raw(
    'SELECT state FROM autopay_debit WHERE order_id = $1 ORDER BY due_day DESC LIMIT 1',
    [orderId],
  )
  const [next] = await db.raw(
    'SELECT principal FROM loan_order WHERE borrower_id = $1 AND order_id <> $2',
    [borrower.id, orderId],
  )
  const [waiver] = await db.raw(
    'SELECT sum(amount) AS waived FROM penal_waiver WHERE order_id = $1',
    [orderId],
  )
  const proposals = await db.raw(
    "SELECT proposal_id FROM open_proposal WHERE act = 'waive-penal' AND subject = $1",
    [orderId],
  )
  const limits = await accepted(borrower.browser.calls(contract.ownLimits).state({}))
  const receipts = await db.raw(
    'SELECT amount, day, penal + interest AS interest, principal, held, excess FROM payment_receipt WHERE order_id = $1 ORDER BY number',
    [orderId],
  )
  const paid = await db.raw(
    "SELECT payment_id FROM payment WHERE order_id = $1 AND status = 'paid'",
    [orderId],
  )
  const paidPages = new Set(paid.map(({ payment_id }) => String(payment_id)))
  const refunds = await refundRows(replayed)
  const dueDay = order?.next_due_day
  const payoutKeys = world.bank.sent.slice(sentBefore).map(request => request.key)
  return {
    order: capitalized(String(order?.state)),
    payout: payout ? capitalized(String(payout.state)) : 'NoPayout',
    instructions: new Set(payoutKeys).size,
    due: dueDay ? daysBetween(startDay, day(String(dueDay))) : undefined,
    extension: EXTENSION_STATES[String(extension?.state)] ?? 'NotRequested',
    fee: Number(extension?.fee ?? 0),
    plan: PLAN_STATES[String(plan?.state)] ?? 'NoPlan',
    debit: DEBIT_STATES[String(debit?.state)] ?? 'NoDebit',
    ceiling: limits.ceiling.value,
    next: Number(next?.principal ?? 0),
    waived: Number(waiver?.waived ?? 0),
    isWaiverProposed: proposals.length > 0,
    pages: pages.map(({ id, amount }) => ({ amount, isPaid: paidPages.has(id) })),
    receipts: receipts.map(({ amount, day: paidOn, interest, principal, held, excess }) => ({
      amount: Number(amount),
      paidOn: daysBetween(startDay, day(String(paidOn))),
      interest: Number(interest),
      principal: Number(principal),
      held: Number(held),
      excess: Number(excess),
    })),
    refunds: refunds
      .map(({ id, amount, isDone }) => ({
        amount,
        timesSent: world.provider.refunds.filter(({ key: refundId }) => refundId === id).length,
        isDone,
      }))
      .sort(byAmount),
  }
}
