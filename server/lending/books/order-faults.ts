import { type Day, laterDay } from '#domain/day.ts'
import type { RunningLoan } from '#domain/lending/accrual.ts'
import { isReturned } from '#domain/lending/cooling-off.ts'
import { courseOf } from '#domain/lending/course.ts'
import { postExtensionCourse, postUse } from '#domain/lending/course-postings.ts'
import {
  type Account,
  balances,
  type Charges,
  chargesLess,
  chargesOf,
  postSum,
  shareOfSums,
  type Transfer,
  transfersMissing,
} from '#domain/lending/ledger.ts'
import { type OrderMove, type OrderState, orderMoves, stateAfter } from '#domain/lending/order.ts'
import { worstOverdueDays } from '#domain/lending/paid-day.ts'
import { waiverDay } from '#domain/lending/penal-waiver.ts'
import { positionOn } from '#domain/lending/repayment.ts'
import { type Paise, paise, sumPaise, ZERO_PAISE } from '#domain/money.ts'
import { NO_PARTS } from '#domain/parts.ts'
import { type AccrualOfLoan, accrualOf } from '#server/lending/db/accrual-sum.ts'
import { type Extension, extensionsOf } from '#server/lending/db/extension.ts'
import type { BookedPosting } from '#server/lending/db/ledger.ts'
import { factsOf, loanOf } from '#server/lending/db/loan.ts'
import type { Order } from '#server/lending/db/order.ts'
import { eventNamesOf } from '#server/lending/db/order-event.ts'
import { firstReceiptsOf } from '#server/lending/db/receipt.ts'
import { refundsOf } from '#server/lending/db/refund.ts'
import { isOther } from '#server/lending/extending/extension-course.ts'
import { subjectOf } from '#server/lending/repaying/book-course.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import { money } from '#words/format.ts'

export type AuditedOrder = {
  readonly faults: readonly string[]
  /** The order's share in the daily sums. */
  readonly share: Charges
}

/**
 * Finds the disagreements between an order's rows, its journal, its share of the daily sums and the
 * replay of its payments.
 */
export async function auditOrder(
  db: Queryable,
  order: Order,
  journal: readonly BookedPosting[],
): Promise<AuditedOrder> {
  const postings = journal.filter(({ orderId }) => orderId === order.id)
  const accrual = await accrualOf(db, { borrowerId: order.borrowerId, orderId: order.id })
  const journaled = postings.flatMap(({ transfers }) => transfers)
  const share = shareOfSums(journaled, accrual.summed)
  const booked = balances([...journaled, ...postSum(share)])
  const expected = await expectedBalances(db, order, { postings, accruedDay: accrual.day })
  const wrong = Object.entries(expected).filter(
    ([account, amount]) => booked[account as Account] !== amount,
  )
  const faults = [
    ...wrong.map(
      ([account, amount]) =>
        `${account} is ${money(booked[account as Account])}, and should be ${money(amount)}`,
    ),
    ...(await illegalMoves(db, order)),
    ...(await courseFaults(db, order, postings)),
  ]
  return { share, faults: faults.map(fault => `order ${order.id} (${order.state}): ${fault}`) }
}

async function expectedBalances(
  db: Queryable,
  order: Order,
  {
    postings,
    accruedDay,
  }: { readonly postings: readonly BookedPosting[]; readonly accruedDay: AccrualOfLoan['day'] },
): Promise<Record<Account, Paise>> {
  const { borrowerId, id } = order
  const loan = await loanOf(db, order)
  const extensions = await extensionsOf(db, borrowerId, id)
  const receipts = await firstReceiptsOf(db, borrowerId, id)
  const refunds = await refundsOf(db, borrowerId, id)
  const posted = postings.findLast(({ name }) => BOOKS_CHARGES.test(name))?.day
  const bookedTo = latest([...(loan ? seenDays(loan) : []), posted])
  const position = loan && positionOn(loan, bookedTo ?? loan.startDay)
  const borne = position && posted ? chargesOf(position) : NO_PARTS
  const isSummed =
    accruedDay !== undefined && (posted === undefined || accruedDay > (bookedTo ?? posted))
  const summed =
    loan && isSummed ? chargesLess(chargesOf(positionOn(loan, accruedDay)), borne) : NO_PARTS
  const paid = position?.paid ?? NO_PARTS
  const owedBack = sumPaise(refunds.filter(({ isDone }) => !isDone).map(({ amount }) => amount))
  const isOut = order.state === 'lending' || loan !== undefined
  const cameIn = sumPaise(receipts.map(({ amount }) => amount))
  const wentBack = sumPaise(refunds.filter(({ isDone }) => isDone).map(({ amount }) => amount))
  const extended = loan ? extensions.filter(({ state }) => state === 'paid') : []
  return {
    bank: paise(cameIn - wentBack - (isOut ? order.arrive : 0)),
    payout_in_transit: order.state === 'lending' ? order.arrive : ZERO_PAISE,
    principal_receivable: position?.owed.principal ?? ZERO_PAISE,
    interest_receivable: paise(borne.interest - paid.interest),
    penal_receivable: paise(borne.penal - paid.penal),
    interest_income: borne.interest,
    penal_income: borne.penal,
    accrued_interest: summed.interest,
    accrued_penal: summed.penal,
    accrued_interest_income: summed.interest,
    accrued_penal_income: summed.penal,
    collection_clearing: ZERO_PAISE,
    extension_advances: sumPaise(
      extensions.filter(({ state }) => state === 'awaiting').map(heldFor),
    ),
    refunds_payable: owedBack,
    fee_income: sumPaise([
      loan ? order.serviceFee : ZERO_PAISE,
      ...extended.map(({ serviceFee, gst }) => paise(serviceFee - gst)),
    ]),
    gst_payable: sumPaise([loan ? order.gst : ZERO_PAISE, ...extended.map(({ gst }) => gst)]),
  }
}

/** The days of the stored events of a loan: its journal holds its charges at least up to them. */
const seenDays = (loan: RunningLoan) => [loan.startDay, loan.payments.at(-1)?.day, waiverDay(loan)]
/** The booking of a payment, an extension or a waiver includes the charges of its day. */
const BOOKS_CHARGES = /^(accrual|payment|payment-moved|extension-[a-z]+|waiver):/
const heldFor = ({ paid }: Extension): Paise => paid
const latest = (days: readonly (Day | undefined)[]): Day | undefined =>
  days.reduce((one, other) => (one && other ? laterDay(one, other) : (one ?? other)), undefined)

/**
 * The payments and extensions of an order that are booked or stored otherwise than the course of its loan
 * says, and whether it was returned or ever late.
 */
async function courseFaults(
  db: Queryable,
  order: Order,
  postings: readonly BookedPosting[],
): Promise<string[]> {
  const facts = await factsOf(db, order)
  if (!facts)
    return order.wasReturned ? ['its row says that it was returned, and it is no loan'] : []
  const course = courseOf(facts)
  const booked = Map.groupBy(postings, ({ name }) => subjectOf(name))
  const bookedOf = (id: string) => (booked.get(id) ?? []).flatMap(({ transfers }) => transfers)
  const isOff = (id: string, expected: readonly Transfer[]) =>
    transfersMissing(expected, bookedOf(id)).length > 0
  const payments = facts.payments.filter(({ id, amount }) => {
    const use = course.uses.get(id)
    return !use || isOff(id, postUse(amount, use))
  })
  const extensions = (await extensionsOf(db, order.borrowerId, order.id)).filter(extension => {
    const after = course.extensions.get(extension.id)
    return !after || isOther(extension, after) || isOff(extension.id, postExtensionCourse(after))
  })
  return [
    ...payments.map(({ id }) => `payment ${id} is booked otherwise than it is used`),
    ...extensions.map(({ id }) => `extension ${id} is stored otherwise than its loan went on`),
    ...endFaults(order, course.loan),
  ]
}

/** A repaid loan was returned, and was late, exactly as its payments show. */
function endFaults(order: Order, loan: RunningLoan): string[] {
  const isSettled = order.state === 'settled'
  const wasReturned = isSettled && isReturned(loan, order.terms.coolingOffDays)
  const lastDay = loan.payments.at(-1)?.day ?? loan.startDay
  const late = isSettled ? worstOverdueDays(loan, lastDay) : order.worstOverdueDays
  return [
    ...(wasReturned === order.wasReturned
      ? []
      : [
          wasReturned
            ? 'its payments returned it within the cooling-off period, and its row does not say so'
            : 'its row says that it was returned within the cooling-off period, and its payments do not',
        ]),
    ...(late === order.worstOverdueDays
      ? []
      : [
          `its row says that it was ${order.worstOverdueDays} days late, and its payments say ${late}`,
        ]),
  ]
}

/**
 * The order's history must be a path through the table of moves that ends in the order's current
 * state.
 */
async function illegalMoves(db: Queryable, order: Order): Promise<string[]> {
  let state: OrderState = 'auditing'
  for (const event of await eventNamesOf(db, order.borrowerId, order.id)) {
    if (!(event in orderMoves)) continue
    const next = stateAfter(state, event as OrderMove)
    if (!next) return [`the event ${event} is not a move out of ${state}`]
    state = next
  }
  return state === order.state ? [] : [`its events end in ${state}`]
}
