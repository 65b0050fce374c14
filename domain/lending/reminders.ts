/** When a borrower is reminded of what they owe, how often at most, and by what: one table, published as it stands. */

import { CONTACT_HOURS, type Hours, isWithin } from '#domain/contact-hours.ts'
import { type Day, daysBetween, indiaDayOf } from '#domain/day.ts'
import type { RunningLoan } from '#domain/lending/accrual.ts'
import { nextRepayment } from '#domain/lending/falls-due.ts'
import type { OrderState } from '#domain/lending/order.ts'
import { type InstalmentPosition, positionOn } from '#domain/lending/repayment.ts'
import type { Paise } from '#domain/money.ts'

/** `notification`: a text message only where no notification went out. `both`: each. `text`: never a notification. */
export type ReminderWay = 'notification' | 'both' | 'text'
type Step = { readonly days: number; readonly by: ReminderWay }

/**
 * The days from an instalment's due day on which it is reminded of, and never on another. On the due day both, for whoever reads
 * neither pays a charge from tomorrow on. Afterwards a text alone: it must name the charge (RBI/2023-24/53, 3(vii)), which
 * no locked screen should show.
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

/** So many days before its due day an instalment is reminded of for the first time. */
export const FIRST_REMINDER_DAYS_BEFORE = -REMINDER_STEPS[0].days

/** When in the day a borrower wishes to be reminded: always within the hours in which it may be done at all. */
export const REMINDER_HOURS = {
  any: CONTACT_HOURS,
  morning: { from: CONTACT_HOURS.from, before: 12 },
  afternoon: { from: 12, before: 16 },
  evening: { from: 16, before: CONTACT_HOURS.before },
} as const satisfies Record<string, Hours>

export type ReminderTime = keyof typeof REMINDER_HOURS
export const reminderTimes = Object.keys(REMINDER_HOURS) as [ReminderTime, ...ReminderTime[]]

/** How a borrower wishes to be reminded: `usual` as the steps say, `text` by text messages alone. */
export const reminderWishes = ['usual', 'text'] as const
export type ReminderWish = {
  readonly way: (typeof reminderWishes)[number]
  readonly time: ReminderTime
}

export const USUAL_WISH: ReminderWish = { way: 'usual', time: 'any' }

export type Reminder = {
  /** The instalment whose step it is. */
  readonly instalment: number
  readonly dueDay: Day
  readonly step: ReminderStep
  readonly by: ReminderWay
  /** What is overdue or due today; before the due day, what falls due on it. */
  readonly amount: Paise
  /** Since when something is overdue, and how much of the amount is penal charge. Nothing before. */
  readonly overdue: { readonly since: Day; readonly penal: Paise } | undefined
}

export type RemindedLoan = {
  readonly state: OrderState
  readonly loan: RunningLoan
  readonly wish: ReminderWish
  /** The borrower disputes the debt or complains of how it is collected, and nobody has answered yet. */
  readonly isDisputed: boolean
}

/**
 * The one reminder that is to be sent at an instant; nothing outside the hours, on a day without a step, while an extension is
 * awaited or a complaint open, or once nothing is owed. A step that nobody took on its day is never made up for.
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
 * The reminder of a day, whatever its hour. While something is overdue, the oldest instalment goes through its steps, and a later
 * one is told of on its due day alone: one message a day, and about one a week however many are unpaid.
 */
export function reminderOn(loan: RunningLoan, today: Day): Reminder | undefined {
  const position = positionOn(loan, today)
  const [oldest, ...later] = position.instalments.filter(({ state }) => state !== 'paid')
  if (!oldest) return undefined
  const isOverdue = oldest.state === 'overdue'
  const fallingDue = later.find(({ dueDay }) => dueDay === today)
  const found =
    stepOf(oldest, today) ?? (isOverdue && fallingDue ? stepOf(fallingDue, today) : undefined)
  const next = found && nextRepayment(loan, position)
  if (!next) return undefined
  const { instalment, step } = found
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
