import type { MoneyGone, Running, Use } from '#domain/lending/course-state.ts'
import type { ReceivedPayment } from '#domain/lending/loan-facts.ts'
import { leftOverPaise, minPaise, type Paise, sumPaise, ZERO_PAISE } from '#domain/money.ts'
import { totalOf } from '#domain/parts.ts'

/*
 * Refunds in the course of a loan. An ordered refund stays, whatever becomes known later. Refunds
 * are counted over the whole loan: the excess of one payment makes up for a refund of another that
 * turned out to be needed, so that each payment is used as if all had been known when they were
 * made.
 */

/** The part of a payment to refund, by its use. */
export const toGoBack = ({ excess, returned }: Pick<Use, 'excess' | 'returned'>): Paise =>
  sumPaise([excess, returned])

/**
 * Runs a loan again as long as more went back than is to go back of it in all: so much was not there to
 * be used, of what its last payments paid first.
 */
export function withMoneyGone(
  {
    payments,
  }: { readonly payments: readonly Pick<ReceivedPayment, 'id' | 'amount' | 'sentBack'>[] },
  run: (gone: MoneyGone) => Running,
): Running {
  const refunded = sumPaise(payments.map(({ sentBack }) => sentBack))
  const amounts = new Map(payments.map(({ id, amount }) => [id, amount]))
  const gone = new Map<string, Paise>()
  for (;;) {
    const running = run(gone)
    const uses = [...running.uses]
    let lacking = leftOverPaise(refunded, sumPaise(uses.map(([, use]) => toGoBack(use))))
    if (lacking === 0) return running
    for (const [id, use] of lastPaidFirst(uses)) {
      const back = toGoBack(use)
      const more = minPaise(lacking, leftOverPaise(amounts.get(id) ?? ZERO_PAISE, back))
      if (more > 0) gone.set(id, sumPaise([back, more]))
      lacking = leftOverPaise(lacking, more)
    }
  }
}

/** The payments on the loan, the last one first, and then those that were set aside for an extension. */
function lastPaidFirst(uses: readonly (readonly [string, Use])[]) {
  const latest = uses.toReversed()
  const paysLoan = ([, { parts }]: readonly [string, Use]) => totalOf(parts) > 0
  return [...latest.filter(paysLoan), ...latest.filter(use => !paysLoan(use))]
}

/**
 * The refunds still to order, by the ids of the payments and in their order: in all never more than
 * the excess of all payments together.
 */
export function refundsMissing(
  payments: readonly Pick<ReceivedPayment, 'id' | 'sentBack'>[],
  owedBack: ReadonlyMap<string, Paise>,
): ReadonlyMap<string, Paise> {
  const refunded = sumPaise(payments.map(({ sentBack }) => sentBack))
  let remaining = leftOverPaise(sumPaise([...owedBack.values()]), refunded)
  const missing = new Map<string, Paise>()
  for (const { id, sentBack } of payments) {
    const amount = minPaise(remaining, leftOverPaise(owedBack.get(id) ?? ZERO_PAISE, sentBack))
    if (amount > 0) missing.set(id, amount)
    remaining = leftOverPaise(remaining, amount)
  }
  return missing
}
