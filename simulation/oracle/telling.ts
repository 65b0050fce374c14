import { dayNumber, dayText } from './calendar.ts'
import { type Deed, dayAt } from './deeds.ts'
import { gstWithin, serviceFeeOf } from './disclosed.ts'
import { sum } from './exact.ts'
import type { ExtensionOutcome, Parts, Payment, Terms } from './facts.ts'
import { EXTENSION_DAYS, Loan, NOTHING, totalOf } from './loan.ts'

/* Tells what became of a loan from what was done, in the order in which it was done. */

/** What became of a payment. The parts, `setAside` and `excess` add up to its amount. */
type Use = {
  readonly id: string
  readonly amount: number
  readonly day: string
  readonly parts: Parts
  readonly setAside: number
  readonly excess: number
  /** Of what was set aside, what was not needed. */
  returned: number
}

/** Money that the lender kept, and the day on which it counts. */
export type Kept = { readonly day: number; readonly amount: number }

/** A requested extension while it may still be paid. */
type Awaiting = {
  outcome: ExtensionOutcome
  readonly newDueDay: number
  /** How late the loan ever was at the request. */
  readonly worstOverdueDays: number
  /** By the payments that brought it. */
  readonly setAside: { readonly id: string; readonly amount: number }[]
}

/** What is not seen from what was done. */
export type Given = {
  /** Extensions that nothing which is learned later can make paid. */
  readonly givenUp: ReadonlySet<number>
  /** What was not there of a payment, since it went back before. */
  readonly gone: ReadonlyMap<string, number>
}

/** `loan` stands on the day of the last deed. */
export type Told = {
  readonly given: Given
  readonly loan: Loan
  readonly uses: Use[]
  readonly extensions: ExtensionOutcome[]
  readonly paidOnPages: Map<string, number>
  /** Payments less what goes back, and the fees of paid extensions. */
  readonly kept: Kept[]
  /** What each waiver gave up, and which payments of before had paid penal charges, the last one first. */
  readonly waived: Map<Deed, { readonly gaveUp: number; readonly payers: readonly string[] }>
  awaiting: Awaiting | undefined
  settledOn: number | undefined
  isPlanMoot: boolean
}

export function startOf(terms: Terms, arrivedOn: string, given: Given): Told {
  return {
    given,
    loan: new Loan(terms, dayNumber(arrivedOn)),
    uses: [],
    extensions: [],
    paidOnPages: new Map(),
    kept: [],
    waived: new Map(),
    awaiting: undefined,
    settledOn: undefined,
    isPlanMoot: false,
  }
}

/** Goes on with one more deed, on a day that is no earlier than what was told. */
export function tell(told: Told, deed: Deed, day = dayAt(deed.at)): void {
  told.loan.goTo(day)
  if (deed.kind === 'paid') receive(told, deed.payment)
  else if (deed.kind === 'asked') ask(told, deed)
  else if (deed.kind === 'not-paid') {
    if (told.awaiting?.outcome.number === deed.number) end(told, told.awaiting, deed.how)
  } else if (deed.kind === 'plan-asked')
    told.loan.plan = {
      moveDays: deed.moveDays,
      requestedOn: day,
      state: 'awaiting',
      since: undefined,
    }
  else if (deed.kind === 'plan-refused') told.loan.refusePlan()
  else if (deed.kind === 'plan-granted') grant(told)
  else waive(told, deed, deed.amount)
}

/** A plan moves what is unpaid at its grant; where that is nothing, it comes to nothing. */
function grant(told: Told): void {
  const { loan } = told
  if (loan.unpaid().length === 0) told.isPlanMoot = true
  else if (loan.plan?.state === 'awaiting') loan.grant()
}

function waive(told: Told, deed: Deed, amount: number): void {
  const gaveUp = told.loan.waive(amount)
  const payers = told.uses.filter(({ parts }) => parts.penal > 0).map(({ id }) => id)
  told.waived.set(deed, { gaveUp, payers: payers.toReversed() })
}

/** The fee was fixed when it was asked for; what is known since can only lower it (decision 15). */
function ask(told: Told, { number, offer, on }: Extract<Deed, { kind: 'asked' }>): void {
  const outcome = { ...offer, number, state: 'awaiting', released: undefined } as const
  const { worstOverdueDays } = told.loan
  const newDueDay = on + EXTENSION_DAYS
  told.awaiting = { outcome, newDueDay, worstOverdueDays, setAside: [] }
  lowerFee(told, told.awaiting)
}

/** Takes a payment, whatever the state of the loan (product §5, Payments). */
function receive(told: Told, payment: Payment): void {
  const { paidOnPages, awaiting, extensions, loan } = told
  const { page, amount } = payment
  const { purpose } = page
  const before = paidOnPages.get(page.id) ?? 0
  paidOnPages.set(page.id, before + amount)
  const number = typeof purpose === 'object' && 'extension' in purpose ? purpose.extension : 0
  if (awaiting?.outcome.number === number) {
    setAside(told, awaiting, payment)
    return
  }
  // A fee paid twice is refunded, and so is a page.
  const isFeeAgain = extensions.some(one => one.number === number && one.state === 'paid')
  const isForOne = typeof purpose === 'object' && 'instalment' in purpose
  const most = isForOne ? loan.owedUpTo(purpose.instalment) : amount
  const usable = isFeeAgain || before >= page.amount ? 0 : Math.min(most, thereOf(told, payment))
  const { parts } = loan.pay(usable)
  keep(told, totalOf(parts))
  note(told, payment, { parts, setAside: 0 })
  if (totalOf(parts) === 0) return
  noteSettled(told)
  if (awaiting) lowerFee(told, awaiting)
}

const thereOf = ({ given }: Told, { id, amount }: Payment) =>
  Math.max(0, amount - (given.gone.get(id) ?? 0))

function note(
  { uses, loan }: Told,
  { id, amount }: Payment,
  used: Pick<Use, 'parts' | 'setAside'>,
): void {
  const excess = amount - totalOf(used.parts) - used.setAside
  uses.push({ id, amount, ...used, excess, returned: 0, day: dayText(loan.today) })
}

function keep({ loan, kept }: Told, amount: number): void {
  if (amount > 0) kept.push({ day: loan.today, amount })
}

function noteSettled(told: Told): void {
  if (told.loan.unpaid().length === 0) told.settledOn ??= told.loan.today
}

/** Sets money aside for the fee of an extension, neither income nor applied (decision 15). */
function setAside(told: Told, awaiting: Awaiting, payment: Payment): void {
  const amount = Math.min(thereOf(told, payment), feeOf(awaiting) - setAsideOf(awaiting))
  awaiting.setAside.push({ id: payment.id, amount })
  note(told, payment, { parts: NOTHING, setAside: amount })
  payIfComplete(told, awaiting)
}

function feeOf({ outcome: { service, penal, interest } }: Awaiting): number {
  return service + penal + interest
}

export function setAsideOf({ setAside }: Awaiting): number {
  return sum(setAside.map(({ amount }) => amount))
}

/** What is owed by then limits a fee that was asked for, or leaves nothing to extend (decision 15). */
function lowerFee(told: Told, awaiting: Awaiting): void {
  const { loan } = told
  const { outcome, newDueDay } = awaiting
  const next = loan.unpaid()[0]
  if (!next || next.dueDay >= newDueDay) {
    end(told, awaiting, 'ended')
    return
  }
  const owed = loan.owed()
  const service = Math.min(outcome.service, serviceFeeOf(owed.principal, loan.terms).service)
  const penal = Math.min(outcome.penal, owed.penal)
  const interest = Math.min(outcome.interest, owed.interest)
  const gst = Math.min(outcome.gst, gstWithin(service))
  awaiting.outcome = { ...outcome, service, gst, penal, interest }
  payIfComplete(told, awaiting)
}

function payIfComplete(told: Told, awaiting: Awaiting): void {
  const over = setAsideOf(awaiting) - feeOf(awaiting)
  const { outcome, newDueDay, worstOverdueDays } = awaiting
  if (over < 0 || told.given.givenUp.has(outcome.number)) return
  const { loan } = told
  loan.extend(newDueDay, outcome)
  keep(told, feeOf(awaiting))
  // A loan whose extension was requested before its due day, and paid, was never overdue.
  loan.worstOverdueDays = worstOverdueDays
  returnSetAside(told, awaiting, over)
  told.extensions.push({ ...outcome, state: 'paid' })
  told.awaiting = undefined
}

/** Gives back money that was set aside, from the last payments that brought it. */
function returnSetAside({ uses }: Told, { setAside }: Awaiting, amount: number): void {
  let left = amount
  for (const { id, amount: brought } of setAside.toReversed()) {
    const use = uses.find(one => one.id === id)
    if (use) use.returned = Math.min(left, brought)
    left -= Math.min(left, brought)
  }
}

/**
 * Ends an extension that is not paid. What was set aside becomes a payment on the loan; what is not
 * owed there goes back (decision 15).
 */
function end(told: Told, awaiting: Awaiting, how: 'lapsed' | 'abandoned' | 'ended'): void {
  told.awaiting = undefined
  const amount = setAsideOf(awaiting)
  if (amount === 0) {
    told.extensions.push({ ...awaiting.outcome, state: how })
    return
  }
  const released = told.loan.pay(amount)
  keep(told, totalOf(released.parts))
  told.extensions.push({ ...awaiting.outcome, state: how, released })
  returnSetAside(told, awaiting, released.excess)
  noteSettled(told)
}
