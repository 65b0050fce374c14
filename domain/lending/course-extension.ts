import { type Day, indiaDayOf } from '#domain/day.ts'
import { extend } from '#domain/lending/accrual.ts'
import { type Awaiting, pay, type Running, stand, thereOf } from '#domain/lending/course-state.ts'
import { feeAfterPayment, feeOf } from '#domain/lending/extension-window.ts'
import type { Happening, ReceivedPayment, RequestedExtension } from '#domain/lending/loan-facts.ts'
import { leftOverPaise, minPaise, type Paise, paise, sumPaise, ZERO_PAISE } from '#domain/money.ts'
import { NO_PARTS, totalOf } from '#domain/parts.ts'

/* Extensions in the course of a loan: from the request to the fee, or to the end without it. */

/** Sets money aside for an awaited extension, up to what is missing of its fee; the rest goes back. */
export function setAside(running: Running, awaiting: Awaiting, payment: ReceivedPayment): void {
  const { id, at, amount } = payment
  const missing = leftOverPaise(feeOf(awaiting.fee), heldFor(awaiting))
  const held = minPaise(thereOf(running, payment), missing)
  awaiting.held.push({ id, amount: held })
  const excess = paise(amount - held)
  const day = indiaDayOf(at)
  running.uses.set(id, { day, parts: NO_PARTS, excess, held, returned: ZERO_PAISE })
  extendIfPaid(running, awaiting, day)
}

/** The amount set aside for an extension. */
const heldFor = ({ held }: Awaiting): Paise => sumPaise(held.map(({ amount }) => amount))

/** A requested extension is awaited, unless the loan as it stood had no due date to move. */
export function request(running: Running, extension: RequestedExtension): void {
  const { fee: requestedFee } = extension
  const owing = stand(running, requestedFee.requestedDay)
  const fee = feeAfterPayment(owing, running.facts.extensionFee, requestedFee)
  if (!fee) {
    const nothing = { setAside: ZERO_PAISE, released: undefined, overpaid: ZERO_PAISE }
    const ended = { state: 'ended', fee: requestedFee, endedOn: requestedFee.requestedDay } as const
    running.extensions.set(extension.id, { ...ended, ...nothing })
    return
  }
  running.awaiting = { extension, fee, held: [] }
  extendIfPaid(running, running.awaiting, requestedFee.requestedDay)
}

/** A payment on the loan lowers the fee that is awaited, or leaves nothing to extend. */
export function lowerFee(running: Running, awaiting: Awaiting, day: Day): void {
  const { extensionFee } = running.facts
  const fee = feeAfterPayment(stand(running, day), extensionFee, awaiting.fee)
  if (fee) {
    awaiting.fee = fee
    extendIfPaid(running, awaiting, day)
  } else endAwaiting(running, awaiting, 'ended', day)
}

/** The due date moves once the fee is there, and what is beyond it goes back. */
function extendIfPaid(running: Running, awaiting: Awaiting, day: Day): void {
  const { extension, fee } = awaiting
  const overpaid = heldFor(awaiting) - feeOf(fee)
  if (overpaid < 0 || isGivenUp(running, extension)) return
  const { requestedDay, penal, interest } = fee
  const paid = {
    requestedDay,
    paidDay: day,
    penal,
    interest,
    afterPayments: running.payments.length,
  }
  extend(running.agreed, running.standing.accounts, paid)
  running.extended.push(paid)
  giveBack(running, awaiting, paise(overpaid))
  running.awaiting = undefined
  running.extensions.set(extension.id, {
    state: 'paid',
    fee,
    endedOn: day,
    overpaid: paise(overpaid),
    setAside: ZERO_PAISE,
    released: undefined,
  })
}

/**
 * An extension that its borrower abandoned stays so, whatever is reported later; and a repaid loan
 * is not extended, which would open it again.
 */
function isGivenUp({ facts }: Running, { ended }: RequestedExtension): boolean {
  return typeof ended === 'object' || (ended === 'lapsed' && facts.isSettled)
}

export function endUnpaid(
  running: Running,
  { extension, how, at }: Extract<Happening, { kind: 'extension-ended' }>,
): void {
  const { awaiting } = running
  if (awaiting?.extension.id !== extension.id) return
  endAwaiting(running, awaiting, how, indiaDayOf(at))
}

/**
 * Ends an extension without its fee: what was set aside becomes a payment on the loan on that day, so
 * that it is never lost; what is not owed there goes back.
 */
function endAwaiting(
  running: Running,
  awaiting: Awaiting,
  state: 'lapsed' | 'abandoned' | 'ended',
  day: Day,
): void {
  const { extension, fee } = awaiting
  stand(running, day)
  running.awaiting = undefined
  const amount = heldFor(awaiting)
  const { parts } = pay(running, day, amount)
  const excess = leftOverPaise(amount, totalOf(parts))
  giveBack(running, awaiting, excess)
  running.extensions.set(extension.id, {
    state,
    fee,
    endedOn: day,
    setAside: ZERO_PAISE,
    overpaid: ZERO_PAISE,
    released: amount > 0 ? { amount, parts, excess } : undefined,
  })
}

/** Gives back what was set aside and is not needed, first what the last payment brought. */
function giveBack({ uses }: Running, awaiting: Awaiting, amount: Paise): void {
  let remaining = amount
  for (const brought of awaiting.held.toReversed()) {
    const returned = minPaise(remaining, brought.amount)
    const use = uses.get(brought.id)
    if (use) uses.set(brought.id, { ...use, returned })
    remaining = paise(remaining - returned)
  }
}

/** Keeps an extension that is still awaited at the end of the course. */
export function keepAwaiting({ extensions }: Running, awaiting: Awaiting): void {
  const { extension, fee } = awaiting
  extensions.set(extension.id, {
    state: 'awaiting',
    fee,
    setAside: heldFor(awaiting),
    endedOn: undefined,
    released: undefined,
    overpaid: ZERO_PAISE,
  })
}
