import { expect, test } from 'vitest'
import { startOfIndiaDay } from '#domain/day.ts'
import { reminderAt, USUAL_WISH } from '#domain/lending/reminders.ts'
import { on, type Paid, runningLoan } from '#domain/testing/loans.ts'
import { reminderSms } from '#server/lending/reminding/reminder-sms.ts'
import { smsText } from '#server/notices/words/sms-texts.ts'
import { readConfig } from '#server/platform/config.ts'
import type { Language } from '#words/language.ts'

/** The text that the borrower of 5,000 for seven days at 0.1 % a day reads at nine on a day. */
function textOn(days: number, payments: readonly Paid[] = [], language: Language = 'en'): string {
  const at = new Date(startOfIndiaDay(on(days)).getTime() + 9 * 3_600_000)
  const loan = runningLoan(1, 1000, payments)
  const reminder = reminderAt({ state: 'loaned', loan, wish: USUAL_WISH, isDisputed: false }, at)
  if (!reminder) throw new Error('no reminder')
  const { sms, gaps } = reminderSms(readConfig({}), reminder)
  return smsText(sms, language, gaps(language))
}

test.each([4, 6])(
  '%i days after the payout names the amount of the due day, not today’s payoff',
  days => {
    expect(textOn(days)).toContain('Rs 5,035.00 of your loan')
    expect(textOn(days)).toContain('is due on 27 Nov 2026')
    expect(textOn(days, [], 'hi')).toContain('Rs 5,035.00 27 नव॰ 2026 तक चुकाने हैं')
  },
)

test('on the due day and after it names the amount to pay today, with its charge', () => {
  expect(textOn(7)).toContain(
    'Rs 5,035.00 of your loan from Saral (DEMO: not a lender) is due today, 27 Nov 2026.',
  )
  // Ten days of 0.1 % on 5,000, and three on the instalment of 5,035.
  expect(textOn(10)).toContain(
    'please pay Rs 5,065.11 of your loan from Saral (DEMO: not a lender) today. The oldest part was due on 27 Nov 2026.',
  )
  expect(textOn(10)).toContain('a penal charge of Rs 15.11')
})

test.each(['en', 'hi'] as const)('does not name a charge that was paid already (%s)', language => {
  const text = textOn(8, [[8, 5_04]], language)
  expect(text).toContain('Rs 5,040.00')
  expect(text).not.toMatch(/Rs 0\.00|penal|दंड/)
})
