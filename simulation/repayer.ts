import type { Failure } from '#contract/client.ts'
import type { Output } from '#contract/endpoint.ts'
import type { order } from '#contract/order.ts'
import { addDays, indiaDayOf, startOfIndiaDay } from '#domain/day.ts'
import { paise } from '#domain/money.ts'
import type { Browser } from '#server/testing/browser.ts'
import { act, ask } from './acts.ts'
import { leaveToAutoPay } from './autopay.ts'
import type { Chance } from './chance.ts'
import {
  actorOf,
  callsOn,
  DAY,
  HOUR,
  type Life,
  type PartRequest,
  type Stage,
  wait,
} from './life.ts'
import { askForLoan } from './restraint.ts'

type Detail = Output<typeof order.detail>
type Scope = 'due' | 'all'

const MINUTE = 60_000
/** It is high, so that a server that does not ask is noticed. */
const WEBHOOK_OFTEN_LOST = 0.6
/** A rupee (product §5, Part payments). */
const PART_MIN = 1_00

/**
 * Acts on a running loan: returns it, pays it early, in time, late, in part or twice, extends it, or
 * leaves it to AutoPay.
 */
export async function serve(stage: Stage, life: Life, detail: Detail): Promise<void> {
  const { chance, character } = life
  const { orderId, orderState, position, coolingOff } = detail
  noteCaps(stage, detail)
  const payoff = position?.payoff ?? 0
  if (orderState === 'extension') return answerExtension(stage, life, orderId, payoff)
  if (isLate(stage, life, detail)) return
  const byAutoPay = await leaveToAutoPay(stage, life, detail)
  if (byAutoPay === 'pay') await pay(stage, life, orderId, 'due')
  if (byAutoPay !== 'by hand') return
  if (detail.canReserve === 1 && chance.happens(character === 'reserves' ? 0.8 : 0.05))
    await reserve(stage, life, detail)
  const mayReturn = coolingOff !== null
  // Few repay as soon as the money has come.
  if (mayReturn && character !== 'returns' && !stage.isClosing() && chance.happens(0.8))
    return wait(stage, life, chance.between(1, 5) * DAY)
  // A loan with a plan cannot be extended.
  if (character !== 'extends' && detail.canRequestHardship === 1 && chance.happens(0.2))
    await askForPlan(stage, life, orderId)
  const mood = chance.next()
  if (character === 'extends' && !stage.isClosing()) await extendAgain(stage, life, detail)
  else if (character === 'returns' && mayReturn) await pay(stage, life, orderId, 'all')
  else if (stage.isClosing() || mood < 0.06) await pay(stage, life, orderId, 'all')
  else if (orderState === 'overdue' && mood < 0.6) await pay(stage, life, orderId, 'due')
  else if (character === 'at midnight' && mood < 0.6) await payAtMidnight(stage, life, orderId)
  else if (character === 'hasty' && mood < 0.5) await payTwice(stage, life, orderId)
  else if (character === 'hasty' && mood < 0.65)
    await Promise.all([pay(stage, life, orderId, 'due'), extend(stage, life, orderId)])
  else if (mood < 0.45) await pay(stage, life, orderId, 'due')
  else if (mood < 0.52) {
    stage.sights.underpaidPages += 1
    const amount = Math.max(1, Math.floor(payoff * chance.next()))
    await pay(stage, life, orderId, 'due', { amount })
  } else if (mood < 0.74) {
    await extend(stage, life, orderId)
    return wait(stage, life, chance.between(3, 10) * HOUR)
  } else if (mood < 0.88) await payPart(stage, life, orderId, payoff)
  // Some forget an instalment, and pay it once it is overdue.
  else if (mood > 0.9) return wait(stage, life, chance.between(7, 12) * DAY)
  // A borrower with an open page comes back before or after it expires.
  wait(stage, life, chance.between(8, life.openPages.length > 0 ? 30 : 96) * HOUR)
}

/** Notes the instalments on which no further penal charge may be charged. */
function noteCaps({ sights }: Stage, { orderId, position, penalCap, penalWaived }: Detail): void {
  const { instalments = [] } = position ?? {}
  // A waived amount counts, and no page shows to which of several instalments it belongs.
  const waived = instalments.length === 1 ? penalWaived : 0
  for (const instalment of instalments) {
    const penal = instalment.owed.penal + instalment.paid.penal + waived
    if (penalCap > 0 && penal >= penalCap)
      sights.cappedInstalments.add(`${orderId}/${instalment.number}`)
  }
}

/** True while the borrower does not repay. */
function isLate({ clock, isLong }: Stage, life: Life, { orderId }: Detail): boolean {
  if (life.character !== 'late') return false
  const nowMs = clock.now().getTime()
  if (life.lateWith?.orderId !== orderId) {
    life.lateWith = { orderId, untilMs: nowMs + daysLate(life.chance, isLong) * DAY }
  }
  if (nowMs >= life.lateWith.untilMs) return false
  wait({ clock }, life, life.chance.between(3, 9) * DAY)
  return true
}

/**
 * Returns for how many days a late borrower does not repay. A single instalment reaches the cap on
 * its penal charge after 50 days, the first of thirteen after 130.
 */
function daysLate(chance: Chance, isLong: boolean): number {
  if (chance.happens(0.2)) return 0
  if (!isLong) return chance.between(8, 20)
  return chance.happens(0.7) ? chance.between(138, 150) : chance.between(60, 90)
}

async function reserve(stage: Stage, life: Life, detail: Detail): Promise<void> {
  const { mobile, cardId } = life.who
  const { orderId, orderNo, loanAmount } = detail
  const wish = { cardId, borrowAmount: loanAmount, orderNo }
  const reservation = await askForLoan(stage, life, loanAmount, () =>
    act(actorOf(stage, life), 'reserve the next loan', mobile, options =>
      callsOn(mobile).schedule.reserve(wish, options),
    ),
  )
  if (reservation.ok) life.reservedOn = orderId
}

/** Opens a payment page, and pays on it or leaves it open. */
async function pay(
  stage: Stage,
  life: Life,
  orderId: string,
  scope: Scope,
  { amount }: { readonly amount?: number } = {},
): Promise<void> {
  await payOrLeave(stage, life, await openPage(stage, life, orderId, { scope }), amount)
}

async function payOrLeave(
  stage: Stage,
  life: Life,
  paymentId: string | undefined,
  amount?: number,
): Promise<void> {
  if (paymentId === undefined) return
  if (!stage.isClosing() && life.chance.happens(0.1)) return void life.openPages.push(paymentId)
  // An app pays the amount of the page, and no other.
  if (amount === undefined) await payWhole(stage, life, paymentId)
  else await press(stage, paymentId, amount)
}

/** Pays the amount of an open page, from a UPI app or on the page. */
async function payWhole(stage: Stage, life: Life, paymentId: string): Promise<void> {
  if (life.chance.happens(0.3) && (await payInApp(stage, life, paymentId))) return
  await press(stage, paymentId)
}

/**
 * Pays an open page from a UPI app; some pay on the page, too. False if the app got no request: then
 * the page is still there.
 */
async function payInApp(stage: Stage, life: Life, paymentId: string): Promise<boolean> {
  const { mobile } = life.who
  const upi = await act(actorOf(stage, life), 'pay by UPI', mobile, () =>
    callsOn(mobile).repay.upi({ paymentId }),
  )
  if (!upi.ok || !(await stage.vendor.payInApp(upi.data.intent))) return false
  stage.sights.upiPayments += 1
  if (stage.faults.strikes('paid twice', 0.1)) await stage.vendor.attempt(paymentId)
  return true
}

/**
 * Opens a page for an amount of the borrower's choice, and pays on it or leaves it open. Some choose
 * a paisa too much or too little first.
 */
async function payPart(stage: Stage, life: Life, orderId: string, payoff: number): Promise<void> {
  const { chance } = life
  if (chance.happens(0.2))
    await openPart(stage, life, orderId, chance.one([PART_MIN - 1, payoff + 1]))
  const any = () => chance.between(PART_MIN, Math.max(PART_MIN, payoff))
  const amount = chance.one([PART_MIN, payoff, any(), any(), any()])
  await payOrLeave(stage, life, await openPart(stage, life, orderId, amount))
}

function refusalOf({ reason, details: { least, most } }: Failure): PartRequest['refused'] {
  return { reason, bounds: { least, most } }
}

async function openPart(
  stage: Stage,
  life: Life,
  orderId: string,
  amount: number,
): Promise<string | undefined> {
  const { mobile } = life.who
  const wish = { orderId, scope: 'part', amount: paise(amount) } as const
  const from = stage.clock.now().toISOString()
  const page = await act(actorOf(stage, life), 'pay a part', mobile, options =>
    callsOn(mobile).repay.repay(wish, options),
  )
  const paymentId = page.ok ? page.data.paymentId : undefined
  stage.sights.partRequests.push({
    orderId,
    amount,
    from,
    until: stage.clock.now().toISOString(),
    paymentId,
    refused: page.ok ? undefined : refusalOf(page),
  })
  return paymentId
}

async function openPage(
  stage: Stage,
  life: Life,
  orderId: string,
  { scope, browser = life.who.mobile }: { readonly scope: Scope; readonly browser?: Browser },
): Promise<string | undefined> {
  const kind = scope === 'all' ? 'pay all' : 'pay what is due'
  const page = await act(actorOf(stage, life), kind, browser, options =>
    callsOn(browser).repay.repay({ orderId, scope }, options),
  )
  return page.ok ? page.data.paymentId : undefined
}

async function press({ faults, vendor }: Stage, paymentId: string, amount?: number): Promise<void> {
  if (faults.strikes('payment failed', 0.1)) await vendor.attempt(paymentId, { state: 'failed' })
  await vendor.attempt(paymentId, amount === undefined ? {} : { amount })
  if (faults.strikes('paid twice', 0.05))
    await vendor.attempt(paymentId, { webhookLost: WEBHOOK_OFTEN_LOST })
}

/** Opens the same page on two devices at once, and pays on both. */
async function payTwice(stage: Stage, life: Life, orderId: string): Promise<void> {
  const { mobile, tablet } = life.who
  const pages = await Promise.all(
    [mobile, tablet].map(browser => openPage(stage, life, orderId, { scope: 'due', browser })),
  )
  const opened = new Set(pages.filter(page => page !== undefined))
  if (opened.size > 1) stage.sights.duplicatePages += 1
  await Promise.all([...opened].map(page => press(stage, page)))
}

/** Opens a page on which the borrower pays a minute before or after the next midnight in India. */
async function payAtMidnight(stage: Stage, life: Life, orderId: string): Promise<void> {
  const page = await openPage(stage, life, orderId, { scope: 'due' })
  if (page !== undefined) life.midnightPages.push(page)
}

/** Pays on the pages that wait for a midnight which has just passed. */
export async function payOfMidnight({ clock, vendor, sights }: Stage, life: Life): Promise<void> {
  const midnight = startOfIndiaDay(indiaDayOf(clock.now())).getTime()
  for (const page of life.midnightPages.splice(0)) {
    const at = new Date(midnight + (life.chance.happens(0.5) ? MINUTE : -MINUTE))
    if (await vendor.attempt(page, { at })) sights.midnightPayments += 1
  }
}

/** True if a midnight in India lies between two instants. */
export const isMidnightBetween = (from: Date, to: Date) =>
  addDays(indiaDayOf(from), 1) <= indiaDayOf(to)

/** Pays on a page that was left open and has not expired, in every state of the loan. */
export async function payOnOldPage({ faults, vendor }: Stage, life: Life): Promise<void> {
  const paymentId = life.openPages.shift()
  if (paymentId === undefined || !faults.strikes('came back to a page', 0.5)) return
  await vendor.attempt(paymentId, { webhookLost: WEBHOOK_OFTEN_LOST })
}

/** Extends for as long as the server allows, and then repays. */
async function extendAgain(stage: Stage, life: Life, detail: Detail): Promise<void> {
  const reason = await extend(stage, life, detail.orderId)
  if (reason === 'extension-longest-tenor') await pay(stage, life, detail.orderId, 'all')
}

/** Requests an extension, and pays its fee in full, in part or not. Returns the reason of a refusal. */
async function extend(stage: Stage, life: Life, orderId: string): Promise<string | undefined> {
  const { mobile } = life.who
  const actor = actorOf(stage, life)
  const { extension } = callsOn(mobile)
  const offer = await ask(actor, mobile, () => extension.calculate({ id: orderId }))
  if (!offer.ok) {
    stage.acts.note('extend', offer.reason)
    return offer.reason
  }
  if (offer.data.isAwaiting === 1) return undefined
  const { extensionId, orderRepayId } = offer.data
  const keyFacts = await ask(actor, mobile, () => extension.keyFacts({ orderId, extensionId }))
  if (!keyFacts.ok) return undefined
  const wish = { extensionId, orderId, orderRepayId, keyFactsHash: keyFacts.data.hash }
  const applied = await act(actor, 'extend', mobile, options => extension.apply(wish, options))
  if (!applied.ok) return applied.reason
  // Earlier payments may cover the fee: then there is no page, and the address is the order's.
  const paymentId = stage.vendor.paymentIdOf(applied.data.paymentUrl)
  if (paymentId === undefined) return undefined
  const mood = life.character === 'extends' ? 0 : life.chance.next()
  if (mood < 0.3) await payWhole(stage, life, paymentId)
  else if (mood < 0.5) await press(stage, paymentId, life.chance.between(1, 200_00))
  return undefined
}

/** Requests one of the offered hardship plans, often the longest, on its addendum. */
async function askForPlan(stage: Stage, life: Life, orderId: string): Promise<void> {
  const { mobile } = life.who
  const actor = actorOf(stage, life)
  const { hardship } = callsOn(mobile)
  const offer = await ask(actor, mobile, () => hardship.plans({ orderId }))
  if (!offer.ok) return stage.acts.note('ask for a hardship plan', offer.reason)
  const [shortest, ...longer] = offer.data.plans
  const longest = offer.data.plans.at(-1)
  if (!shortest || !longest) return
  const anyOne = life.chance.one([shortest, ...longer])
  const { moveDays } = life.chance.happens(0.5) ? longest : anyOne
  const keyFacts = await ask(actor, mobile, () => hardship.keyFacts({ orderId, moveDays }))
  if (!keyFacts.ok) return
  const wish = { orderId, moveDays, keyFactsHash: keyFacts.data.hash }
  await act(actor, 'ask for a hardship plan', mobile, options => hardship.request(wish, options))
}

/** Acts on a requested extension: gives it up, pays on the loan itself, or lets it lapse. */
async function answerExtension(
  stage: Stage,
  life: Life,
  orderId: string,
  payoff: number,
): Promise<void> {
  const { mobile } = life.who
  const actor = actorOf(stage, life)
  const { extension } = callsOn(mobile)
  const mood = life.chance.next()
  const offer = await ask(actor, mobile, () => extension.calculate({ id: orderId }))
  if (offer.ok && (mood < 0.4 || stage.isClosing())) {
    const { extensionId, orderRepayId } = offer.data
    await act(actor, 'give up an extension', mobile, options =>
      extension.giveUp({ extensionId, orderId, orderRepayId }, options),
    )
  } else if (mood < 0.5) await pay(stage, life, orderId, 'due')
  else if (mood < 0.6) await payPart(stage, life, orderId, payoff)
  wait(stage, life, life.chance.between(3, 12) * HOUR)
}
