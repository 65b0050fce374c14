import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '#contract/client.ts'
import { contract } from '#contract/index.ts'
import type { Borrower, OrderDetail } from './borrower.ts'
import type { Days } from './days.ts'
import { dataOf, insist, type Retries, untilAnswered } from './insist.ts'
import { rupeesToPaise } from './rupees.ts'
import { openSandbox, type PaymentButton, type Sandbox } from './sandbox.ts'

/** The acts that the product acknowledged to borrowers, by id. None may be lost or happen twice. */
export type Acknowledgements = Retries & {
  /** The orders, each with its borrower's phone. */
  readonly orders: Map<string, string>
  /** The orders whose Get Money was accepted. */
  readonly borrowed: Set<string>
  /** The payment requests, each with its order and its amount in paise. */
  readonly paymentRequests: Map<string, { readonly orderId: string; readonly amount: number }>
  /** The payment requests that their payment pages confirmed as paid. */
  readonly paid: Set<string>
  /** The orders that were Settled. */
  readonly settled: Set<string>
  /** The orders whose payout the bank took back. */
  readonly reversed: Set<string>
}

export function nothingYet(): Acknowledgements {
  return {
    orders: new Map(),
    borrowed: new Set(),
    paymentRequests: new Map(),
    paid: new Set(),
    settled: new Set(),
    reversed: new Set(),
    retries: 0,
  }
}

/** A borrower who acts by themselves, and the days in which they do. */
export type Life = {
  readonly borrower: Borrower
  readonly ack: Acknowledgements
  readonly days: Days
  readonly isOver: () => boolean
  readonly sandbox: Sandbox
  readonly orders: Client<typeof contract.order>
  readonly repay: Client<typeof contract.repay>
  readonly extension: Client<typeof contract.extension>
}

/** A loan, how its borrower deals with it, and what they remember of it. */
export type Loan = { readonly productId: string; readonly rupees: number; readonly serve: Serve }
/** Acts once on a running loan. Returns after each action, since the loan may have changed. */
export type Serve = (life: Life, order: OrderDetail) => Promise<void>

const LOOK_AGAIN_MS = 250

export function lifeOf(
  origin: string,
  borrower: Borrower,
  world: Pick<Life, 'ack' | 'days' | 'isOver'>,
): Life {
  const { browser } = borrower
  return {
    ...world,
    borrower,
    sandbox: openSandbox(origin),
    orders: browser.calls(contract.order),
    repay: browser.calls(contract.repay),
    extension: browser.calls(contract.extension),
  }
}

/**
 * Takes and serves one loan after another until all is over. Every action that moves money is sent
 * twice at the same time with one key, and again with that key until it is answered.
 */
export async function liveLoans(life: Life, nextLoan: () => Loan): Promise<void> {
  const cardId = await untilReached(life.ack, () => life.borrower.cardId())
  while (!life.isOver()) await liveLoan(life, nextLoan(), cardId)
}

async function liveLoan(
  life: Life,
  { productId, rupees, serve }: Loan,
  cardId: string,
): Promise<void> {
  const { ack, orders, borrower, isOver } = life
  const borrowAmount = rupeesToPaise(rupees)
  const wish = { cardId, productId, borrowAmount, periods: 7, autoGetMoney: 0 } as const
  const { orderId } = dataOf(await insist(ack, options => orders.apply(wish, options)))
  ack.orders.set(orderId, borrower.phone)
  while (!isOver()) {
    const order = dataOf(await untilAnswered(ack, () => orders.detail({ orderId })))
    if (order.orderState === 'pass') await takeMoney(life, orderId)
    else if (isRunning(order)) await serve(life, order)
    else if (order.orderState === 'settled') {
      ack.settled.add(orderId)
      await serve(life, order)
      // The bank may take the money of a settled loan back.
      if (!ack.reversed.has(orderId)) return
    } else if (order.orderState !== 'auditing' && order.orderState !== 'lending') {
      if (order.orderState === 'failed' && ack.reversed.has(orderId)) return
      throw new Error(`Order ${orderId} came to state ${order.orderState}`)
    }
    await pause(LOOK_AGAIN_MS)
  }
}

function isRunning({ orderState }: OrderDetail): boolean {
  return orderState === 'loaned' || orderState === 'overdue' || orderState === 'extension'
}

async function takeMoney({ ack, orders }: Life, orderId: string): Promise<void> {
  const { hash } = dataOf(await untilAnswered(ack, () => orders.keyFacts({ orderId })))
  const loan = { orderId, keyFactsHash: hash }
  const answer = await insist(ack, options => orders.loan(loan, options))
  // A day may have begun since the statement was read.
  if (!answer.ok && answer.reason === 'key-facts-changed') return
  dataOf(answer)
  ack.borrowed.add(orderId)
}

/** Opens a page for what is due or for the whole loan, and pays on it. */
export async function payOn(
  life: Life,
  orderId: string,
  { scope, button = 'pay' }: { readonly scope: 'due' | 'all'; readonly button?: PaymentButton },
): Promise<void> {
  const { ack, repay } = life
  const request = await insist(ack, options => repay.repay({ orderId, scope }, options))
  // The next try is another request, as in the app: this one's page can have expired unopened.
  if (!request.ok && /^(nothing-to-pay|payment-not-available)$/.test(request.reason)) return
  const { paymentId, paymentUrl, amount } = dataOf(request)
  ack.paymentRequests.set(paymentId, { orderId, amount })
  await payPage(life, paymentId, paymentUrl, button)
}

/** Pays on a page and waits until the payment is booked. Pays nothing on a page that has expired. */
export async function payPage(
  { ack, repay, sandbox, isOver }: Life,
  paymentId: string,
  paymentUrl: string,
  button: PaymentButton,
): Promise<void> {
  const press = await untilReached(ack, () => sandbox.pressIfOpen(paymentUrl, button))
  if (press === 'over') return
  ack.paid.add(paymentId)
  for (; !isOver(); await pause(LOOK_AGAIN_MS)) {
    const payment = dataOf(await untilAnswered(ack, () => repay.status({ paymentId })))
    if (payment.status === 'paid') return
  }
}

/** Repeats an act on the sandbox until the server has answered it. */
export async function untilReached<T>(counts: Retries, act: () => Promise<T>): Promise<T> {
  for (;;) {
    const outcome = await act().then(
      value => ({ value }),
      () => undefined,
    )
    if (outcome) return outcome.value
    counts.retries += 1
    await pause(LOOK_AGAIN_MS)
  }
}
