/** Facts of test loans: what was paid and done, at hours after the money arrived. */
import { addDays, type Day, indiaDayOf, startOfIndiaDay } from '#domain/day.ts'
import type { RunningLoan } from '#domain/lending/accrual.ts'
import type { RequestedFee } from '#domain/lending/extension-window.ts'
import type {
  LoanFacts,
  ReceivedPayment,
  RequestedExtension,
  WaivedPenal,
} from '#domain/lending/loan-facts.ts'
import { basisPoints, paise, ZERO_PAISE } from '#domain/money.ts'
import { START_DAY } from '#domain/testing/loans.ts'

const HOUR_MS = 3_600_000

/** The instant some hours after the day began on which the money arrived. */
export function after(hours: number): Date {
  return new Date(startOfIndiaDay(START_DAY).getTime() + hours * HOUR_MS)
}

/** The hours from then to noon of a day. */
export const noonOf = (day: number) => 24 * day + 12

export const dayOfHours = (hours: number): Day => indiaDayOf(after(hours))

export type Doing = {
  readonly payments?: readonly ReceivedPayment[]
  readonly extensions?: readonly RequestedExtension[]
  readonly plan?: LoanFacts['plan']
  readonly waivers?: readonly WaivedPenal[]
  readonly isSettled?: boolean
}

/** The facts of a loan on which nothing else was done. */
export function factsOf(loan: RunningLoan, doing: Doing): LoanFacts {
  const { rate, penalRate, penalCap, startDay, instalments } = loan
  return {
    rate,
    penalRate,
    penalCap,
    startDay,
    instalments,
    extensionFee: basisPoints(1000),
    payments: [],
    extensions: [],
    plan: undefined,
    waivers: [],
    isSettled: false,
    ...doing,
  }
}

type About = Partial<ReceivedPayment['page']> & { readonly number?: number; readonly ref?: string }

/** Money that was paid on a page of its own for a part of the loan, if nothing else is said. */
export function payment(
  id: string,
  hours: number,
  amount: number,
  about: About = {},
): ReceivedPayment {
  const { number = 1, ref = id, ...page } = about
  return {
    id,
    at: after(hours),
    number,
    ref,
    amount: paise(amount),
    sentBack: ZERO_PAISE,
    page: {
      id: `page ${id}`,
      amount: paise(amount),
      lastInstalment: undefined,
      extensionId: undefined,
      ...page,
    },
  }
}

/** Knows payments in this order. */
export function numbered(payments: readonly ReceivedPayment[]): ReceivedPayment[] {
  return payments.map((each, index) => ({ ...each, number: index + 1 }))
}

/** A request to move the due date, 24 hours before it expires. */
export function request(
  id: string,
  hours: number,
  fee: Omit<RequestedFee, 'requestedDay'>,
  ended?: RequestedExtension['ended'],
): RequestedExtension {
  const at = after(hours)
  return {
    id,
    fee: { ...fee, requestedDay: indiaDayOf(at) },
    requested: { at, knownPayments: 0 },
    expiresAt: after(hours + 24),
    ended,
  }
}

export function waiver(hours: number, amount: number): WaivedPenal {
  const at = after(hours)
  return { at, knownPayments: 0, day: indiaDayOf(at), amount: paise(amount) }
}

/** A plan that a person granted at an hour. */
export function grantedPlan(
  requestedDay: number,
  hours: number,
  moveDays: number,
): LoanFacts['plan'] {
  const at = after(hours)
  return {
    moveDays,
    requestedDay: addDays(START_DAY, requestedDay),
    answer: { at, knownPayments: 0, day: indiaDayOf(at) },
  }
}
