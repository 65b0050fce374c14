import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Result } from '#contract/client.ts'
import { contract } from '#contract/index.ts'
import type { Borrower, OrderState } from './borrower.ts'
import { rupeesToPaise } from './rupees.ts'
import { openSandbox } from './sandbox.ts'

/**
 * What the product has acknowledged to borrowers, by id. None of it may be lost or happen twice.
 */
export type Acknowledged = {
  /** The orders, each with its borrower's phone. */
  readonly orders: Map<string, string>
  /** The orders whose Get Money was accepted. */
  readonly taken: Set<string>
  /** The payment requests, with their amounts in paise. */
  readonly paymentRequests: Map<string, number>
  /** The payment requests that their payment pages confirmed as paid. */
  readonly paid: Set<string>
  /** The orders that were Settled. */
  readonly settled: Set<string>
  /** How many requests got no answer and were sent again. */
  retries: number
}

export function nothingYet(): Acknowledged {
  return {
    orders: new Map(),
    taken: new Set(),
    paymentRequests: new Map(),
    paid: new Set(),
    settled: new Set(),
    retries: 0,
  }
}

/** The loans that borrowers take in turn, and the scope of each of their payments. */
const habits = [
  { productId: 'saral-seven', rupees: 2_000, pays: ['due'] },
  { productId: 'saral-weekly', rupees: 3_000, pays: ['due', 'due', 'all'] },
  { productId: 'saral-weekly', rupees: 1_000, pays: ['due', 'all'] },
] as const

const RETRY_MS = 60
const LOOK_AGAIN_MS = 250

/**
 * Takes and repays one loan after another until `isOver`, then stops at once. Every action that
 * moves money is sent twice at the same time with one key, as by a double tap, and again with that
 * key until it is answered.
 */
export async function liveLoans(
  origin: string,
  borrower: Borrower,
  ack: Acknowledged,
  isOver: () => boolean,
): Promise<void> {
  const orders = borrower.browser.calls(contract.order)
  const repay = borrower.browser.calls(contract.repay)
  const sandbox = openSandbox(origin)
  const cardId = await borrower.cardId()
  for (let loan = 0; !isOver(); loan += 1) {
    const { productId, rupees, pays } = habits[loan % habits.length] ?? habits[0]
    const wish = {
      cardId,
      productId,
      borrowAmount: rupeesToPaise(rupees),
      periods: 7,
      autoGetMoney: 0,
    } as const
    const { orderId } = await insist(ack, options => orders.apply(wish, options))
    ack.orders.set(orderId, borrower.phone)
    if (!(await reaches(orderId, '2'))) return
    const keyFactsHash = await keyFactsHashOf(orderId)
    if (keyFactsHash === undefined) return
    await insist(ack, options => orders.loan({ orderId, keyFactsHash }, options))
    ack.taken.add(orderId)
    if (!(await reaches(orderId, '6'))) return
    for (const scope of pays) {
      if (isOver()) return
      const { paymentId, paymentUrl, amount } = await insist(ack, options =>
        repay.repay({ orderId, scope }, options),
      )
      ack.paymentRequests.set(paymentId, amount)
      await untilDone(ack, () => sandbox.press(paymentUrl, loan % 2 === 0 ? 'pay' : 'notify-twice'))
      ack.paid.add(paymentId)
      if (!(await isBooked(paymentId))) return
    }
    if (!(await reaches(orderId, '7'))) return
    ack.settled.add(orderId)
  }

  /** Waits for the Key Facts Statement and returns its hash; undefined if all is over before. */
  async function keyFactsHashOf(orderId: string): Promise<string | undefined> {
    for (; !isOver(); await pause(LOOK_AGAIN_MS)) {
      const statement = await orders.keyFacts({ orderId })
      if (statement.ok) return statement.data.hash
      throwOnRefusal(statement)
    }
    return undefined
  }

  /** Waits until the order is in a state; false if all is over before. */
  async function reaches(orderId: string, state: OrderState): Promise<boolean> {
    for (; !isOver(); await pause(LOOK_AGAIN_MS)) {
      const order = await orders.detail({ orderId })
      if (order.ok && order.data.orderState === state) return true
      if (!order.ok) throwOnRefusal(order)
    }
    return false
  }

  async function isBooked(paymentId: string): Promise<boolean> {
    for (; !isOver(); await pause(LOOK_AGAIN_MS)) {
      const payment = await repay.status({ paymentId })
      if (payment.ok && payment.data.status === 'paid') return true
      if (!payment.ok) throwOnRefusal(payment)
    }
    return false
  }
}

/** Sends an action twice at once, again with its key until both are answered, and alike. */
async function insist<T>(
  ack: Acknowledged,
  act: (options: { idempotencyKey: string }) => Promise<Result<T>>,
): Promise<T> {
  const options = { idempotencyKey: randomUUID() }
  const once = async (): Promise<T> => {
    for (;;) {
      const result = await act(options)
      if (result.ok) return result.data
      throwOnRefusal(result)
      ack.retries += 1
      await pause(RETRY_MS)
    }
  }
  const [first, second] = await Promise.all([once(), once()])
  if (JSON.stringify(first) !== JSON.stringify(second))
    throw new Error(`One key, two answers: ${JSON.stringify(first)} and ${JSON.stringify(second)}`)
  return first
}

async function untilDone(ack: Acknowledged, act: () => Promise<void>): Promise<void> {
  for (;;) {
    const isDone = await act().then(
      () => true,
      () => false,
    )
    if (isDone) return
    ack.retries += 1
    await pause(RETRY_MS)
  }
}

/** Throws where the server refused a valid request. A missing answer is no refusal. */
function throwOnRefusal(result: Extract<Result<unknown>, { ok: false }>): void {
  if (result.reason === 'network' || result.reason === 'failed-unexpectedly') return
  throw new Error(`Refused: ${result.reason} (${result.msg})`)
}
