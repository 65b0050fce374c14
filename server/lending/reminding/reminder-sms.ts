import type { Reminder } from '#domain/lending/reminders.ts'
import type { SmsKind } from '#server/notices/kinds.ts'
import type { SmsGaps } from '#server/notices/words/sms-texts.ts'
import type { Config } from '#server/platform/config.ts'
import { lenderName } from '#server/platform/words/lender.ts'
import { dayText, smsMoney } from '#words/format.ts'
import type { Language } from '#words/language.ts'

/** A text message that reminds of a repayment: which registered template, and its values. */
export type ReminderSms = {
  readonly sms: SmsKind
  readonly gaps: (language: Language) => Partial<SmsGaps>
}

export function reminderSms(
  { lender, customer }: Pick<Config, 'lender' | 'customer'>,
  reminder: Reminder,
): ReminderSms {
  const { amount, dueDay, overdue } = reminder
  const { name: officer, phone } = lender?.grievanceOfficer ?? {
    name: undefined,
    phone: customer.phone,
  }
  return {
    sms: smsKindOf(reminder),
    gaps: language => ({
      officer: officer ?? lenderName(undefined, language),
      phone,
      lender: lenderName(lender, language),
      amount: smsMoney(amount),
      day: dayText(overdue?.since ?? dueDay, language),
      ...(overdue && { penal: smsMoney(overdue.penal) }),
    }),
  }
}

/**
 * Names a penal charge only where there is one: it may have been paid, or be less than a paisa. Asks
 * to pay in the app only where AutoPay does not.
 */
function smsKindOf({ step, overdue, paidBy }: Reminder): SmsKind {
  if (overdue) return overdue.penal > 0 ? 'reminder-overdue' : 'reminder-overdue-no-charge'
  if (paidBy === 'autopay') return 'reminder-autopay'
  const kind = step === 0 ? 'reminder-today' : 'reminder-before'
  return paidBy === 'borrower' ? `${kind}-yourself` : kind
}
