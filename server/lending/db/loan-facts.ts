/** The stored facts of a loan, from which the domain computes its course. */
import { addDays, type Day, day, indiaDayOf, startOfIndiaDay } from '#domain/day.ts'
import type { DueInstalment } from '#domain/lending/accrual.ts'
import type {
  LoanFacts,
  ReceivedPayment,
  RequestedExtension,
  RequestedPlan,
  WaivedPenal,
} from '#domain/lending/loan-facts.ts'
import { penalCapPaise } from '#domain/lending/terms.ts'
import { basisPoints, paise, ppmPerYear } from '#domain/money.ts'
import type { Row } from '#server/platform/db/statement.ts'

/** The parts of a loan, as the statements put them into JSON. Instants are milliseconds since 1970. */
export type StoredInstalment = {
  number: number
  dueDay: string
  principal: number
  amount: number
}

/** A receipt with its page. `madeAt` is missing of what older versions booked. */
export type StoredPayment = {
  id: string
  number: number
  day: string
  madeAt: number | null
  knownAt: number
  ref: string
  amount: number
  pageId: string
  pageAmount: number
  lastInstalment: number | null
  extensionId: string | null
  sentBack: number
}

export type StoredExtension = {
  id: string
  state: 'awaiting' | 'paid' | 'lapsed' | 'abandoned' | 'ended'
  requestedAt: number
  requestedDay: string
  requestedAfter: number | null
  expiresAt: number
  serviceFee: number
  gst: number
  penal: number
  interest: number
  endedAt: number | null
  afterReceipts: number | null
}

/** The request for a hardship plan. */
export type StoredDeferral = {
  state: 'awaiting' | 'granted' | 'refused' | 'ended'
  moveDays: number
  requestedDay: string
  answeredAt: number | null
  grantedDay: string | null
  afterReceipts: number | null
}

export type StoredWaiver = { at: number; day: string; amount: number; afterReceipts: number }

/** The facts of a loan whose money arrived on a day. */
export function factsOfRow(row: Row<'loan-of-order'>, startDay: Day): LoanFacts {
  return {
    rate: ppmPerYear(row.rate_ppm_year),
    penalRate: ppmPerYear(row.penal_rate_ppm_year),
    penalCap: penalCapPaise({
      principal: paise(row.principal),
      penalCap: basisPoints(row.penal_cap_bps),
    }),
    extensionFee: basisPoints(row.extension_fee_bps),
    startDay,
    instalments: row.instalments.map(instalmentOf),
    payments: row.payments.map(paymentOf),
    extensions: row.extensions.map(extension => extensionOf(extension, row.payments)),
    plan: row.deferral ? planOf(row.deferral) : undefined,
    waivers: row.waivers.map(waiverOf),
    isSettled: row.isSettled,
  }
}

function instalmentOf({ number, dueDay: due, principal, amount }: StoredInstalment): DueInstalment {
  return { number, dueDay: day(due), principal: paise(principal), amount: paise(amount) }
}

function paymentOf(row: StoredPayment): ReceivedPayment {
  const { id, number, madeAt, ref, lastInstalment, extensionId } = row
  return {
    id,
    number,
    at: madeAt === null ? bookedAt(row) : new Date(madeAt),
    ref: madeAt === null ? String(number).padStart(ORDERED_DIGITS, '0') : ref,
    amount: paise(row.amount),
    sentBack: paise(row.sentBack),
    page: {
      id: row.pageId,
      amount: paise(row.pageAmount),
      lastInstalment: lastInstalment ?? undefined,
      extensionId: extensionId ?? undefined,
    },
  }
}

/** No loan has more payments than this many digits count. */
const ORDERED_DIGITS = 6

/** When a payment that an older version booked on a day counts as made. */
function bookedAt({ day: on, knownAt }: StoredPayment): Date {
  const instant = new Date(knownAt)
  return indiaDayOf(instant) === on ? instant : endOf(day(on))
}

function endOf(of: Day): Date {
  return new Date(startOfIndiaDay(addDays(of, 1)).getTime() - 1)
}

function extensionOf(row: StoredExtension, payments: readonly StoredPayment[]): RequestedExtension {
  const numbers = payments.flatMap(each => (each.extensionId === row.id ? [each.number] : []))
  return {
    id: row.id,
    fee: {
      requestedDay: day(row.requestedDay),
      serviceFee: paise(row.serviceFee),
      gst: paise(row.gst),
      penal: paise(row.penal),
      interest: paise(row.interest),
    },
    requested: {
      at: new Date(row.requestedAt),
      // An older version did not store it. Nobody pays a fee before its request.
      knownPayments: row.requestedAfter ?? Math.min(...numbers) - 1,
    },
    expiresAt: new Date(row.expiresAt),
    ended: endOfExtension(row),
  }
}

/** The course computes whether it was paid, or nothing was left to extend. */
function endOfExtension({ state, endedAt, afterReceipts }: StoredExtension) {
  if (state === 'lapsed') return state
  if (state !== 'abandoned' || endedAt === null) return undefined
  return { abandoned: { at: new Date(endedAt), knownPayments: afterReceipts ?? 0 } }
}

/** A request that ended unanswered moved nothing, as a refused one. */
function planOf(row: StoredDeferral): RequestedPlan {
  const { state, moveDays, answeredAt, grantedDay, afterReceipts: knownPayments } = row
  const request = { moveDays, requestedDay: day(row.requestedDay) }
  if (state === 'awaiting') return { ...request, answer: 'awaited' }
  if (answeredAt === null || grantedDay === null || knownPayments === null)
    return { ...request, answer: 'refused' }
  // An unanswered request counts as granted from the end of the due day, whenever that was recorded.
  const granted = day(grantedDay)
  const atMs = Math.min(answeredAt, endOf(granted).getTime())
  return { ...request, answer: { at: new Date(atMs), knownPayments, day: granted } }
}

function waiverOf({ at, day: on, amount, afterReceipts }: StoredWaiver): WaivedPenal {
  return { at: new Date(at), knownPayments: afterReceipts, day: day(on), amount: paise(amount) }
}
