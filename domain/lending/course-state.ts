import type { Day } from '#domain/day.ts'
import type { AgreedLoan, PaidExtension, Payment, PenalWaiver } from '#domain/lending/accrual.ts'
import type { RequestedFee } from '#domain/lending/extension-window.ts'
import type {
  LoanFacts,
  ReceivedPayment,
  RequestedExtension,
  WaivedPenal,
} from '#domain/lending/loan-facts.ts'
import { type Owing, owingOn } from '#domain/lending/repayment.ts'
import { type Allocation, allocate, live, type Standing } from '#domain/lending/replay.ts'
import { leftOverPaise, type Paise, ZERO_PAISE } from '#domain/money.ts'
import { totalOf } from '#domain/parts.ts'

/* A loan while its course is computed, event by event (see `courseOf`). */

/** The use of a payment. */
export type Use = Allocation & {
  readonly day: Day
  /** Set aside for the fee of an extension. */
  readonly held: Paise
  /** The part of it that was not needed in the end: it goes back, as the excess does. */
  readonly returned: Paise
}

/** The outcome of a requested extension. */
export type ExtensionCourse = {
  /** `ended`: nothing was left to extend. */
  readonly state: 'awaiting' | 'paid' | 'lapsed' | 'abandoned' | 'ended'
  /** As asked, or lower after a payment on the loan. */
  readonly fee: RequestedFee
  /** Set aside for it, while it is awaited. */
  readonly setAside: Paise
  readonly endedOn: Day | undefined
  /** The amount set aside that became a payment on the loan at the end. */
  readonly released: (Allocation & { readonly amount: Paise }) | undefined
  /** The amount set aside beyond the fee. */
  readonly overpaid: Paise
}

/** A requested extension that is neither paid nor ended. */
export type Awaiting = {
  readonly extension: RequestedExtension
  fee: RequestedFee
  /** By the payments that brought it, in order. */
  readonly held: { readonly id: string; readonly amount: Paise }[]
}

/** By the ids of payments, what cannot be used of them because it went back. */
export type MoneyGone = ReadonlyMap<string, Paise>

/** The payment before which a waiver is placed; a waiver without one stands where it was given. */
export type WaiverPlaces = ReadonlyMap<WaivedPenal, string>

/** The amount that a waiver gave up, and the payments before it that had paid penal charges, the latest first. */
export type Waived = { readonly gaveUp: Paise; readonly payers: readonly string[] }

/** A loan on the day of the event that its course has reached. */
export type Running = {
  readonly facts: LoanFacts
  readonly agreed: AgreedLoan
  readonly standing: Standing
  readonly payments: Payment[]
  readonly extended: PaidExtension[]
  readonly waivers: PenalWaiver[]
  readonly uses: Map<string, Use>
  readonly extensions: Map<string, ExtensionCourse>
  readonly paidOnPages: Map<string, Paise>
  awaiting: Awaiting | undefined
  granted: { readonly day: Day; readonly afterPayments: number } | undefined
  isPlanMoot: boolean
  readonly gone: MoneyGone
  readonly places: WaiverPlaces
  readonly waived: Map<WaivedPenal, Waived>
}

/** The part of a payment that can be used: all that was not refunded. */
export function thereOf({ gone }: Running, { id, amount }: ReceivedPayment): Paise {
  return leftOverPaise(amount, gone.get(id) ?? ZERO_PAISE)
}

/** Where the loan stands on a day, to which this carries it. */
export function stand(running: Running, day: Day): Owing {
  live(running.agreed, running.standing, day)
  return owingOn(running.agreed, running.standing, day)
}

/** Applies money to the loan, which stands on that day. */
export function pay({ agreed, standing, payments }: Running, day: Day, amount: Paise): Allocation {
  const allocation = allocate(agreed, standing.accounts, { day, amount })
  const used = totalOf(allocation.parts)
  if (used > 0) payments.push({ day, amount: used })
  return allocation
}
