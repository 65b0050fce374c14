import { addWorkingDays, indiaDayOf } from '#domain/day.ts'
import {
  type Application,
  type DecisionFigures,
  type DecisionReason,
  decide,
  denialsOf,
} from '#domain/lending/decision.ts'
import { canMove, type OrderState, runningStates } from '#domain/lending/order.ts'
import { offerWorkingDaysOf, type PolicyLimits } from '#domain/lending/policy-limits.ts'
import { equalInstalmentRoundedHalfUp } from '#domain/lending/schedule.ts'
import { type SecondPersonWhy, whySecondPerson } from '#domain/lending/second-person.ts'
import { MINIMUM_AGE_YEARS } from '#domain/limits.ts'
import { ZERO_PAISE } from '#domain/money.ts'
import { identityOf } from '#server/identity/borrower-identity.ts'
import { askForLookAtCards } from '#server/identity/db/face-review.ts'
import { areContested, askForIdentity, giveNumbers } from '#server/identity/numbers.ts'
import { workFactsOf } from '#server/lending/borrowing/borrower-facts.ts'
import { beginPayout } from '#server/lending/borrowing/confirm.ts'
import { lastRepaidHadPlan } from '#server/lending/db/hardship.ts'
import {
  type Order,
  orderOf,
  ordersOf,
  type StatedReason,
  saveProgress,
} from '#server/lending/db/order.ts'
import { recordEvent } from '#server/lending/db/order-event.ts'
import { decisionFiguresOn, limitsOn, policyOn } from '#server/lending/db/policy.ts'
import { recordOf } from '#server/lending/orders/history.ts'
import type { LendingServices } from '#server/lending/orders/lending-services.ts'
import { type Mover, moveOrder } from '#server/lending/orders/move-order.ts'
import { enqueuePush } from '#server/notices/push.ts'
import { lockBorrower } from '#server/platform/db/lock.ts'
import type { Queryable, Transaction } from '#server/platform/db/open.ts'
import { encryptFacts } from '#server/platform/db/record-key.ts'
import type { Work } from '#server/services.ts'

/** The services that a decision needs. */
export type DecisionServices = Pick<LendingServices, 'db' | 'clock' | 'ids' | 'queue' | 'cipher'>
type OrderKey = { readonly borrowerId: string; readonly orderId: string }

/**
 * Decides an application by the rules, once. What the rules cannot settle waits for a person at the
 * console (product §6).
 */
export async function decideOrder(
  services: DecisionServices,
  { borrowerId, orderId }: OrderKey,
): Promise<void> {
  const at = services.clock.now()
  await services.db.transaction(async tx => {
    const work = { services, tx, at }
    const [, order] = await Promise.all([
      lockBorrower(tx, borrowerId),
      orderOf(tx, borrowerId, orderId),
    ])
    if (order?.state !== 'auditing' || order.referredAt) return
    const [application, { figures, limits }] = await Promise.all([
      applicationOf(work, order),
      policyOn(tx, indiaDayOf(at)),
    ])
    const decision = decide(application, figures)
    const record = { borrowerId, recordId: services.ids.uuid(at), at }
    const facts = await encryptFacts(tx, services.cipher, record, application)
    const by = { actor: 'rules', details: { facts } } as const
    if (decision.outcome === 'approve') return void (await approve(work, order, limits, by))
    const { reasons } = decision
    const isFor = (what: DecisionReason) => reasons.some(({ reason }) => reason === what)
    if (decision.outcome === 'deny')
      return void (await denyWith(work, order, { reasons, limits }, by))
    await Promise.all([
      saveProgress(tx, order.state, { ...order, reasons, referredAt: at }),
      recordEvent(tx, order, { event: 'refer', ...by, at }),
      isFor('cards-need-a-look') && askForLookAtCards(tx, borrowerId, at),
      isFor('names-need-a-look') && askForIdentity(work, borrowerId),
    ])
  })
}

/**
 * Every input of the rules. Without an identity its facts take values that trigger no reason: only
 * the missing verification counts.
 */
export async function applicationOf(
  { services, tx, at }: Work<Pick<LendingServices, 'cipher'>>,
  order: Order,
): Promise<Application> {
  const store = { db: tx, cipher: services.cipher }
  const [identity, work, orders, hadHardshipPlan] = await Promise.all([
    identityOf(store, order.borrowerId, indiaDayOf(at)),
    workFactsOf(store, order.borrowerId),
    ordersOf(tx, order.borrowerId),
    lastRepaidHadPlan(tx, order.borrowerId),
  ])
  const running: readonly OrderState[] = runningStates
  const others = orders.filter(({ id }) => id !== order.id)
  return {
    ageYears: identity?.ageYears ?? MINIMUM_AGE_YEARS,
    isIdentityVerified: identity?.isVerified ?? false,
    namesAgree: identity?.namesAgree ?? 'same',
    faceCheck: identity?.faceCheck ?? 'passed',
    cardsCheck: identity?.cardsCheck ?? 'passed',
    monthlyIncome: work?.monthlyIncome ?? ZERO_PAISE,
    monthlyObligations: work?.monthlyObligations ?? ZERO_PAISE,
    instalment: equalInstalmentRoundedHalfUp(order.terms),
    instalments: order.terms.instalments,
    periodDays: order.terms.periodDays,
    otherRunningOrders: others.filter(({ state }) => running.includes(state)).length,
    worstOverdueDays: recordOf(others).worstOverdueDays,
    hadHardshipPlan,
  }
}

/**
 * Opens the offer for the working days of today's policy, and never for fewer than its Key Facts
 * Statement names; if the borrower asked for it, accepts it at once, on exactly these terms.
 */
async function approve(
  work: Work<DecisionServices>,
  order: Order,
  limits: PolicyLimits,
  by: Mover,
): Promise<Order> {
  const { tx, at } = work
  const days = Math.max(order.offerWorkingDays, offerWorkingDaysOf(order.terms, limits))
  const offerUntil = addWorkingDays(indiaDayOf(at), days)
  const changes = { decidedAt: at, offerUntil, reasons: [] }
  const passed = await moveOrder(tx, order, 'approve', changes, { ...by, at })
  if (passed.autoGetMoney) return beginPayout(work, passed, { actor: 'borrower' })
  await enqueuePush(work, order, 'approved')
  return passed
}

async function denyWith(
  work: Work<DecisionServices>,
  order: Order,
  { reasons, limits }: { reasons: readonly StatedReason[]; limits: PolicyLimits },
  by: Mover,
): Promise<Order> {
  const { tx, at } = work
  const { reapplyWaitDays } = limits
  await enqueuePush(work, order, 'denied')
  const changes = { decidedAt: at, deniedAt: at, reapplyWaitDays, reasons }
  return moveOrder(tx, order, 'deny', changes, { ...by, at })
}

export type Approval = {
  readonly order: Order
  /** The rules that would deny it today, by the figures of its referral. */
  readonly denials: readonly DecisionReason[]
  readonly secondPerson: SecondPersonWhy | null
  /** Another borrower has a number of this one: the review of names comes first. */
  readonly isContested: boolean
}

/** The consequences of approving an application by hand now; undefined where it does not wait for a person. */
export async function approvalOf(
  work: Work<Pick<LendingServices, 'cipher'>>,
  { borrowerId, orderId }: OrderKey,
): Promise<Approval | undefined> {
  const { tx, at } = work
  const order = await orderOf(tx, borrowerId, orderId)
  if (!order || !isWaiting(order)) return undefined
  const [application, figures, limits, isContested] = await Promise.all([
    applicationOf(work, order),
    figuresOfReferral(tx, order, at),
    limitsOn(tx, indiaDayOf(at)),
    areContested(tx, borrowerId),
  ])
  const denials = denialsOf(application, figures)
  const { principal } = order.terms
  return {
    order,
    denials,
    secondPerson: whySecondPerson({ principal, denials }, limits),
    isContested,
  }
}

/**
 * A person approves an application that waits for review, and thereby decides that the names
 * are one person's, so that the numbers are claimed. False where it no longer waits, or where another
 * borrower has one of the numbers.
 */
export async function approveWaiting(
  work: Work<DecisionServices>,
  { borrowerId, orderId }: OrderKey,
): Promise<boolean> {
  const order = await waitingOrder(work.tx, borrowerId, orderId)
  if (!order || (await areContested(work.tx, borrowerId))) return false
  await giveNumbers(work, borrowerId)
  const limits = await limitsOn(work.tx, indiaDayOf(work.at))
  await approve(work, order, limits, { actor: 'desk' })
  return true
}

/**
 * A person denies an application that waits, with reasons by its facts, which the borrower will read.
 * False where it no longer waits.
 */
export async function denyWaiting(
  work: Work<DecisionServices>,
  { borrowerId, orderId }: OrderKey,
  reasonsFor: (application: Application, figures: DecisionFigures) => readonly StatedReason[],
): Promise<boolean> {
  const order = await waitingOrder(work.tx, borrowerId, orderId)
  if (!order) return false
  const [application, figures, limits] = await Promise.all([
    applicationOf(work, order),
    figuresOfReferral(work.tx, order, work.at),
    limitsOn(work.tx, indiaDayOf(work.at)),
  ])
  const reasons = reasonsFor(application, figures)
  await denyWith(work, order, { reasons, limits }, { actor: 'desk' })
  return true
}

/** The figures by which the rules referred an application to a person. */
export function figuresOfReferral(
  db: Queryable,
  { referredAt }: Pick<Order, 'referredAt'>,
  now: Date,
): Promise<DecisionFigures> {
  return decisionFiguresOn(db, indiaDayOf(referredAt ?? now))
}

/**
 * The borrower's applications wait no more for this fact. Those that waited for it alone are decided
 * again.
 */
export async function decideAgain(
  { db, queue }: Pick<DecisionServices, 'db' | 'queue'>,
  { borrowerId, settled }: { readonly borrowerId: string; readonly settled: DecisionReason },
): Promise<void> {
  await db.transaction(async tx => {
    const [, orders] = await Promise.all([lockBorrower(tx, borrowerId), ordersOf(tx, borrowerId)])
    for (const order of orders) {
      const { state, referredAt } = order
      const reasons = order.reasons.filter(({ reason }) => reason !== settled)
      const waitedForThis = reasons.length < order.reasons.length
      if (state !== 'auditing' || !referredAt || !waitedForThis) continue
      const isSettled = reasons.length === 0
      const waitsSince = isSettled ? undefined : referredAt
      await saveProgress(tx, state, { ...order, reasons, referredAt: waitsSince })
      if (isSettled) await queue.enqueue(tx, 'decide-order', { borrowerId, orderId: order.id })
    }
  })
}

async function waitingOrder(
  tx: Transaction,
  borrowerId: string,
  orderId: string,
): Promise<Order | undefined> {
  const [, order] = await Promise.all([
    lockBorrower(tx, borrowerId),
    orderOf(tx, borrowerId, orderId),
  ])
  return order && isWaiting(order) ? order : undefined
}

function isWaiting({ state, referredAt }: Order): boolean {
  return canMove(state, 'approve') && referredAt !== undefined
}
