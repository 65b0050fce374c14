/** Decides what AutoPay does with the next instalment, from its stored data. */

import type { RunningLoan } from '#domain/lending/accrual.ts'
import {
  type DebitedLoan,
  type NextDebit,
  nextDebit,
  type StoredDebit,
} from '#domain/lending/mandate.ts'
import { type Debit, latestDebit } from '#server/lending/db/debit.ts'
import { latestMandate, type Mandate } from '#server/lending/db/mandate.ts'
import type { Order, OrderKey } from '#server/lending/db/order.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import { dayText } from '#words/format.ts'
import type { Language } from '#words/language.ts'
import { say } from '#words/say.ts'

/** A loan's mandate and its newest debit. */
export type StoredAutoPay = { readonly mandate: Mandate; readonly debit: Debit | undefined }

/** The stored data of a loan's AutoPay; undefined where it was never requested. */
export async function storedAutoPay(
  db: Queryable,
  key: OrderKey,
): Promise<StoredAutoPay | undefined> {
  const mandate = await latestMandate(db, key)
  return mandate && { mandate, debit: await latestDebit(db, key) }
}

/** The loan as the rules of AutoPay see it. */
export function debitedLoan(
  { state }: Pick<Order, 'state'>,
  loan: RunningLoan,
  mandate: DebitedLoan['mandate'],
): DebitedLoan {
  return { state, loan, mandate, isHelpAwaited: loan.deferral?.answer === 'awaited' }
}

/** The rule of the domain for the next instalment, applied to the stored data. */
export function nextDebitBy(
  order: Pick<Order, 'state'>,
  loan: RunningLoan,
  {
    mandate,
    debit,
  }: { readonly mandate: DebitedLoan['mandate']; readonly debit: Debit | undefined },
  at: Date,
): NextDebit | undefined {
  return nextDebit(debitedLoan(order, loan, mandate), debit && storedDebit(debit), at)
}

/** The same, read for an order. Undefined where AutoPay says nothing of it. */
export async function nextDebitOf(
  db: Queryable,
  order: Pick<Order, 'borrowerId' | 'id' | 'state'>,
  loan: RunningLoan,
  at: Date,
): Promise<NextDebit | undefined> {
  const stored = await storedAutoPay(db, { borrowerId: order.borrowerId, orderId: order.id })
  return stored && nextDebitBy(order, loan, stored, at)
}

function storedDebit({ dueDay, amount, state, payment, noticedAt }: Debit): StoredDebit {
  return { dueDay, amount, state, payment, noticedAt: noticedAt ?? undefined }
}

/**
 * Why AutoPay would not pay the next instalment, in words, after a change of the loan; null where it
 * would, or is not on.
 */
export function selfPaidWords(
  changed: RunningLoan,
  stored: StoredAutoPay | undefined,
  { now, language }: { readonly now: Date; readonly language: Language },
): string | null {
  const next = stored && nextDebitBy({ state: 'loaned' }, changed, stored, now)
  return next?.by === 'borrower' ? autoPayWords(next, language) : null
}

/** The payer of the next instalment in words: AutoPay, or the borrower, with the reason. */
export function autoPayWords(next: NextDebit, language: Language): string {
  const date = dayText(next.dueDay, language)
  const how = next.by === 'autopay' ? next.debit : next.why
  return say(language, `loan.autopay.${how}`, { date })
}
