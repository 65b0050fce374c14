/** Announces the debits of tomorrow. */

import { isWithin } from '#domain/contact-hours.ts'
import { addDays, indiaDayOf, startOfIndiaDay } from '#domain/day.ts'
import { debitToAnnounce, NOTICE_HOURS } from '#domain/lending/mandate.ts'
import { DEBIT_ASKED_ABOUT_DAYS } from '#domain/limits.ts'
import { closeEach, inTransaction } from '#server/lending/closing/close-each.ts'
import { debitOfDay, insertDebit } from '#server/lending/db/debit.ts'
import { hardshipPlanOf } from '#server/lending/db/hardship.ts'
import { loanOf } from '#server/lending/db/loan.ts'
import { latestMandate, loansToAnnounce, markLookedAt } from '#server/lending/db/mandate.ts'
import type { Order } from '#server/lending/db/order.ts'
import { insertPayment } from '#server/lending/db/payment.ts'
import type { LendingServices, LendingWork } from '#server/lending/orders/lending-services.ts'
import { notify } from '#server/notices/notify.ts'

/**
 * Announces every debit that is due tomorrow, each once, on any number of servers: stores it with
 * its payment request, and has the borrower and the service told. Nothing is debited yet.
 */
export async function announceDebits(services: LendingServices): Promise<void> {
  const { db, clock } = services
  const now = clock.now()
  if (!isWithin(NOTICE_HOURS, now)) return
  const today = indiaDayOf(now)
  await closeEach(services, {
    step: 'announce-debit',
    find: portion => loansToAnnounce(db, today, portion),
    close: inTransaction(services, announceOne),
  })
}

async function announceOne(work: LendingWork, order: Order): Promise<boolean> {
  const { services, tx, at } = work
  const { borrowerId, id: orderId, state } = order
  const mandate = await latestMandate(tx, { borrowerId, orderId })
  const loan = await loanOf(tx, order)
  const isHelpAwaited = (await hardshipPlanOf(tx, { borrowerId, orderId }))?.state === 'awaiting'
  if (mandate?.state !== 'active' || !loan) return false
  await markLookedAt(tx, mandate, indiaDayOf(at))
  const debit = debitToAnnounce({ state, loan, mandate, isHelpAwaited }, at)
  if (!debit || (await debitOfDay(tx, { borrowerId, orderId }, debit.dueDay))) return true
  const { amount, dueDay, instalment } = debit
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
  return true
}
