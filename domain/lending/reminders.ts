/**
 * The schedule of reminders: when, how often at most, and by which channel. This one table is also
 * published.
 */

import { CONTACT_HOURS, type Hours, isWithin } from '#domain/contact-hours.ts'
import { type Day, daysBetween, indiaDayOf } from '#domain/day.ts'
import type { RunningLoan } from '#domain/lending/accrual.ts'
import { nextRepayment } from '#domain/lending/falls-due.ts'
import type { NextDebit } from '#domain/lending/mandate.ts'
import type { OrderState } from '#domain/lending/order.ts'
import { type InstalmentPosition, positionOn } from '#domain/lending/repayment.ts'
import type { Paise } from '#domain/money.ts'

/**
 * `notification`: a text message only if no notification was sent. `both`: each. `text`: never
 * a notification.
 */
export type ReminderWay = 'notification' | 'both' | 'text'
type Step = { readonly days: number; readonly by: ReminderWay }

/**
 * Days relative to an instalment's due day on which it is reminded of; there are no reminders on
 * other days. On the due day both channels are used, because reading neither costs a charge from
 * the next day on. After that only a text: it must name the charge (RBI/2023-24/53, 3(vii)), which
 * should not appear on a locked screen.
 */
export const REMINDER_STEPS = [
  { days: -3, by: 'notification' },
  { days: -1, by: 'notification' },
  { days: 0, by: 'both' },
  { days: 1, by: 'text' },
  { days: 3, by: 'text' },
  { days: 7, by: 'text' },
  { days: 14, by: 'text' },
] as const satisfies readonly Step[]

export type ReminderStep = (typeof REMINDER_STEPS)[number]['days']

/** The days before its due day on which the first reminder of an instalment is sent. */
export const FIRST_REMINDER_DAYS_BEFORE = -REMINDER_STEPS[0].days

/** The time of day at which a borrower prefers reminders: always within the permitted hours. */
export const REMINDER_HOURS = {
  any: CONTACT_HOURS,
  morning: { from: CONTACT_HOURS.from, before: 12 },
  afternoon: { from: 12, before: 16 },
  evening: { from: 16, before: CONTACT_HOURS.before },
} as const satisfies Record<string, Hours>

export type ReminderTime = keyof typeof REMINDER_HOURS
export const reminderTimes = Object.keys(REMINDER_HOURS) as [ReminderTime, ...ReminderTime[]]

/** The channel a borrower prefers: `usual` as the steps say, `text` by text message only. */
export const reminderWishes = ['usual', 'text'] as const
export type ReminderWish = {
  readonly way: (typeof reminderWishes)[number]
  readonly time: ReminderTime
}

export const USUAL_WISH: ReminderWish = { way: 'usual', time: 'any' }

export type Reminder = {
  /** The instalment whose step this is. */
  readonly instalment: number
  readonly dueDay: Day
  readonly step: ReminderStep
  readonly by: ReminderWay
  /**
   * The amount that is overdue or due today; before the due day, the amount that falls due on it.
   */
  readonly amount: Paise
  /**
   * The first overdue day, and the penal charge within the amount. Undefined if nothing is overdue.
   */
  readonly overdue: { readonly since: Day; readonly penal: Paise } | undefined
  /** The payer of the next instalment; undefined where AutoPay is not on. */
  readonly paidBy?: NextDebit['by'] | undefined
}

export type RemindedLoan = {
  readonly state: OrderState
  readonly loan: RunningLoan
  readonly wish: ReminderWish
  /** The borrower disputes the debt or complains about its collection, without an answer yet. */
  readonly isDisputed: boolean
}

/**
 * The one reminder to send at an instant; undefined outside the hours, on a day without a step,
 * while an extension is awaited or a complaint is open, or once nothing is owed. A missed step is
 * never made up for.
 */
export function reminderAt(
  { state, loan, wish, isDisputed }: RemindedLoan,
  at: Date,
): Reminder | undefined {
  const today = indiaDayOf(at)
  if (isDisputed || (state !== 'loaned' && state !== 'overdue') || today < loan.startDay)
    return undefined
  if (!isWithin(REMINDER_HOURS[wish.time], at)) return undefined
  const reminder = reminderOn(loan, today)
  return reminder && wish.way === 'text' ? { ...reminder, by: 'text' } : reminder
}

/**
 * The reminder for a day, regardless of the hour. While something is overdue, the oldest instalment
 * goes through its steps, and later ones are reminded of only on their due days: at most one
 * message a day, and about one a week however many are unpaid.
 */
export function reminderOn(loan: RunningLoan, today: Day): Reminder | undefined {
  const position = positionOn(loan, today)
  const [oldest, ...later] = position.instalments.filter(({ state }) => state !== 'paid')
  if (!oldest) return undefined
  const isOverdue = oldest.state === 'overdue'
  const fallingDue = later.find(({ dueDay }) => dueDay === today)
  const reached =
    stepOf(oldest, today) ?? (isOverdue && fallingDue ? stepOf(fallingDue, today) : undefined)
  const next = reached && nextRepayment(loan, position)
  if (!next) return undefined
  const { instalment, step } = reached
  return {
    instalment: instalment.number,
    dueDay: instalment.dueDay,
    step: step.days,
    by: isOverdue ? 'text' : step.by,
    amount: next.amount,
    overdue: isOverdue ? { since: oldest.dueDay, penal: next.parts.penal } : undefined,
  }
}

function stepOf(instalment: InstalmentPosition, today: Day) {
  const days = daysBetween(instalment.dueDay, today)
  const step = REMINDER_STEPS.find(each => each.days === days)
  return step && { instalment, step }
}
