import type { Day } from '#domain/day.ts'
import type { AgreedLoan, Deferral } from '#domain/lending/accrual.ts'
import type { RequestedFee } from '#domain/lending/extension-window.ts'
import type { BasisPoints, Paise } from '#domain/money.ts'

/*
 * The facts of a loan, as stored: payments, requests and waivers, each with its instant. The course
 * of the loan is computed from these alone (decision 6).
 */

/** An act on the loan. Of the payments of its very instant, those known at the act precede it. */
export type Act = {
  readonly at: Date
  /** The number of payments of the loan that were known at the act. */
  readonly knownPayments: number
}

/** The page on which money was paid, or the request of a debit. */
export type PaidPage = {
  readonly id: string
  readonly amount: Paise
  /** The last instalment that it was opened for; undefined for the whole loan, a part or a fee. */
  readonly lastInstalment: number | undefined
  /** The extension whose fee it was opened for. */
  readonly extensionId: string | undefined
}

/** Money that came in. */
export type ReceivedPayment = {
  readonly id: string
  /** When it counts as made: see `paymentInstant`. */
  readonly at: Date
  /** Counts the payments of the loan in the order in which they became known. */
  readonly number: number
  /** Its reference at the provider: orders payments of one instant, whichever is known first. */
  readonly ref: string
  readonly amount: Paise
  /** The amount of it that was ordered to be refunded: it goes back, whatever becomes known later. */
  readonly sentBack: Paise
  readonly page: PaidPage
}

/** A request to move the due date, at the fee that was shown. */
export type RequestedExtension = {
  readonly id: string
  readonly fee: RequestedFee
  readonly requested: Act
  readonly expiresAt: Date
  /** Its recorded end without the fee. */
  readonly ended: 'lapsed' | { readonly abandoned: Act } | undefined
}

/** A request for later due days, with what a person, the rules or silence answered. */
export type RequestedPlan = Pick<Deferral, 'moveDays' | 'requestedDay'> & {
  readonly answer: 'awaited' | 'refused' | (Act & { readonly day: Day })
}

export type WaivedPenal = Act & { readonly day: Day; readonly amount: Paise }

export type LoanFacts = Omit<AgreedLoan, 'deferral'> & {
  /** The share of the outstanding principal that an extension costs. */
  readonly extensionFee: BasisPoints
  readonly payments: readonly ReceivedPayment[]
  /** In the order of their requests. */
  readonly extensions: readonly RequestedExtension[]
  readonly plan: RequestedPlan | undefined
  readonly waivers: readonly WaivedPenal[]
  /** True once the loan was recorded as repaid. */
  readonly isSettled: boolean
}

/** One event, in the order of all. */
export type Happening =
  | { readonly kind: 'payment'; readonly payment: ReceivedPayment }
  | { readonly kind: 'extension-requested'; readonly extension: RequestedExtension }
  | {
      readonly kind: 'extension-ended'
      readonly extension: RequestedExtension
      readonly how: 'lapsed' | 'abandoned'
      readonly at: Date
    }
  | { readonly kind: 'plan-granted'; readonly day: Day }
  | { readonly kind: 'penal-waived'; readonly waiver: WaivedPenal }

type Done = Act & { readonly happening: Happening }

/**
 * The events of a loan in the order in which they happened, in any order of becoming known. Of one
 * instant, an act follows the payments that were known then and precedes the others; payments
 * between two acts follow their references.
 */
export function inOrder(facts: LoanFacts): readonly Happening[] {
  const acts = actsOf(facts)
  const placedPayments = facts.payments.map(payment => {
    const before = acts.filter(
      act => isSameInstant(act, payment) && act.knownPayments < payment.number,
    )
    return { at: payment.at, place: 2 * before.length, ref: payment.ref, happening: of(payment) }
  })
  const placedActs = acts.map((act, index) => {
    const before = acts.slice(0, index).filter(each => isSameInstant(each, act))
    return { at: act.at, place: 2 * before.length + 1, ref: '', happening: act.happening }
  })
  return [...placedPayments, ...placedActs]
    .toSorted(
      (a, b) => a.at.getTime() - b.at.getTime() || a.place - b.place || (a.ref < b.ref ? -1 : 1),
    )
    .map(({ happening }) => happening)
}

const of = (payment: ReceivedPayment): Happening => ({ kind: 'payment', payment })
const isSameInstant = (one: { readonly at: Date }, other: { readonly at: Date }) =>
  one.at.getTime() === other.at.getTime()

/** The acts, those of one instant in the order in which they were done. */
function actsOf({ waivers, extensions, plan, payments }: LoanFacts): Done[] {
  const acts: Done[] = [
    ...waivers.map(waiver => ({ ...waiver, happening: { kind: 'penal-waived', waiver } as const })),
    ...extensions.flatMap(extension => extensionActs(extension, payments)),
  ]
  if (typeof plan?.answer === 'object') {
    const { day, ...act } = plan.answer
    acts.push({ ...act, happening: { kind: 'plan-granted', day } })
  }
  return acts.toSorted(
    (a, b) => a.at.getTime() - b.at.getTime() || a.knownPayments - b.knownPayments,
  )
}

/**
 * The request of an extension and its end. It lapses when its time is over: recorded, or shown by
 * money for its fee that was paid later.
 */
function extensionActs(
  extension: RequestedExtension,
  payments: readonly ReceivedPayment[],
): Done[] {
  const { id, requested, expiresAt, ended } = extension
  const request = { ...requested, happening: { kind: 'extension-requested', extension } as const }
  if (typeof ended === 'object') {
    const { abandoned } = ended
    const how = { how: 'abandoned', at: abandoned.at } as const
    return [request, { ...abandoned, happening: { kind: 'extension-ended', extension, ...how } }]
  }
  const isPaidLate = payments.some(({ page, at }) => page.extensionId === id && at >= expiresAt)
  if (ended === undefined && !isPaidLate) return [request]
  const how = { how: 'lapsed', at: expiresAt } as const
  const lapse = { kind: 'extension-ended', extension, ...how } as const
  return [request, { at: expiresAt, knownPayments: 0, happening: lapse }]
}
