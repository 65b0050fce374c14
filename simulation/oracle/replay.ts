import { dayNumber, dayText } from './calendar.ts'
import { type Deed, dayAt } from './deeds.ts'
import { gstWithin, serviceFeeOf } from './disclosed.ts'
import { sum } from './exact.ts'
import type { ExtensionOutcome, Parts, Payment, Terms } from './facts.ts'
import { EXTENSION_DAYS, Loan, NOTHING, totalOf } from './loan.ts'

/* Replays the deeds of a loan in the order in which they were done. */

/** The use of a payment. The parts, `setAside` and `excess` add up to its amount. */
type Use = {
  readonly id: string
  readonly amount: number
  readonly day: string
  readonly parts: Parts
  readonly setAside: number
  readonly excess: number
  /** The part of the money set aside that was not needed. */
  returned: number
}

/** Money that the lender kept, and the day on which it counts. */
export type Inflow = { readonly day: number; readonly amount: number }

/** A requested extension while it may still be paid. */
type Awaiting = {
  outcome: ExtensionOutcome
  readonly newDueDay: number
  /** The most days overdue up to the request. */
  readonly worstOverdueDays: number
  /** By the payments that brought it. */
  readonly setAside: { readonly id: string; readonly amount: number }[]
}

/** Facts that the deeds do not show. */
export type Exclusions = {
  /** Extensions that no later payment can make paid. */
  readonly givenUp: ReadonlySet<number>
  /** The part of a payment that had gone back before. */
  readonly gone: ReadonlyMap<string, number>
}

/** The state after some deeds; `loan` is at the day of the last one. */
export type Replay = {
  readonly exclusions: Exclusions
  readonly loan: Loan
  readonly uses: Use[]
  readonly extensions: ExtensionOutcome[]
  readonly paidOnPages: Map<string, number>
  /** Payments less what goes back, and the fees of paid extensions. */
  readonly inflows: Inflow[]
  /** The amount that each waiver gave up, and the earlier payments of penal charges, last first. */
  readonly waived: Map<Deed, { readonly gaveUp: number; readonly payers: readonly string[] }>
  awaiting: Awaiting | undefined
  settledOn: number | undefined
  isPlanMoot: boolean
}

export function startReplay(terms: Terms, arrivedOn: string, exclusions: Exclusions): Replay {
  return {
    exclusions,
    loan: new Loan(terms, dayNumber(arrivedOn)),
    uses: [],
    extensions: [],
    paidOnPages: new Map(),
    inflows: [],
    waived: new Map(),
    awaiting: undefined,
    settledOn: undefined,
    isPlanMoot: false,
  }
}

/** Applies one more deed, on a day that is not before the last one. */
export function applyDeed(replay: Replay, deed: Deed, day = dayAt(deed.at)): void {
  replay.loan.goTo(day)
  if (deed.kind === 'paid') receive(replay, deed.payment)
  else if (deed.kind === 'requested') ask(replay, deed)
  else if (deed.kind === 'not-paid') {
    if (replay.awaiting?.outcome.number === deed.number) end(replay, replay.awaiting, deed.how)
  } else if (deed.kind === 'plan-requested')
    replay.loan.plan = {
      moveDays: deed.moveDays,
      requestedOn: day,
      state: 'awaiting',
      since: undefined,
    }
  else if (deed.kind === 'plan-refused') replay.loan.refusePlan()
  else if (deed.kind === 'plan-granted') grant(replay)
  else waive(replay, deed, deed.amount)
}

/** A plan moves what is unpaid at its grant; it is moot if nothing is. */
function grant(replay: Replay): void {
  const { loan } = replay
  if (loan.unpaid().length === 0) replay.isPlanMoot = true
  else if (loan.plan?.state === 'awaiting') loan.grant()
}

function waive(replay: Replay, deed: Deed, amount: number): void {
  const gaveUp = replay.loan.waive(amount)
  const payers = replay.uses.filter(({ parts }) => parts.penal > 0).map(({ id }) => id)
  replay.waived.set(deed, { gaveUp, payers: payers.toReversed() })
}

/** The fee was fixed at the request; later payments can only lower it (decision 15). */
function ask(replay: Replay, { number, offer, on }: Extract<Deed, { kind: 'requested' }>): void {
  const outcome = { ...offer, number, state: 'awaiting', released: undefined } as const
  const { worstOverdueDays } = replay.loan
  const newDueDay = on + EXTENSION_DAYS
  replay.awaiting = { outcome, newDueDay, worstOverdueDays, setAside: [] }
  lowerFee(replay, replay.awaiting)
}

/** Takes a payment in every state of the loan (product §5, Payments). */
function receive(replay: Replay, payment: Payment): void {
  const { paidOnPages, awaiting, extensions, loan } = replay
  const { page, amount } = payment
  const { purpose } = page
  const before = paidOnPages.get(page.id) ?? 0
  paidOnPages.set(page.id, before + amount)
  const number = typeof purpose === 'object' && 'extension' in purpose ? purpose.extension : 0
  if (awaiting?.outcome.number === number) {
    setAside(replay, awaiting, payment)
    return
  }
  // A fee paid twice is refunded, and so is a page.
  const isFeeAgain = extensions.some(one => one.number === number && one.state === 'paid')
  const isForOne = typeof purpose === 'object' && 'instalment' in purpose
  const most = isForOne ? loan.owedUpTo(purpose.instalment) : amount
  const usable = isFeeAgain || before >= page.amount ? 0 : Math.min(most, thereOf(replay, payment))
  const { parts } = loan.pay(usable)
  addInflow(replay, totalOf(parts))
  note(replay, payment, { parts, setAside: 0 })
  if (totalOf(parts) === 0) return
  noteSettled(replay)
  if (awaiting) lowerFee(replay, awaiting)
}

const thereOf = ({ exclusions }: Replay, { id, amount }: Payment) =>
  Math.max(0, amount - (exclusions.gone.get(id) ?? 0))

function note(
  { uses, loan }: Replay,
  { id, amount }: Payment,
  used: Pick<Use, 'parts' | 'setAside'>,
): void {
  const excess = amount - totalOf(used.parts) - used.setAside
  uses.push({ id, amount, ...used, excess, returned: 0, day: dayText(loan.today) })
}

function addInflow({ loan, inflows }: Replay, amount: number): void {
  if (amount > 0) inflows.push({ day: loan.today, amount })
}

function noteSettled(replay: Replay): void {
  if (replay.loan.unpaid().length === 0) replay.settledOn ??= replay.loan.today
}

/** Sets money aside for the fee of an extension, neither income nor applied (decision 15). */
function setAside(replay: Replay, awaiting: Awaiting, payment: Payment): void {
  const amount = Math.min(thereOf(replay, payment), feeOf(awaiting) - setAsideOf(awaiting))
  awaiting.setAside.push({ id: payment.id, amount })
  note(replay, payment, { parts: NOTHING, setAside: amount })
  payIfComplete(replay, awaiting)
}

function feeOf({ outcome: { service, penal, interest } }: Awaiting): number {
  return service + penal + interest
}

export function setAsideOf({ setAside }: Awaiting): number {
  return sum(setAside.map(({ amount }) => amount))
}

/** The debt limits a requested fee, or leaves nothing to extend (decision 15). */
function lowerFee(replay: Replay, awaiting: Awaiting): void {
  const { loan } = replay
  const { outcome, newDueDay } = awaiting
  const next = loan.unpaid()[0]
  if (!next || next.dueDay >= newDueDay) {
    end(replay, awaiting, 'ended')
    return
  }
  const owed = loan.owed()
  const service = Math.min(outcome.service, serviceFeeOf(owed.principal, loan.terms).service)
  const penal = Math.min(outcome.penal, owed.penal)
  const interest = Math.min(outcome.interest, owed.interest)
  const gst = Math.min(outcome.gst, gstWithin(service))
  awaiting.outcome = { ...outcome, service, gst, penal, interest }
  payIfComplete(replay, awaiting)
}

function payIfComplete(replay: Replay, awaiting: Awaiting): void {
  const over = setAsideOf(awaiting) - feeOf(awaiting)
  const { outcome, newDueDay, worstOverdueDays } = awaiting
  if (over < 0 || replay.exclusions.givenUp.has(outcome.number)) return
  const { loan } = replay
  loan.extend(newDueDay, outcome)
  addInflow(replay, feeOf(awaiting))
  // A loan whose extension was requested before its due day, and paid, was never overdue.
  loan.worstOverdueDays = worstOverdueDays
  returnSetAside(replay, awaiting, over)
  replay.extensions.push({ ...outcome, state: 'paid' })
  replay.awaiting = undefined
}

/** Returns money that was set aside, from the last payments that brought it. */
function returnSetAside({ uses }: Replay, { setAside }: Awaiting, amount: number): void {
  let rest = amount
  for (const { id, amount: brought } of setAside.toReversed()) {
    const use = uses.find(one => one.id === id)
    if (use) use.returned = Math.min(rest, brought)
    rest -= Math.min(rest, brought)
  }
}

/**
 * Ends an extension that is not paid. The money set aside becomes a payment on the loan; the part that
 * is not owed there goes back (decision 15).
 */
function end(replay: Replay, awaiting: Awaiting, how: 'lapsed' | 'abandoned' | 'ended'): void {
  replay.awaiting = undefined
  const amount = setAsideOf(awaiting)
  if (amount === 0) {
    replay.extensions.push({ ...awaiting.outcome, state: how })
    return
  }
  const released = replay.loan.pay(amount)
  addInflow(replay, totalOf(released.parts))
  replay.extensions.push({ ...awaiting.outcome, state: how, released })
  returnSetAside(replay, awaiting, released.excess)
  noteSettled(replay)
}
