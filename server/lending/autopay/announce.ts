/** Looks once a day at every loan with AutoPay on whose next instalment falls due tomorrow. */
import { type Hours, isWithin } from '#domain/contact-hours.ts'
import { indiaDayOf } from '#domain/day.ts'
import { NOTICE_HOURS } from '#domain/lending/mandate.ts'
import { lookAtNextDebit } from '#server/lending/autopay/look-at-debit.ts'
import { closeEach, inTransaction } from '#server/lending/closing/close-each.ts'
import { latestMandate, loansToAnnounce, markLookedAt } from '#server/lending/db/mandate.ts'
import type { Order } from '#server/lending/db/order.ts'
import type { LendingServices, LendingWork } from '#server/lending/orders/lending-services.ts'

/** From the first hour of notices to the end of the day: also for notices of debits that nobody announced. */
const LOOKING_HOURS: Hours = { from: NOTICE_HOURS.from, before: 24 }

/**
 * Announces every debit that is due tomorrow, each once, on any number of servers, and notifies
 * borrowers of those that will not come. Nothing is debited yet.
 */
export async function announceDebits(services: LendingServices): Promise<void> {
  const { db, clock } = services
  const now = clock.now()
  if (!isWithin(LOOKING_HOURS, now)) return
  const today = indiaDayOf(now)
  await closeEach(services, {
    step: 'announce-debit',
    find: portion => loansToAnnounce(db, today, portion),
    close: inTransaction(services, announceOne),
  })
}

async function announceOne(work: LendingWork, order: Order): Promise<boolean> {
  const { tx, at } = work
  const mandate = await latestMandate(tx, { borrowerId: order.borrowerId, orderId: order.id })
  if (mandate?.state !== 'active') return false
  await markLookedAt(tx, mandate, indiaDayOf(at))
  await lookAtNextDebit(work, order)
  return true
}
