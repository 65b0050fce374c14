import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Result } from '#contract/client.ts'
import { contract } from '#contract/index.ts'
import type { Borrower, OrderState } from './borrower.ts'
import { rupeesToPaise } from './rupees.ts'
import { openSandbox } from './sandbox.ts'

/** What borrowers were told had happened, by id. None of it may be lost, or have happened twice. */
export type Acknowledged = {
  /** Orders, each with its borrower's phone. */
  readonly orders: Map<string, string>
  /** Orders whose Get Money was accepted. */
  readonly taken: Set<string>
  /** Demands, with the paise they ask for. */
  readonly paymentRequests: Map<string, number>
  /** Demands whose hosted page said that they were paid. */
  readonly paid: Set<string>
  /** Orders seen Settled. */
  readonly settled: Set<string>
  /** How often a request got no answer, and was sent again. */
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

/** How a loan is lived: what is asked for, and what is paid, demand by demand. */
const habits = [
  { productId: 'saral-seven', rupees: 2_000, pays: ['due'] },
  { productId: 'saral-weekly', rupees: 3_000, pays: ['due', 'due', 'all'] },
  { productId: 'saral-weekly', rupees: 1_000, pays: ['due', 'all'] },
] as const

const RETRY_MS = 60
const LOOK_AGAIN_MS = 250

/**
 * Lives one loan after another until told that it is over, and then stops where it stands. Every action that moves money
 * is sent twice at once, as by a nervous thumb, with the same key; and sent again, with that key, until it is answered.
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
    if (!(await seen(orderId, '2'))) return
    const keyFactsHash = await acknowledged(orderId)
    if (keyFactsHash === undefined) return
    await insist(ack, options => orders.loan({ orderId, keyFactsHash }, options))
    ack.taken.add(orderId)
    if (!(await seen(orderId, '6'))) return
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
    if (!(await seen(orderId, '7'))) return
    ack.settled.add(orderId)
  }

  /** The Key Facts Statement that is taken; nothing if it is over before. */
  async function acknowledged(orderId: string): Promise<string | undefined> {
    for (; !isOver(); await pause(LOOK_AGAIN_MS)) {
      const found = await orders.keyFacts({ orderId })
      if (found.ok) return found.data.hash
      refuseRefusal(found)
    }
    return undefined
  }

  /** Looks until the order is in a state; false if it is over before. */
  async function seen(orderId: string, state: OrderState): Promise<boolean> {
    for (; !isOver(); await pause(LOOK_AGAIN_MS)) {
      const found = await orders.detail({ orderId })
      if (found.ok && found.data.orderState === state) return true
      if (!found.ok) refuseRefusal(found)
    }
    return false
  }

  async function isBooked(paymentId: string): Promise<boolean> {
    for (; !isOver(); await pause(LOOK_AGAIN_MS)) {
      const found = await repay.status({ paymentId })
      if (found.ok && found.data.status === 'paid') return true
      if (!found.ok) refuseRefusal(found)
    }
    return false
  }
}

/** Sends an action twice at once, and again with the same key until both are answered: with the same answer. */
async function insist<T>(
  ack: Acknowledged,
  act: (options: { idempotencyKey: string }) => Promise<Result<T>>,
): Promise<T> {
  const options = { idempotencyKey: randomUUID() }
  const once = async (): Promise<T> => {
    for (;;) {
      const result = await act(options)
      if (result.ok) return result.data
      refuseRefusal(result)
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

/** No answer is something to try again; a refusal of what was right is a fault. */
function refuseRefusal(result: Extract<Result<unknown>, { ok: false }>): void {
  if (result.reason === 'network' || result.reason === 'failed-unexpectedly') return
  throw new Error(`Refused: ${result.reason} (${result.msg})`)
}
