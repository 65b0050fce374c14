import { dayInIndia, dayNumber, dayText } from './calendar.ts'
import { gstWithin, serviceFeeOf } from './disclosed.ts'
import { sum } from './exact.ts'
import type {
  ExtensionEnded,
  ExtensionOutcome,
  ExtensionRequested,
  Facts,
  Happening,
  Ledger,
  Payment,
  Position,
  Receipt,
  Refund,
} from './facts.ts'
import { addedUp, Loan, totalOf } from './loan.ts'

/** The fee of an extension must be paid within 24 hours (specification §4). */
const HOURS_TO_PAY = 24
const NOTHING = { penal: 0, interest: 0, principal: 0 }

/** A requested extension while it may still be paid. */
type Awaiting = {
  outcome: ExtensionOutcome
  readonly newDueDay: number
  readonly expiresAt: number
  readonly penalAtRequest: ReadonlyMap<number, bigint>
  /** True once the due day that it would move has passed. */
  passedDueDay: boolean
  /** Money set aside, by the payments that brought it. */
  readonly setAside: { readonly id: string; readonly amount: number }[]
}

/** The story of a loan up to a day. */
type Story = {
  readonly loan: Loan
  readonly receipts: Receipt[]
  readonly refunds: Refund[]
  readonly extensions: ExtensionOutcome[]
  awaiting: Awaiting | undefined
  settledOn: number | undefined
  isReversed: boolean
  wasOverdue: boolean
}

/** Computes where a loan stands at the end of a day, day by day from the arrival of its money. */
export function positionOf({ terms, arrivedOn, happenings }: Facts, day: string): Position {
  const story: Story = {
    loan: new Loan(terms, dayNumber(arrivedOn)),
    receipts: [],
    refunds: [],
    extensions: [],
    awaiting: undefined,
    settledOn: undefined,
    isReversed: false,
    wasOverdue: false,
  }
  const { loan } = story
  for (;;) {
    for (const happening of happenings)
      if (dayInIndia(happening.at) === loan.today) happen(story, happening)
    if (loan.today >= dayNumber(day)) return positionIn(story)
    loan.beginNextDay()
    noteOverdue(story)
  }
}

/**
 * Notes that the due day of an instalment passed. A loan whose extension was requested before, and
 * is paid, was never overdue (decision 15).
 */
function noteOverdue(story: Story): void {
  if (story.loan.overdue().length === 0) return
  if (story.awaiting) story.awaiting.passedDueDay = true
  else story.wasOverdue = true
}

function happen(story: Story, happening: Happening): void {
  if (happening.kind === 'payout-reversed') reverse(story)
  else if (happening.kind === 'extension-requested') request(story, happening)
  else if (happening.kind === 'extension-ended') endUnpaid(story, happening)
  else receive(story, happening)
}

/** Nothing is owed after a reversal, and all payments are refunded (product §6, Moves). */
function reverse(story: Story): void {
  story.isReversed = true
  story.awaiting = undefined
  for (const { id, parts, setAside } of story.receipts) {
    const already = sum(
      story.refunds
        .filter(refund => refund.id === id && refund.cause === 'extension-ended')
        .map(({ amount }) => amount),
    )
    refund(story, id, totalOf(parts) + setAside - already, 'payout-reversed')
  }
}

function refund(story: Story, id: string, amount: number, cause: Refund['cause']): void {
  if (amount > 0) story.refunds.push({ id, amount, cause })
}

function request(story: Story, { number, at }: ExtensionRequested): void {
  const offer = story.loan.offer()
  if (typeof offer === 'string')
    throw new Error(`extension ${number} was requested on a day without one: ${offer}`)
  story.awaiting = {
    outcome: { ...offer, number, state: 'awaiting', released: undefined },
    newDueDay: dayNumber(offer.newDueDay),
    expiresAt: Date.parse(at) + HOURS_TO_PAY * 3_600_000,
    penalAtRequest: story.loan.penalCharges(),
    passedDueDay: false,
    setAside: [],
  }
}

/** Takes a payment, whatever the state of the loan (product §5, Payments). */
function receive(story: Story, payment: Payment): void {
  const { purpose } = payment
  if (story.isReversed) sendBack(story, payment)
  else if (typeof purpose === 'object' && 'extension' in purpose)
    receiveFee(story, payment, purpose.extension)
  else receiveOnLoan(story, payment)
}

function sendBack(story: Story, { id, amount }: Payment): void {
  story.receipts.push({ id, parts: NOTHING, setAside: 0, excess: amount })
  refund(story, id, amount, 'excess')
}

function receiveOnLoan(story: Story, payment: Payment): void {
  const { loan, awaiting } = story
  const { id, amount, purpose } = payment
  // A second payment of what a page asked for is a duplicate, which is refunded (product §5).
  if (
    typeof purpose === 'object' &&
    'instalment' in purpose &&
    loan.isPaidUpTo(purpose.instalment)
  ) {
    sendBack(story, payment)
    return
  }
  const { parts, excess } = loan.pay(amount)
  story.receipts.push({ id, parts, setAside: 0, excess })
  refund(story, id, excess, 'excess')
  noteSettled(story)
  if (awaiting) lowerFee(story, awaiting)
}

function noteSettled(story: Story): void {
  if (story.loan.unpaid().length === 0) story.settledOn ??= story.loan.today
}

/** A payment towards the fee of an extension (decision 15). */
function receiveFee(story: Story, payment: Payment, number: number): void {
  const awaiting = story.awaiting?.outcome.number === number ? story.awaiting : undefined
  const isPaid = story.extensions.some(
    extension => extension.number === number && extension.state === 'paid',
  )
  if (awaiting && Date.parse(payment.at) < awaiting.expiresAt) setAside(story, awaiting, payment)
  // A fee paid twice is refunded.
  else if (isPaid) sendBack(story, payment)
  else {
    // Money paid after the 24 hours is late: it ends the request and is an ordinary payment.
    if (awaiting) end(story, awaiting, 'lapsed')
    receiveOnLoan(story, { ...payment, purpose: 'all' })
  }
}

function setAside(story: Story, awaiting: Awaiting, { id, amount }: Payment): void {
  const part = Math.min(amount, feeOf(awaiting) - setAsideOf(awaiting))
  awaiting.setAside.push({ id, amount: part })
  story.receipts.push({ id, parts: NOTHING, setAside: part, excess: amount - part })
  refund(story, id, amount - part, 'excess')
  payIfComplete(story, awaiting)
}

function feeOf({ outcome: { service, penal, interest } }: Awaiting): number {
  return service + penal + interest
}

function setAsideOf({ setAside }: Awaiting): number {
  return sum(setAside.map(({ amount }) => amount))
}

/** A payment on the loan reduces a requested fee, or leaves nothing to extend (decision 15). */
function lowerFee(story: Story, awaiting: Awaiting): void {
  const { loan } = story
  const { outcome } = awaiting
  if (loan.isPaidUpTo(outcome.instalment)) {
    end(story, awaiting, 'ended')
    return
  }
  const owed = loan.owed()
  const service = Math.min(outcome.service, serviceFeeOf(owed.principal, loan.terms).service)
  const penal = Math.min(outcome.penal, owed.penal)
  const interest = Math.min(outcome.interest, owed.interest)
  awaiting.outcome = { ...outcome, service, gst: gstWithin(service), penal, interest }
  payIfComplete(story, awaiting)
}

function payIfComplete(story: Story, awaiting: Awaiting): void {
  const over = setAsideOf(awaiting) - feeOf(awaiting)
  if (over < 0) return
  const { outcome, newDueDay, penalAtRequest, setAside } = awaiting
  refund(story, setAside.at(-1)?.id ?? '', over, 'extension-ended')
  story.loan.extend({ ...outcome, newDueDay }, penalAtRequest, outcome)
  story.extensions.push({ ...outcome, state: 'paid' })
  story.awaiting = undefined
}

function endUnpaid(story: Story, { number, how }: ExtensionEnded): void {
  if (story.awaiting?.outcome.number === number) end(story, story.awaiting, how)
}

/**
 * Ends an extension that is not paid. What was set aside becomes a payment on the loan; if the loan
 * is settled, it is refunded (decision 15).
 */
function end(story: Story, awaiting: Awaiting, how: 'lapsed' | 'abandoned' | 'ended'): void {
  const { loan } = story
  story.awaiting = undefined
  if (awaiting.passedDueDay) story.wasOverdue = true
  const amount = setAsideOf(awaiting)
  const isSettled = loan.unpaid().length === 0
  const released = amount > 0 && !isSettled ? loan.pay(amount) : undefined
  story.extensions.push({ ...awaiting.outcome, state: how, released })
  if (isSettled)
    for (const { id, amount: part } of awaiting.setAside) refund(story, id, part, 'extension-ended')
  if (released)
    refund(story, awaiting.setAside.at(-1)?.id ?? '', released.excess, 'extension-ended')
  noteSettled(story)
}

function positionIn(story: Story): Position {
  const { loan, settledOn } = story
  const owed = story.isReversed ? NOTHING : loan.owed()
  const paid = story.isReversed ? NOTHING : loan.paid()
  const charged = addedUp([owed, paid])
  return {
    day: dayText(loan.today),
    state: stateOf(story),
    instalments: loan.shares.map(share => ({
      number: share.number,
      dueDay: dayText(share.dueDay),
      owed: loan.owedOn(share),
      paid: share.paid,
      overdueDays: loan.overdue().includes(share) ? loan.today - share.dueDay : 0,
    })),
    owed,
    paid,
    charged: { interest: charged.interest, penal: charged.penal },
    payoff: totalOf(owed),
    fallsDue: story.isReversed ? undefined : loan.fallsDue(),
    overdueDays: Math.max(0, ...loan.overdue().map(({ dueDay }) => loan.today - dueDay)),
    receipts: story.receipts,
    refunds: story.refunds,
    extensions: [...story.extensions, ...(story.awaiting ? [story.awaiting.outcome] : [])],
    offer: loan.offer(),
    settledOn: settledOn === undefined ? undefined : dayText(settledOn),
    // Decision 27: a loan that was paid in full on a day within the period was returned.
    wasReturned: settledOn !== undefined && settledOn <= loan.arrived + loan.terms.coolingOffDays,
    wasNeverOverdue: !story.wasOverdue,
    ledger: ledgerOf(story),
  }
}

function stateOf({ loan, isReversed, settledOn, awaiting }: Story): Position['state'] {
  if (isReversed) return 'failed'
  if (settledOn !== undefined) return 'settled'
  if (awaiting) return 'extension'
  return loan.overdue().length > 0 ? 'overdue' : 'loaned'
}

function ledgerOf({ loan, isReversed, extensions, awaiting, refunds }: Story): Ledger {
  const refunded = sum(refunds.map(({ amount }) => amount))
  const { fee, gst } = loan.disclosed
  const paidFor = extensions.filter(({ state }) => state === 'paid')
  const owed = loan.owed()
  const charged = addedUp([owed, loan.paid()])
  const extensionGst = sum(paidFor.map(extension => extension.gst))
  const balances = {
    principalReceivable: owed.principal,
    interestReceivable: owed.interest,
    penalReceivable: owed.penal,
    feeIncome: fee + sum(paidFor.map(({ service }) => service)) - extensionGst,
    gstPayable: gst + extensionGst,
    interestIncome: charged.interest,
    penalIncome: charged.penal,
    extensionAdvances: awaiting ? setAsideOf(awaiting) : 0,
    refunds: 0,
  }
  // A payout that the bank took back undoes everything but the refunds (product §6, Moves).
  if (isReversed)
    for (const account of Object.keys(balances) as (keyof Ledger)[]) balances[account] = 0
  return { ...balances, refunds: refunded }
}
