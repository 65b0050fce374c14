import { paise } from '#domain/money.ts'
import type { Browser } from '#server/testing/browser.ts'
import { act, ask } from './acts.ts'
import { actorOf, callsOn, DAY, HOUR, type Life, NONE, type Stage, wait } from './life.ts'
import { attend, complainSometimes, showFaceIfDenied } from './patience.ts'
import { payOnOldPage, serve } from './repayer.ts'
import { askForLoan, limitOneself, loosen } from './restraint.ts'

const ENDED = ['denied', 'failed', 'settled', 'cancelled']

/** Lets a borrower act once: on the running order, or by applying for another. */
export async function live(stage: Stage, life: Life): Promise<void> {
  if (stage.clock.now().getTime() < life.idleUntilMs) return
  await payOnOldPage(stage, life)
  await limitOneself(stage, life)
  const { mobile } = life.who
  const orderId = life.orders.at(-1)
  if (orderId === undefined || orderId === NONE) return applyForNext(stage, life)
  const detail = await ask(actorOf(stage, life), mobile, () =>
    callsOn(mobile).order.detail({ orderId }),
  )
  if (!detail.ok) return wait(stage, life, HOUR)
  const state = detail.data.orderState
  if (state === 'denied') return reapplyLater(stage, life)
  if (ENDED.includes(state))
    return life.reservedOn === orderId
      ? followReservation(stage, life, orderId)
      : applyForNext(stage, life)
  const { answerBy } = detail.data.questions
  if (state === 'auditing') return attend(stage, life, { orderId, answerBy })
  if (state === 'lending') return wait(stage, life, 6 * HOUR)
  if (state === 'pass') return takeOrLeave(stage, life, orderId)
  await complainSometimes(stage, life)
  await serve(stage, life, detail.data)
}

/** Waits out the fifteen days after a denial (specification §9). */
function reapplyLater(stage: Stage, life: Life): void {
  life.orders.push(NONE)
  wait(stage, life, stage.isClosing() ? 0 : 16 * DAY)
}

/** Continues with the order that a reservation became, if it did. */
async function followReservation(stage: Stage, life: Life, orderId: string): Promise<void> {
  const { mobile } = life.who
  const reservation = await ask(actorOf(stage, life), mobile, () =>
    callsOn(mobile).schedule.detail({ orderId }),
  )
  if (reservation.ok && reservation.data.state === 'waiting') return wait(stage, life, 6 * HOUR)
  life.reservedOn = undefined
  const next = reservation.ok ? reservation.data.appliedOrderId : null
  if (next !== null) life.orders.push(next)
}

/** Lets the borrower act no more once nothing is left to pay. */
function retire(life: Life): void {
  if (life.openPages.length === 0) life.idleUntilMs = Number.POSITIVE_INFINITY
}

const PRODUCTS = ['saral-seven', 'saral-seven', 'saral-weekly'] as const

async function applyForNext(stage: Stage, life: Life): Promise<void> {
  if (stage.isClosing()) return retire(life)
  const { chance, who, character } = life
  const { mobile, tablet } = who
  const actor = actorOf(stage, life)
  const choice = {
    productId: character === 'by AutoPay' ? 'saral-weekly' : chance.one(PRODUCTS),
    amount: paise(chance.between(1, 5) * 1_000_00),
    period: 7,
  }
  // A borrower must read the Key Facts Statement before they can get the money automatically.
  const keyFacts = chance.happens(0.3)
    ? await ask(actor, mobile, () => callsOn(mobile).order.keyFactsOffered(choice))
    : undefined
  const auto = keyFacts?.ok
    ? { autoGetMoney: 1 as const, keyFactsHash: keyFacts.data.hash }
    : { autoGetMoney: 0 as const }
  const wish = {
    cardId: who.cardId,
    productId: choice.productId,
    borrowAmount: choice.amount,
    periods: choice.period,
    checkEmail: 0,
    ...auto,
  }
  const applyOn = (browser: Browser) =>
    askForLoan(stage, life, choice.amount, () =>
      act(actor, 'apply', browser, options => callsOn(browser).order.apply(wish, options)),
    )
  const isDoubled = character === 'hasty' && chance.happens(0.8)
  const results = await Promise.all(
    isDoubled ? [applyOn(mobile), applyOn(tablet)] : [applyOn(mobile)],
  )
  const orders = results.flatMap(result => (result.ok ? [result.data.orderId] : []))
  if (orders.length > 1) throw new Error(`two orders at once: ${orders.join(' and ')}`)
  life.orders.push(...orders)
  const [first] = results
  const refusal = first && !first.ok ? first.reason : undefined
  if (refusal) await loosen(stage, life, refusal)
  if (refusal === 'verification-incomplete') await showFaceIfDenied(stage, life)
  wait(stage, life, refusal === 'own-pause' ? chance.between(1, 3) * DAY : 3 * HOUR)
}

/** Answers an approval: most take the money, some withdraw, some let the offer lapse. */
async function takeOrLeave(stage: Stage, life: Life, orderId: string): Promise<void> {
  const { mobile } = life.who
  const actor = actorOf(stage, life)
  const mood = life.chance.next()
  if (mood < 0.9 || stage.isClosing()) await take(stage, life, orderId)
  else if (mood < 0.95)
    await act(actor, 'withdraw', mobile, options =>
      callsOn(mobile).order.withdraw({ orderId }, options),
    )
  wait(stage, life, mood < 0.97 ? 6 * HOUR : 6 * DAY)
}

/** Reads the Key Facts Statement and takes the money; the hasty tap twice. */
async function take(stage: Stage, life: Life, orderId: string): Promise<void> {
  const { mobile } = life.who
  const actor = actorOf(stage, life)
  const { order } = callsOn(mobile)
  const keyFacts = await ask(actor, mobile, () => order.keyFacts({ orderId }))
  if (!keyFacts.ok) return
  const tap = () =>
    act(actor, 'get money', mobile, options =>
      order.loan({ orderId, keyFactsHash: keyFacts.data.hash }, options),
    )
  await Promise.all(life.character === 'hasty' ? [tap(), tap()] : [tap()])
}
