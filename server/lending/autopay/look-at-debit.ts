/** Announces a debit whose time has come, or notifies the borrower at once that there will be none. */
import { addDays, startOfIndiaDay } from '#domain/day.ts'
import { type AnnouncedDebit, debitToAnnounce, type NextDebit } from '#domain/lending/mandate.ts'
import type { SelfPaidReason } from '#domain/lending/self-paid.ts'
import { DEBIT_ASKED_ABOUT_DAYS } from '#domain/limits.ts'
import { debitedLoan, nextDebitBy, storedAutoPay } from '#server/lending/autopay/next-debit.ts'
import { insertDebit } from '#server/lending/db/debit.ts'
import { loanOf } from '#server/lending/db/loan.ts'
import type { Mandate } from '#server/lending/db/mandate.ts'
import type { Order } from '#server/lending/db/order.ts'
import { insertPayment } from '#server/lending/db/payment.ts'
import { notify } from '#server/notices/notify.ts'
import type { Services, Work } from '#server/services.ts'

type LookingWork = Work<Pick<Services, 'ids' | 'queue'>>

/** Reasons that the borrower might not know of; the others they caused, or other notices name. */
export const NOTIFIED_AT_ONCE = [
  'above-cap',
  'mandate-over',
  'too-late',
  'part-paid',
] as const satisfies SelfPaidReason[]
export type NotifiedAtOnce = (typeof NOTIFIED_AT_ONCE)[number]

/** The reason for which the borrower is notified at once to pay the next instalment by hand. */
export function notifiedAtOnce(next: NextDebit | undefined): NotifiedAtOnce | undefined {
  return next?.by === 'borrower' ? NOTIFIED_AT_ONCE.find(why => why === next.why) : undefined
}

/**
 * Looks at what AutoPay does with the next instalment, after anything that may have changed it:
 * announces the debit if its time has come, each once, and notifies the borrower of one that will
 * not come, once for each reason. `causedAt`: when the borrower did what this follows from. Needs
 * the borrower's lock.
 */
export async function lookAtNextDebit(
  work: LookingWork,
  order: Order,
  causedAt?: Date,
): Promise<void> {
  const { tx, at } = work
  const stored = await storedAutoPay(tx, { borrowerId: order.borrowerId, orderId: order.id })
  const loan = stored?.mandate.state === 'active' ? await loanOf(tx, order) : undefined
  if (!stored || !loan) return
  const { mandate } = stored
  const next = nextDebitBy(order, loan, stored, at)
  const why = notifiedAtOnce(next)
  if (next && why)
    return notify(work, order, {
      kind: 'autopay-cannot',
      causedAt,
      occasion: `${order.id}/${next.dueDay}/${why}`,
      day: next.dueDay,
      amount: next.amount,
    })
  if (next?.by !== 'autopay' || next.debit !== 'planned') return
  const debit = debitToAnnounce(debitedLoan(order, loan, mandate), at)
  if (debit) await announce(work, order, mandate, debit)
}

/** Stores a debit with its payment request, and has the borrower and the service notified. */
async function announce(
  work: LookingWork,
  order: Order,
  mandate: Mandate,
  { amount, dueDay, instalment }: AnnouncedDebit,
): Promise<void> {
  const { services, tx, at } = work
  const { borrowerId, id: orderId } = order
  const id = services.ids.uuid(at)
  await insertPayment(
    tx,
    {
      borrowerId,
      id,
      orderId,
      requestKey: `autopay ${orderId} ${dueDay}`,
      scope: 'autopay',
      amount,
      lastInstalment: instalment,
      extensionId: undefined,
      vendor: mandate.vendor,
      expiresAt: startOfIndiaDay(addDays(dueDay, DEBIT_ASKED_ABOUT_DAYS)),
    },
    at,
  )
  await insertDebit(tx, { borrowerId, id, mandateId: mandate.id, orderId, dueDay, amount }, at)
  await notify(work, order, {
    kind: 'autopay-notice',
    causedAt: undefined,
    occasion: id,
    day: dueDay,
    amount,
  })
  await services.queue.enqueue(
    tx,
    'send-debit',
    { borrowerId, debitId: id, round: 0 },
    { singletonKey: id },
  )
}
