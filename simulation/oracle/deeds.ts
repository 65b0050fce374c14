import { dayNumber, dayText } from './calendar.ts'
import type { ExtensionOffer, Payment } from './facts.ts'

/* The deeds of a loan in the order in which they were done: its debt follows from this order (decision 6). */

/** An act on a loan. `at` is an instant in milliseconds. */
export type Deed = { readonly at: number } & (
  | { readonly kind: 'paid'; readonly payment: Payment }
  | {
      readonly kind: 'requested'
      readonly number: number
      readonly offer: ExtensionOffer
      readonly on: number
    }
  | { readonly kind: 'not-paid'; readonly number: number; readonly how: 'lapsed' | 'abandoned' }
  | { readonly kind: 'plan-requested'; readonly moveDays: number }
  | { readonly kind: 'plan-refused' }
  | { readonly kind: 'plan-granted' }
  | { readonly kind: 'waived'; readonly amount: number }
)

const DAY_MS = 86_400_000
const INDIA_MS = 19_800_000

/** The day in India of an instant in milliseconds. */
export const dayAt = (at: number): number => Math.floor((at + INDIA_MS) / DAY_MS)

/** The last millisecond of a day in India. */
export const endOfDay = (day: number): number => dayNumber(dayText(day + 1)) * DAY_MS - INDIA_MS - 1

/**
 * The instant at which a payment counts: when the money moved, or when it was reported if the provider
 * gives no time; not before its page was opened, and not after the report.
 */
export function instantOf({ page, paidAt, at }: Payment): number {
  const arrivedMs = Date.parse(at)
  const moved = Math.min(Date.parse(paidAt ?? at), arrivedMs)
  return Math.max(Date.parse(page.openedAt), moved)
}

/**
 * Sorts deeds, in the order of their reports, into the order in which they were done. At one
 * instant, payments between two acts follow their references; an act follows all earlier reports.
 */
export function inOrder(deeds: readonly Deed[]): Deed[] {
  const byInstant = Map.groupBy(deeds, ({ at }) => at)
  const instants = [...byInstant.keys()].toSorted((one, other) => one - other)
  return instants.flatMap(at => betweenActs(byInstant.get(at) ?? []))
}

function betweenActs(deeds: readonly Deed[]): Deed[] {
  const act = deeds.findIndex(({ kind }) => kind !== 'paid')
  const before = act === -1 ? deeds : deeds.slice(0, act)
  const payments = before.toSorted((one, other) => (refOf(one) < refOf(other) ? -1 : 1))
  const [first, ...after] = act === -1 ? [] : deeds.slice(act)
  return first ? [...payments, first, ...betweenActs(after)] : payments
}

const refOf = (deed: Deed) => (deed.kind === 'paid' ? (deed.payment.ref ?? deed.payment.id) : '')
