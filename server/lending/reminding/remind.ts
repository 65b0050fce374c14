/** The calendar's reminders: which orders are due one, checked once a day each. */

import { isWithin } from '#domain/contact-hours.ts'
import { indiaDayOf } from '#domain/day.ts'
import {
  REMINDER_HOURS,
  type Reminder,
  reminderAt,
  reminderTimes,
  USUAL_WISH,
} from '#domain/lending/reminders.ts'
import { nextDebitOf } from '#server/lending/autopay/next-debit.ts'
import { closeEach, inTransaction } from '#server/lending/closing/close-each.ts'
import { loanOf } from '#server/lending/db/loan.ts'
import { moneyUnderWayOn } from '#server/lending/db/money-under-way.ts'
import type { Order } from '#server/lending/db/order.ts'
import {
  isDisputed,
  isToRemind,
  loansToRemind,
  markReminded,
  statedWishOf,
} from '#server/lending/db/reminder.ts'
import type { LendingServices } from '#server/lending/orders/lending-services.ts'
import { notifyOfReminder } from '#server/notices/notify.ts'
import type { Queryable, Transaction } from '#server/platform/db/open.ts'

/**
 * Enqueues every reminder that is due now, each once, on any number of servers. Does nothing
 * outside the permitted hours: reminders wait.
 */
export async function remind(services: LendingServices): Promise<void> {
  const now = services.clock.now()
  const times = reminderTimes.filter(time => isWithin(REMINDER_HOURS[time], now))
  if (times.length === 0) return
  const today = indiaDayOf(now)
  const close = inTransaction(services, async (work, order) => {
    const { tx, at } = work
    const key = { borrowerId: order.borrowerId, orderId: order.id }
    if (!(await isToRemind(tx, key, at, times))) return false
    await markReminded(tx, key, today)
    const reminder = await reminderOf(tx, order, at)
    if (reminder) await notifyOfReminder(work, order, reminder)
    return true
  })
  await closeEach(services, {
    step: 'remind',
    find: portion => loansToRemind(services.db, services.clock.now(), portion, times),
    close,
  })
}

/**
 * The reminder that an order is due now, if any; with who pays, where AutoPay is on. None while money
 * is under way, or while a debit is announced: its notice has said so.
 */
export async function reminderOf(
  tx: Transaction | Queryable,
  order: Order,
  at: Date,
): Promise<Reminder | undefined> {
  const { state, borrowerId, id: orderId } = order
  const loan = await loanOf(tx, order)
  if (!loan || (await moneyUnderWayOn(tx, { borrowerId, orderId }, at))) return undefined
  const wish = (await statedWishOf(tx, borrowerId)) ?? USUAL_WISH
  const reminder = reminderAt(
    { state, loan, wish, isDisputed: await isDisputed(tx, borrowerId, at) },
    at,
  )
  if (!reminder || reminder.overdue) return reminder
  const next = await nextDebitOf(tx, order, loan, at)
  if (next?.by === 'autopay' && next.debit !== 'planned') return undefined
  return { ...reminder, paidBy: next?.by }
}
