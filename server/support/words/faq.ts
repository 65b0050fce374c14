import { FAQ_TOPICS, filledIn, OWN_QUESTIONS_MAX } from '#domain/content.ts'
import type { PolicyLimits } from '#domain/lending/policy-limits.ts'
import { EXTENSION_DAYS, EXTENSION_PAYMENT_HOURS, MINIMUM_AGE_YEARS } from '#domain/limits.ts'
import type { Worded } from '#server/support/db/content.ts'
import { wordingIn } from '#server/support/words/program-text.ts'
import { percent } from '#words/format.ts'
import type { Language } from '#words/language.ts'
import { say } from '#words/say.ts'

export type FaqItem = { readonly title: string; readonly content: string }

/** The configured contact for borrowers. */
export type Customer = { readonly phone: string; readonly email: string }

/** The figures that answers name: the product's own, and the lender's of today. */
export function faqValues(
  language: Language,
  { phone, email }: Customer,
  { offerWorkingDays, reapplyWaitDays, tiers }: PolicyLimits,
) {
  return {
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
}

/** The questions and answers of borrowers: the lender's, else the program's. */
export function faq(
  language: Language,
  customer: Customer,
  limits: PolicyLimits,
  worded: Worded,
): readonly FaqItem[] {
  const values = faqValues(language, customer, limits)
  const texts = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, String(value)]),
  )
  const ofLender = (item: string) => {
    const wording = wordingIn(language, worded.get(item))
    return wording && { ...wording, body: filledIn(wording.body, texts) }
  }
  const programItems = FAQ_TOPICS.map(topic => ({
    title: say(language, `faq.${topic}.title`),
    content: ofLender(`answer.${topic}`)?.body ?? say(language, `faq.${topic}.content`, values),
  }))
  const further = Array.from({ length: OWN_QUESTIONS_MAX }, (_, at) =>
    ofLender(`question.${at + 1}`),
  )
  return [
    ...programItems,
    ...further.flatMap(each =>
      each ? [{ title: filledIn(each.title, texts), content: each.body }] : [],
    ),
  ]
}
