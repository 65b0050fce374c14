import type { PolicyLimits } from '#domain/lending/policy-limits.ts'
import { EXTENSION_DAYS, EXTENSION_PAYMENT_HOURS, MINIMUM_AGE_YEARS } from '#domain/limits.ts'
import { percent } from '#words/format.ts'
import type { Language } from '#words/language.ts'
import { say } from '#words/say.ts'

export type FaqItem = { readonly title: string; readonly content: string }

/** The configured contact for borrowers. */
export type Customer = { readonly phone: string; readonly email: string }

/** The topics of the questions, in the order in which borrowers come to ask them. */
const TOPICS = [
  'cost',
  'received',
  'eligibility',
  'identity',
  'contacts',
  'payout',
  'repayment',
  'overdue',
  'extension',
  'cooling-off',
  'denied',
  'tier',
  'fraud',
  'complaint',
] as const

/** The questions of borrowers and our answers, with the product's own figures and the lender's of today. */
export function faq(
  language: Language,
  { phone, email }: Customer,
  { offerWorkingDays, reapplyWaitDays, tiers }: PolicyLimits,
): readonly FaqItem[] {
  const values = {
    years: MINIMUM_AGE_YEARS,
    openDays: offerWorkingDays,
    extensionDays: EXTENSION_DAYS,
    paymentHours: EXTENSION_PAYMENT_HOURS,
    waitDays: reapplyWaitDays,
    steps: tiers.length,
    tiers: tiers
      .map(({ loansOnTime: loans, discount }) =>
        say(language, 'faq.tier.step', { loans, discount: percent(discount) }),
      )
      .join(', '),
    phone,
    email,
  }
  return TOPICS.map(topic => ({
    title: say(language, `faq.${topic}.title`),
    content: say(language, `faq.${topic}.content`, values),
  }))
}
