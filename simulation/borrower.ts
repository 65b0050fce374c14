import type { Result } from '#contract/client.ts'
import { contract } from '#contract/index.ts'
import { paise } from '#domain/money.ts'
import type { Borrower } from '#server/testing/lending.ts'
import type { Chance } from './chance.ts'
import type { Collector } from './collector.ts'
import type { Faults } from './faults.ts'

/** A simulated borrower with their orders and open payment pages. */
export type Life = {
  readonly who: Borrower
  readonly chance: Chance
  /** Every order that the server has acknowledged. */
  readonly orders: string[]
  /** Payment pages that were opened and not paid; the borrower may pay on them much later. */
  readonly openPages: string[]
  /** The borrower does nothing before this instant, in milliseconds. */
  idleUntil: number
}

export type Stage = {
  readonly chance: Chance
  readonly faults: Faults
  readonly provider: Collector
  readonly now: () => number
  /** Once true, borrowers take no new loans and repay all. */
  readonly isClosing: () => boolean
}

const HOUR = 3_600_000
const DAY = 24 * HOUR
const MOST_TRIES = 40
/** The chance that no webhook comes. It is high, so that a server that does not ask is found out. */
const WEBHOOK_LOST = 0.6
/** Takes the place of a denied order, so that the borrower looks at it no more. */
export const NONE = ''

/** Lets a borrower act once: on the running order, or by applying for another. */
export async function live(stage: Stage, life: Life): Promise<void> {
  if (stage.now() < life.idleUntil) return
  payOnOldPage(stage, life)
  const { order } = callsOf(life)
  const orderId = life.orders.at(-1)
  const detail = orderId ? await order.detail({ orderId }) : undefined
  if (detail && !detail.ok) return wait(stage, life, HOUR)
  const state = detail?.data.orderState
  if (state === undefined || ['3', '5', '7', '9'].includes(state)) {
    if (state === '3') return reapplyLater(stage, life)
    if (!stage.isClosing()) await applyForNext(stage, life)
    return
  }
  if (state === '1' || state === '4') return wait(stage, life, 6 * HOUR)
  if (state === '2') return takeOrLeave(stage, life, orderId ?? '')
  if (!detail) return
  const { position, coolingOff } = detail.data
  await serve(stage, life, {
    orderId: orderId ?? '',
    state,
    payoff: position?.payoff ?? 0,
    mayReturn: coolingOff !== null,
  })
}

const callsOf = ({ who }: Life) => ({
  order: who.browser.calls(contract.order),
  repay: who.browser.calls(contract.repay),
  extension: who.browser.calls(contract.extension),
})

function wait(stage: Stage, life: Life, ms: number): void {
  life.idleUntil = stage.now() + ms
}

/** Waits out the fifteen days after a denial (specification §9). */
function reapplyLater(stage: Stage, life: Life): void {
  life.orders.push(NONE)
  wait(stage, life, stage.isClosing() ? 0 : 16 * DAY)
}

/** Sends an action with its key until the server answers, and sometimes once more after that. */
async function act<T>(
  { faults }: Stage,
  life: Life,
  send: (options: { idempotencyKey: string }) => Promise<Result<T>>,
): Promise<Result<T>> {
  const options = {
    idempotencyKey: `${life.chance.between(1, 1e9)}-${life.chance.between(1, 1e9)}`,
  }
  for (let tries = 1; ; tries += 1) {
    const result = await send(options)
    const isServerGone =
      !result.ok &&
      ['network', 'failed-unexpectedly', 'payment-not-available'].includes(result.reason)
    if (isServerGone && tries < MOST_TRIES) continue
    if (result.ok && faults.strikes('request repeated', 0.1)) {
      const again = await send(options)
      if (again.ok && JSON.stringify(again.data) !== JSON.stringify(result.data))
        throw new Error(
          `the server gave two answers to one key: ${JSON.stringify(result.data)} and ${JSON.stringify(again.data)}`,
        )
    }
    return result
  }
}

const PRODUCTS = ['saral-seven', 'saral-seven', 'saral-seven', 'saral-weekly'] as const

async function applyForNext(stage: Stage, life: Life): Promise<void> {
  const { chance } = life
  const { order } = callsOf(life)
  const choice = {
    productId: chance.one(PRODUCTS),
    amount: paise(chance.between(1, 5) * 1_000_00),
    period: 7,
  }
  const wish = {
    cardId: life.who.cardId,
    productId: choice.productId,
    borrowAmount: choice.amount,
    periods: choice.period,
  }
  // Getting the money automatically demands that the Key Facts Statement was read before.
  const keyFacts = chance.happens(0.3) ? await order.keyFactsOffered(choice) : undefined
  const auto = keyFacts?.ok
    ? { autoGetMoney: 1 as const, keyFactsHash: keyFacts.data.hash }
    : { autoGetMoney: 0 as const }
  const applied = await act(stage, life, options =>
    order.apply({ ...wish, ...auto, checkEmail: 0 }, options),
  )
  if (applied.ok) life.orders.push(applied.data.orderId)
  wait(stage, life, 3 * HOUR)
}

/** Answers an approval: most take the money, some withdraw, some let the offer lapse. */
async function takeOrLeave(stage: Stage, life: Life, orderId: string): Promise<void> {
  const { order } = callsOf(life)
  const mood = life.chance.next()
  if (mood < 0.9 || stage.isClosing()) await take(stage, life, orderId)
  else if (mood < 0.95) await act(stage, life, options => order.withdraw({ orderId }, options))
  wait(stage, life, mood < 0.97 ? 6 * HOUR : 6 * DAY)
}

/** Reads the Key Facts Statement and takes the money. */
async function take(stage: Stage, life: Life, orderId: string): Promise<void> {
  const { order } = callsOf(life)
  const keyFacts = await order.keyFacts({ orderId })
  if (!keyFacts.ok) return
  const { hash } = keyFacts.data
  await act(stage, life, options => order.loan({ orderId, keyFactsHash: hash }, options))
}

type Running = {
  readonly orderId: string
  readonly state: string
  readonly payoff: number
  readonly mayReturn: boolean
}

/** Acts on a running loan: returns it, pays it early, in time, late, in part or twice, or extends it. */
async function serve(
  stage: Stage,
  life: Life,
  { orderId, state, payoff, mayReturn }: Running,
): Promise<void> {
  const { chance } = life
  if (state === '11') return answerExtension(stage, life, orderId)
  const mood = chance.next()
  // Some return the loan in the cooling-off period; their payment may come too late.
  if (stage.isClosing() || mood < (mayReturn ? 0.25 : 0.1)) await payOn(stage, life, orderId, 'all')
  else if (mood < 0.45) await payOn(stage, life, orderId, 'due')
  else if (mood < 0.52)
    await payOn(stage, life, orderId, 'due', {
      amount: Math.max(1, Math.floor(payoff * chance.next())),
    })
  else if (mood < 0.67) await extend(stage, life, orderId)
  // A borrower with an open page comes back before or after it expires.
  wait(stage, life, chance.between(8, life.openPages.length > 0 ? 30 : 96) * HOUR)
}

async function payOn(
  stage: Stage,
  life: Life,
  orderId: string,
  scope: 'due' | 'all',
  { amount }: { amount?: number } = {},
): Promise<void> {
  const opened = await act(stage, life, options =>
    callsOf(life).repay.repay({ orderId, scope }, options),
  )
  if (!opened.ok) return
  const { paymentId } = opened.data
  if (!stage.isClosing() && life.chance.happens(0.1)) return void life.openPages.push(paymentId)
  await press(stage, paymentId, amount)
}

async function press(
  { faults, provider, now }: Stage,
  paymentId: string,
  amount?: number,
): Promise<void> {
  const about = { now: now(), ...(amount !== undefined && { amount: paise(amount) }) }
  if (faults.strikes('payment failed', 0.1))
    provider.attempt(paymentId, { now: now(), state: 'failed' })
  provider.attempt(paymentId, { ...about, state: 'paid' })
  if (faults.strikes('paid twice', 0.05))
    provider.attempt(paymentId, { ...about, state: 'paid', webhookLost: WEBHOOK_LOST })
}

/** Pays on a page that was left open, unless it has expired, whatever has become of the loan. */
function payOnOldPage({ faults, provider, now }: Stage, life: Life): void {
  const paymentId = life.openPages.shift()
  if (paymentId === undefined || !faults.strikes('came back to a page', 0.5)) return
  provider.attempt(paymentId, { state: 'paid', now: now(), webhookLost: WEBHOOK_LOST })
}

async function extend(stage: Stage, life: Life, orderId: string): Promise<void> {
  const { extension } = callsOf(life)
  const offer = await extension.calculate({ id: orderId })
  if (!offer.ok || offer.data.isAwaiting === 1) return
  const { extensionId, orderRepayId } = offer.data
  const keyFacts = await extension.keyFacts({ orderId, extensionId })
  if (!keyFacts.ok) return
  const wish = { extensionId, orderId, orderRepayId, keyFactsHash: keyFacts.data.hash }
  const applied = await act(stage, life, options => extension.apply(wish, options))
  if (!applied.ok) return
  const paymentId = applied.data.paymentUrl.split('/').at(-1) ?? ''
  // Earlier payments may cover the fee: then there is no page, and the address is the order's.
  if (paymentId === 'detail') return
  const mood = life.chance.next()
  if (mood < 0.6) await press(stage, paymentId)
  else if (mood < 0.75) await press(stage, paymentId, life.chance.between(1, 200_00))
}

/** Acts on a requested extension: gives it up, pays on the loan itself, or lets it lapse. */
async function answerExtension(stage: Stage, life: Life, orderId: string): Promise<void> {
  const { extension } = callsOf(life)
  const mood = life.chance.next()
  const offer = await extension.calculate({ id: orderId })
  if (offer.ok && (mood < 0.3 || stage.isClosing())) {
    const { extensionId, orderRepayId } = offer.data
    await act(stage, life, options =>
      extension.giveUp({ extensionId, orderId, orderRepayId }, options),
    )
  } else if (mood < 0.5) await payOn(stage, life, orderId, 'due')
  wait(stage, life, life.chance.between(3, 12) * HOUR)
}
