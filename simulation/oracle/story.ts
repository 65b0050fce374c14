import { dayInIndia, dayNumber, dayText } from './calendar.ts'
import { gstWithin, serviceFeeOf } from './disclosed.ts'
import { sum } from './exact.ts'
import type {
  ExtensionEnded,
  ExtensionOutcome,
  ExtensionRequested,
  Facts,
  Happening,
  Payment,
  PenalWaived,
  PlanAnswered,
  PlanRequested,
  Receipt,
  Refund,
} from './facts.ts'
import { Loan, NOTHING, needsPerson, type Plan, totalOf } from './loan.ts'

/** The fee of an extension must be paid within 24 hours (specification §4). */
const HOURS_TO_PAY = 24

type Sum = { readonly id: string; readonly amount: number }

/** Money that the lender kept, and the day on which it counts. */
export type Kept = { readonly day: number; readonly amount: number }

/** A requested extension while it may still be paid. */
export type Awaiting = {
  outcome: ExtensionOutcome
  readonly newDueDay: number
  readonly expiresAt: number
  /** How late the loan ever was at the request. */
  readonly worstOverdueDays: number
  /** Money set aside, by the payments that brought it. */
  readonly setAside: Sum[]
}

/** What became of a loan. `loan` stands on the day of the last payment. */
export type Story = {
  readonly loan: Loan
  readonly receipts: Receipt[]
  readonly refunds: Refund[]
  readonly extensions: ExtensionOutcome[]
  /** What was paid on each page. */
  readonly paidOnPages: Map<string, number>
  /** Payments less refunds, and the fees of paid extensions. */
  readonly kept: Kept[]
  readonly earlierPlans: number
  awaiting: Awaiting | undefined
  settledOn: number | undefined
  isReversed: boolean
}

/** Tells what happened to a loan, in the order in which the lender learned of it. */
export function storyOf({ terms, arrivedOn, happenings, earlierPlans = 0 }: Facts): Story {
  const story: Story = {
    loan: new Loan(terms, dayNumber(arrivedOn)),
    receipts: [],
    refunds: [],
    extensions: [],
    paidOnPages: new Map(),
    kept: [],
    earlierPlans,
    awaiting: undefined,
    settledOn: undefined,
    isReversed: false,
  }
  for (const happening of happenings) happen(story, happening)
  return story
}

function happen(story: Story, happening: Happening): void {
  if (happening.kind === 'payout-reversed') reverse(story)
  else if (happening.kind === 'extension-requested') request(story, happening)
  else if (happening.kind === 'extension-ended') endUnpaid(story, happening)
  else if (happening.kind === 'plan-requested') requestPlan(story, happening)
  else if (happening.kind === 'plan-answered') answerPlan(story, happening)
  else if (happening.kind === 'penal-waived') waive(story, happening)
  else receive(story, happening)
}

/** Nothing is owed after a reversal, and all payments are refunded (product §6, Moves). */
function reverse(story: Story): void {
  story.isReversed = true
  if (story.awaiting) story.extensions.push({ ...story.awaiting.outcome, state: 'ended' })
  story.awaiting = undefined
  for (const { id, parts, setAside } of story.receipts) {
    const before = story.refunds.filter(
      refund => refund.id === id && refund.cause === 'extension-ended',
    )
    const left = totalOf(parts) + setAside - sum(before.map(({ amount }) => amount))
    refund(story, { id, amount: left }, 'payout-reversed')
  }
}

function refund(story: Story, { id, amount }: Sum, cause: Refund['cause']): void {
  if (amount > 0) story.refunds.push({ id, amount, cause })
}

function request(story: Story, { number, at }: ExtensionRequested): void {
  const now = story.loan.on(dayInIndia(at))
  const offer = now.offer()
  if (typeof offer === 'string')
    throw new Error(`extension ${number} was requested on a day without one: ${offer}`)
  story.awaiting = {
    outcome: { ...offer, number, state: 'awaiting', released: undefined },
    newDueDay: dayNumber(offer.newDueDay),
    expiresAt: Date.parse(at) + HOURS_TO_PAY * 3_600_000,
    worstOverdueDays: now.worstOverdueDays,
    setAside: [],
  }
  payIfComplete(story, story.awaiting, dayInIndia(at))
}

/** A plan is requested as it is offered, and not while an extension is awaited (decision 45). */
function requestPlan({ loan, awaiting }: Story, { moveDays, at }: PlanRequested): void {
  const day = dayInIndia(at)
  if (awaiting || !loan.on(day).planDays().includes(moveDays))
    throw new Error(`a plan of ${moveDays} days was requested on a day without it`)
  loan.plan = { moveDays, requestedOn: day, state: 'awaiting', since: undefined }
}

/** The rules grant what they may, a person the rest, and silence what nobody answered in time. */
function answerPlan(story: Story, answer: PlanAnswered): void {
  const { loan } = story
  const { plan } = loan
  const day = dayInIndia(answer.at)
  if (!plan) throw new Error('a plan was answered that was not requested')
  if (answer.by === 'calendar') {
    if (loan.on(day).plan?.state !== 'granted')
      throw new Error('a plan was granted by silence while there was time to answer')
    loan.goToSilence()
    return
  }
  if (isForPerson(story, plan) !== (answer.by === 'desk'))
    throw new Error(`a plan was answered by ${answer.by}`)
  if (loan.on(day).plan?.state !== 'awaiting') throw new Error('a plan was answered after its time')
  // A refusal changes nothing of the loan: money that moved on an earlier day still counts then.
  if (answer.how === 'refused') {
    plan.state = 'refused'
    return
  }
  loan.goTo(day)
  loan.grant()
}

/**
 * A waiver counts on the day of its approval, and no payment that is learned of later counts before
 * it (decision 67). While an extension awaits its payment there is none.
 */
function waive({ loan, awaiting }: Story, { amount, at }: PenalWaived): void {
  if (awaiting) throw new Error('penal charges were waived while an extension was awaited')
  loan.goTo(dayInIndia(at))
  loan.waive(amount)
}

function isForPerson({ loan, extensions, earlierPlans }: Story, plan: Plan): boolean {
  const paid = extensions.filter(({ state }) => state === 'paid').length
  const then = loan.on(plan.requestedOn)
  return needsPerson(then, plan.moveDays, { extensions: paid, earlierPlans })
}

/**
 * The day on which a payment counts: when the money moved, or when we learned of it if the provider
 * does not say; not before its page was opened, and not before a payment that is booked already.
 */
function dayOf(story: Story, { page, paidAt, at }: Payment): number {
  const moved = paidAt !== undefined && Date.parse(paidAt) < Date.parse(at) ? paidAt : at
  return Math.max(dayInIndia(page.openedAt), dayInIndia(moved), story.loan.today)
}

/** Takes a payment, whatever the state of the loan (product §5, Payments). */
function receive(story: Story, payment: Payment): void {
  const { purpose } = payment.page
  const number = typeof purpose === 'object' && 'extension' in purpose ? purpose.extension : 0
  const { awaiting } = story
  // Money paid after the 24 hours is late: it ends the request (decision 15).
  if (awaiting?.outcome.number === number && isTooLate(awaiting, payment))
    end(story, awaiting, 'lapsed', dayInIndia(new Date(awaiting.expiresAt).toISOString()))
  const isPaid = story.extensions.some(
    extension => extension.number === number && extension.state === 'paid',
  )
  // A fee paid twice is refunded.
  if (story.isReversed || isPaid) apply(story, payment, 0)
  else if (story.awaiting?.outcome.number === number) setAside(story, story.awaiting, payment)
  else apply(story, payment, usableOf(story, payment))
}

function isTooLate({ expiresAt }: Awaiting, { paidAt }: Payment): boolean {
  return paidAt !== undefined && Date.parse(paidAt) >= expiresAt
}

/**
 * How much of a payment may be used. The rest is a duplicate, which is refunded (product §5): a page
 * is not meant to be paid twice, and one for an instalment brings no more than that instalment.
 */
function usableOf(story: Story, payment: Payment): number {
  const { page, amount } = payment
  if ((story.paidOnPages.get(page.id) ?? 0) >= page.amount) return 0
  const then = story.loan.on(dayOf(story, payment))
  return typeof page.purpose === 'object' && 'instalment' in page.purpose
    ? Math.min(amount, then.owedUpTo(page.purpose.instalment))
    : amount
}

/** Uses part of a payment for the loan, and refunds the rest. */
function apply(story: Story, payment: Payment, usable: number): void {
  const { loan } = story
  const { id, amount } = payment
  loan.goTo(dayOf(story, payment))
  const { parts } = loan.pay(usable)
  keep(story, totalOf(parts))
  receipt(story, payment, { parts, setAside: 0, excess: amount - totalOf(parts) })
  refund(story, { id, amount: amount - totalOf(parts) }, 'excess')
  if (usable === 0) return
  noteSettled(story)
  if (story.awaiting) lowerFee(story, story.awaiting)
}

function receipt(
  story: Story,
  { id, page, amount }: Payment,
  use: Pick<Receipt, 'parts' | 'setAside' | 'excess'>,
): void {
  story.receipts.push({ id, ...use, day: dayText(story.loan.today) })
  story.paidOnPages.set(page.id, (story.paidOnPages.get(page.id) ?? 0) + amount)
}

function keep({ loan, kept }: Story, amount: number): void {
  if (amount > 0) kept.push({ day: loan.today, amount })
}

function noteSettled(story: Story): void {
  if (story.loan.unpaid().length === 0) story.settledOn ??= story.loan.today
}

/** Sets money aside for the fee of an extension, neither income nor applied (decision 15). */
function setAside(story: Story, awaiting: Awaiting, payment: Payment): void {
  const { id, amount } = payment
  story.loan.goTo(dayOf(story, payment))
  const part = Math.min(amount, feeOf(awaiting) - setAsideOf(awaiting))
  awaiting.setAside.push({ id, amount: part })
  receipt(story, payment, { parts: NOTHING, setAside: part, excess: amount - part })
  refund(story, { id, amount: amount - part }, 'excess')
  payIfComplete(story, awaiting, story.loan.today)
}

function feeOf({ outcome: { service, penal, interest } }: Awaiting): number {
  return service + penal + interest
}

export function setAsideOf({ setAside }: Awaiting): number {
  return sum(setAside.map(({ amount }) => amount))
}

/** A payment on the loan reduces a requested fee, or leaves nothing to extend (decision 15). */
function lowerFee(story: Story, awaiting: Awaiting): void {
  const { loan } = story
  const { outcome, newDueDay } = awaiting
  const next = loan.unpaid()[0]
  if (!next || next.dueDay >= newDueDay) {
    end(story, awaiting, 'ended', loan.today)
    return
  }
  const owed = loan.owed()
  const service = Math.min(outcome.service, serviceFeeOf(owed.principal, loan.terms).service)
  const penal = Math.min(outcome.penal, owed.penal)
  const interest = Math.min(outcome.interest, owed.interest)
  awaiting.outcome = { ...outcome, service, gst: gstWithin(service), penal, interest }
  payIfComplete(story, awaiting, loan.today)
}

function payIfComplete(story: Story, awaiting: Awaiting, day: number): void {
  const over = setAsideOf(awaiting) - feeOf(awaiting)
  if (over < 0) return
  const { loan } = story
  const { outcome, newDueDay, worstOverdueDays } = awaiting
  loan.goTo(day)
  loan.extend(newDueDay, outcome)
  keep(story, feeOf(awaiting))
  // A loan whose extension was requested before its due day, and paid, was never overdue.
  loan.worstOverdueDays = worstOverdueDays
  returnSetAside(story, awaiting, over)
  story.extensions.push({ ...outcome, state: 'paid' })
  story.awaiting = undefined
}

/** Refunds money that was set aside, from the last payments that brought it. */
function returnSetAside(story: Story, { setAside }: Awaiting, amount: number): void {
  let left = amount
  for (const { id, amount: brought } of setAside.toReversed()) {
    refund(story, { id, amount: Math.min(left, brought) }, 'extension-ended')
    left -= Math.min(left, brought)
  }
}

function endUnpaid(story: Story, { number, how, at }: ExtensionEnded): void {
  const { awaiting } = story
  if (awaiting?.outcome.number !== number) return
  // An unpaid extension lapsed when its 24 hours were over, whenever that is recorded.
  const instant = how === 'lapsed' ? new Date(awaiting.expiresAt).toISOString() : at
  end(story, awaiting, how, dayInIndia(instant))
}

/**
 * Ends an extension that is not paid. What was set aside becomes a payment on the loan; what is not
 * owed there is refunded (decision 15).
 */
function end(
  story: Story,
  awaiting: Awaiting,
  how: 'lapsed' | 'abandoned' | 'ended',
  day: number,
): void {
  const { loan } = story
  story.awaiting = undefined
  const amount = setAsideOf(awaiting)
  if (amount === 0) {
    story.extensions.push({ ...awaiting.outcome, state: how })
    return
  }
  loan.goTo(day)
  const released = loan.pay(amount)
  keep(story, totalOf(released.parts))
  story.extensions.push({ ...awaiting.outcome, state: how, released })
  returnSetAside(story, awaiting, released.excess)
  noteSettled(story)
}
