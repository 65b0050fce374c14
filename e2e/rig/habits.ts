/** The ways of the kill test's borrowers to deal with their loans, so that everything happens. */

import type { OrderDetail } from './borrower.ts'
import { dataOf, insist, untilAnswered, untilOpened } from './insist.ts'
import { type Life, type Loan, payOn, payPage, untilReached } from './load.ts'

type Habit = () => Loan

/** Pays at once, in one, two or three payments, and takes the next loan. */
function promptly(): Habit {
  const loans = [
    { productId: 'saral-seven', rupees: 2_000, pays: ['due'] },
    { productId: 'saral-weekly', rupees: 3_000, pays: ['due', 'due', 'all'] },
    { productId: 'saral-weekly', rupees: 1_000, pays: ['due', 'all'] },
  ] as const
  let count = 0
  return () => {
    const { productId, rupees, pays } = loans[count % loans.length] ?? loans[0]
    const button = count % 2 === 0 ? 'pay' : 'notify-twice'
    count += 1
    let payments = 0
    return {
      productId,
      rupees,
      serve: async (life, { orderId, orderState }) => {
        if (orderState === 'settled') return life.days.isDone(life.borrower.phone)
        await payOn(life, orderId, { scope: pays[payments] ?? 'all', button })
        payments += 1
      },
    }
  }
}

/**
 * Opens two pages for the whole loan at once and pays on both: the second payment is refunded. Every
 * other time the accounts take no refund, and the lender's people settle it by hand.
 */
function twice(): Habit {
  let count = 0
  return () => {
    const button = count % 2 === 0 ? 'pay-without-refund' : 'pay'
    count += 1
    return {
      productId: 'saral-seven',
      rupees: 1_000,
      serve: async (life, order) => {
        if (order.orderState === 'settled') return restOn(life)
        const payment = { scope: 'all', button } as const
        await Promise.all([
          payOn(life, order.orderId, payment),
          payOn(life, order.orderId, payment),
        ])
      },
    }
  }
}

/**
 * Pays all once the loan is overdue. Every other time the borrower rests before, and the lender's
 * people may waive penal charges.
 */
function late(): Habit {
  let count = 0
  return () => {
    let rests = count % 2 === 0 ? 1 : 0
    count += 1
    return {
      productId: 'saral-seven',
      rupees: 2_000,
      serve: async (life, order) => {
        if (order.orderState === 'settled') return life.days.isDone(life.borrower.phone)
        if (order.orderState !== 'overdue') {
          if (!isPastDue(order)) await restOn(life)
        } else if (rests > 0) {
          rests -= 1
          await restOn(life)
        } else await payOn(life, order.orderId, { scope: 'all' })
      },
    }
  }
}

/** Extends the loan once, pays the fee or lets the request lapse, and pays all a day later. */
function extending(isFeePaid: boolean): Habit {
  return () => {
    let requestedOn: string | undefined
    return {
      productId: 'saral-seven',
      rupees: 3_000,
      serve: async (life, order) => {
        const { orderId, orderState } = order
        if (orderState === 'settled') return life.days.isDone(life.borrower.phone)
        const today = order.position?.today
        if (requestedOn === undefined && order.isExtension === 1) {
          if (await requestExtension(life, orderId, isFeePaid)) requestedOn = today
        } else if (requestedOn === undefined || requestedOn === today) await restOn(life)
        // A request that has lapsed ends with the close of business.
        else if (orderState !== 'extension') await payOn(life, orderId, { scope: 'all' })
      },
    }
  }
}

/** Loses the money again after it came, before or after repaying the loan. */
function takenBack(isRepaid: boolean): Habit {
  return () => {
    let hasRested = false
    return {
      productId: 'saral-seven',
      rupees: 4_000,
      serve: async (life, { orderId, orderState, bankNo }) => {
        const { ack, sandbox } = life
        if (ack.reversed.has(orderId)) {
          // The close of business of the next day finds it.
          if (!hasRested) await restOn(life)
          hasRested = true
        } else if (isRepaid && orderState !== 'settled')
          await payOn(life, orderId, { scope: 'all' })
        else {
          await untilReached(ack, () => sandbox.reverseLastPayout(bankNo.slice(-4)))
          ack.reversed.add(orderId)
        }
      },
    }
  }
}

/** The habits, one for each borrower in turn. */
export const HABITS = [
  promptly,
  late,
  () => extending(true),
  promptly,
  () => extending(false),
  twice,
  () => takenBack(false),
  promptly,
  () => takenBack(true),
  late,
] as const satisfies readonly (() => Habit)[]

function restOn({ days, borrower }: Life): Promise<void> {
  return days.untilNext(borrower.phone)
}

function isPastDue({ position, repaymentDate }: OrderDetail): boolean {
  return position !== null && repaymentDate !== null && position.today > repaymentDate
}

/** Requests an extension and pays its fee; false if the offer changed meanwhile. */
async function requestExtension(life: Life, orderId: string, isFeePaid: boolean): Promise<boolean> {
  const { ack, extension, sandbox } = life
  const offer = await untilAnswered(ack, () => extension.calculate({ id: orderId }))
  if (!offer.ok) return false
  const { extensionId, orderRepayId } = offer.data
  const named = { orderId, extensionId }
  const statement = await untilAnswered(ack, () => extension.keyFacts(named))
  if (!statement.ok) return false
  const wish = { ...named, orderRepayId, keyFactsHash: statement.data.hash }
  const request = await insist(ack, options =>
    untilOpened(ack, () => extension.apply(wish, options)),
  )
  if (!request.ok && /changed/.test(request.reason)) return false
  const { paymentUrl } = dataOf(request)
  const { paymentId, amount } = await untilReached(ack, () => sandbox.page(paymentUrl))
  ack.paymentRequests.set(paymentId, { orderId, amount })
  if (isFeePaid) await payPage(life, paymentId, paymentUrl, 'pay')
  return true
}
