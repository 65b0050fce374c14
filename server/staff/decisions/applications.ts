/** A referred application at the console: opening it with a reason, revealing a part, deciding. */
import type { Input, Output } from '#contract/endpoint.ts'
import { type Refusal, refused } from '#contract/envelope.ts'
import type { application } from '#contract/staff/application.ts'
import { indiaDayOf } from '#domain/day.ts'
import {
  type Application,
  type DecisionFigures,
  decisionRules,
  denialsOf,
  monthlyInstalmentRoundedHalfUp,
  reasonByHand,
} from '#domain/lending/decision.ts'
import { mayAsk } from '#domain/lending/question.ts'
import { whySecondPerson } from '#domain/lending/second-person.ts'
import { maskedName, maskedPhone } from '#domain/staff/look.ts'
import { phoneOf } from '#server/accounts/phone.ts'
import { identityOf } from '#server/identity/borrower-identity.ts'
import { settledCardsOf } from '#server/identity/db/face-review.ts'
import {
  applicationOf,
  approvalOf,
  approveWaiting,
  type DecisionServices,
  denyWaiting,
  figuresOfReferral,
} from '#server/lending/borrowing/decide.ts'
import { questionsOf } from '#server/lending/borrowing/questions.ts'
import { isUuid, type OrderKey, orderOf, ordersOf } from '#server/lending/db/order.ts'
import { limitsOn } from '#server/lending/db/policy.ts'
import { waitingOrderOf } from '#server/lending/db/waiting.ts'
import { type AuditAction, writeAudit } from '#server/platform/audit/entries.ts'
import { lockBorrower } from '#server/platform/db/lock.ts'
import type { Transaction } from '#server/platform/db/open.ts'
import type { Store } from '#server/platform/db/store.ts'
import type { Services, Work } from '#server/services.ts'
import { type By, hasOpened, writeLook } from '#server/staff/looks/look.ts'
import { staffOf } from '#server/staff/people/db/staff.ts'
import { mailOf } from '#server/staff/people/people.ts'
import { proposalsAbout } from '#server/staff/proposals/db/proposal.ts'
import { inWords, withSentence } from '#words/say.ts'

type ApplicationPage = Output<typeof application.open>

const NOT_FOUND: Refusal<'order-not-found'> = refused('order-not-found')

/** Opens a referred application, and records the look in the same transaction. */
export async function openApplication(
  services: DecisionServices & Pick<Services, 'config'>,
  { orderId, why }: Input<typeof application.open>,
  by: By,
): Promise<ApplicationPage | Refusal<'order-not-found'>> {
  return services.db.transaction(async tx => {
    const key = await waitingOrderOf(tx, orderId)
    const order = key && (await orderOf(tx, key.borrowerId, key.orderId))
    if (!order) return NOT_FOUND
    const { borrowerId, orderNo, productName, appliedAt, terms, reasons } = order
    const facts = await applicationOf({ services, tx, at: by.now }, order)
    const store = { db: tx, cipher: services.cipher }
    const [figures, identity, phone, orders, questions, cardsReview, limits, proposed] =
      await Promise.all([
        figuresOfReferral(tx, order, by.now),
        identityOf(store, borrowerId, indiaDayOf(by.now)),
        phoneOf(store, borrowerId),
        ordersOf(tx, borrowerId),
        questionsOf(store, order, by.now),
        reviewOfCards(store, borrowerId),
        limitsOn(tx, indiaDayOf(by.now)),
        proposalsAbout(tx, [orderId], by.now),
      ])
    const denials = denialsOf(facts, figures)
    await writeLook(services, tx, { ...thingOf(key), why }, by)
    return {
      borrowerId,
      orderId,
      orderNo,
      productName,
      appliedAt,
      principal: terms.principal,
      reasons: reasons.map(each => withSentence('order', each)),
      facts: {
        ageYears: facts.ageYears,
        namesAgree: facts.namesAgree,
        faceCheck: facts.faceCheck,
        cardsCheck: facts.cardsCheck,
        cardsReview,
        worstOverdueDays: facts.worstOverdueDays,
        otherRunningOrders: facts.otherRunningOrders,
        monthlyIncome: facts.monthlyIncome,
        monthlyObligations: facts.monthlyObligations,
        monthlyInstalment: monthlyInstalmentRoundedHalfUp(facts),
        affordablePercent: figures.affordablePercent,
        outOfReachPercent: figures.outOfReachPercent,
      },
      rules: decisionRules.map(({ reason, outcome, holds }) => ({
        reason,
        outcome,
        fires: holds(facts, figures),
      })),
      history: orders
        .filter(({ id }) => id !== orderId)
        .map(each => ({
          orderNo: each.orderNo,
          productName: each.productName,
          principal: each.terms.principal,
          state: each.state,
          appliedAt: each.appliedAt,
          worstOverdueDays: each.worstOverdueDays,
        })),
      questions,
      mayAsk: mayAsk(order, questions, by.now),
      secondPerson: whySecondPerson({ principal: terms.principal, denials }, limits),
      proposedUntil: proposed.find(({ act }) => act === 'approve-application')?.until ?? null,
      maskedName: maskedName(identity?.name ?? ''),
      maskedPhone: maskedPhone(phone),
    }
  })
}

/** The last reviewer of the borrower's cards, with the time. */
async function reviewOfCards(
  store: Store,
  borrowerId: string,
): Promise<ApplicationPage['facts']['cardsReview']> {
  const review = await settledCardsOf(store.db, borrowerId)
  if (!review) return null
  const { outcome, settledAt: at, settledBy } = review
  const staff = settledBy === null ? undefined : await staffOf(store.db, settledBy)
  return { outcome, by: staff ? mailOf(store, staff) : null, at }
}

/** Records a look, and returns the whole name or number of the borrower of a referred application. */
export async function revealOf(
  services: DecisionServices & Pick<Services, 'config'>,
  { orderId, part, why }: Input<typeof application.reveal>,
  by: By,
): Promise<Output<typeof application.reveal> | Refusal<'order-not-found'>> {
  return services.db.transaction(async tx => {
    const key = await waitingOrderOf(tx, orderId)
    if (!key) return NOT_FOUND
    const { borrowerId } = key
    const store = { db: tx, cipher: services.cipher }
    const value =
      part === 'phone'
        ? await phoneOf(store, borrowerId)
        : ((await identityOf(store, borrowerId, indiaDayOf(by.now)))?.name ?? '')
    await writeLook(services, tx, { ...thingOf(key), part, why }, by, 'reveal')
    return { value }
  })
}

/** Approves and audits a referred application in one transaction, unless it needs a second person. */
export async function approveApplication(
  services: DecisionServices,
  { orderId }: Input<typeof application.approve>,
  by: By,
): Promise<null | Refusal<'order-not-found' | 'second-person-needed' | 'identity-contested'>> {
  return deciding(services, orderId, 'desk-approve', by, async (work, key) => {
    await lockBorrower(work.tx, key.borrowerId)
    const approval = await approvalOf(work, key)
    if (approval?.isContested) return refused('identity-contested')
    if (approval?.secondPerson) return refused('second-person-needed')
    return (await approveWaiting(work, key)) ? null : NOT_FOUND
  })
}

/** The application that waits for a proposed approval, and the rules against it; undefined for none. */
export async function prepareApproval(
  { cipher, clock }: Pick<Services, 'cipher' | 'clock'>,
  tx: Transaction,
  orderId: string,
) {
  const key = isUuid(orderId) ? await waitingOrderOf(tx, orderId) : undefined
  return key && approvalOf({ services: { cipher }, tx, at: clock.now() }, key)
}

/**
 * Approves an application as two persons decided. False if it does not wait any more, or the rules
 * deny it for other reasons than both read.
 */
export async function executeApproval(
  work: Work<DecisionServices>,
  orderId: string,
  denials: readonly string[],
): Promise<boolean> {
  const key = await waitingOrderOf(work.tx, orderId)
  if (!key) return false
  await lockBorrower(work.tx, key.borrowerId)
  const approval = await approvalOf(work, key)
  if (!approval || approval.denials.join() !== denials.join()) return false
  return approveWaiting(work, key)
}

/** Denies a referred application with the reasons that the borrower reads. */
export async function denyApplication(
  services: DecisionServices,
  { orderId, reasons, text }: Input<typeof application.deny>,
  by: By,
): Promise<null | Refusal<'order-not-found' | 'input-invalid'>> {
  if (reasons.length === 0 && !text) return refused('input-invalid')
  return deciding(services, orderId, 'desk-deny', by, async (work, key) => {
    const reasonsFor = (...facts: [Application, DecisionFigures]) =>
      statedReasons({ reasons, text }, ...facts)
    return (await denyWaiting(work, key, reasonsFor)) ? null : NOT_FOUND
  })
}

/** The look at a referred application. */
function thingOf({ borrowerId, orderId }: OrderKey) {
  return { borrowerId, part: 'application', subjectId: orderId } as const
}

/**
 * The sentences that the borrower would read, in the two languages that every borrower may choose.
 * They show figures of the application, so the caller must have opened it.
 */
export async function previewOfDenial(
  services: DecisionServices,
  { orderId, reasons, text }: Input<typeof application.preview>,
  by: By,
): Promise<Output<typeof application.preview> | Refusal<'order-not-found' | 'look-needed'>> {
  return services.db.transaction(async tx => {
    const key = await waitingOrderOf(tx, orderId)
    const order = key && (await orderOf(tx, key.borrowerId, key.orderId))
    if (!order) return NOT_FOUND
    if (!(await hasOpened(tx, thingOf(key), by))) return refused('look-needed')
    const [facts, figures] = await Promise.all([
      applicationOf({ services, tx, at: by.now }, order),
      figuresOfReferral(tx, order, by.now),
    ])
    const stated = statedReasons({ reasons, text }, facts, figures)
    return {
      en: stated.map(each => inWords('en', 'order', each)),
      hi: stated.map(each => inWords('hi', 'order', each)),
    }
  })
}

/** The chosen reasons with their figures, and a person's own words, the same in every language. */
function statedReasons(
  { reasons, text }: Pick<Input<typeof application.deny>, 'reasons' | 'text'>,
  facts: Application,
  figures: DecisionFigures,
) {
  const ownWords = text ? [{ reason: 'reviewed-by-a-person', details: { text } }] : []
  return [...reasons.map(reason => reasonByHand(reason, facts, figures)), ...ownWords]
}

async function deciding<
  Reason extends 'second-person-needed' | 'identity-contested' | 'order-not-found',
>(
  services: DecisionServices,
  orderId: string,
  action: AuditAction,
  { staff, now }: By,
  decide: (work: Work<DecisionServices>, key: OrderKey) => Promise<null | Refusal<Reason>>,
): Promise<null | Refusal<Reason | 'order-not-found'>> {
  const { db, cipher } = services
  return db.transaction(async tx => {
    const key = await waitingOrderOf(tx, orderId)
    const refusal = key ? await decide({ services, tx, at: now }, key) : NOT_FOUND
    if (refusal) return refusal
    const actor = `staff:${staff.staffId}`
    await writeAudit(tx, cipher, { actor, action, subject: orderId, at: now })
    return null
  })
}
