import type { DecisionReason } from '#domain/lending/decision.ts'
import type { PolicyLimits } from '#domain/lending/policy-limits.ts'
import type { Paise } from '#domain/money.ts'

/** The reasons for a second person in approving an application by hand (decision 77). */
export const SECOND_PERSON_WHYS = ['amount', 'against-rules'] as const
export type SecondPersonWhy = (typeof SECOND_PERSON_WHYS)[number]

/**
 * The reason for a second person in approving an application for this principal: a rule would deny
 * it today, or the principal reaches the lender's limit. Null where one person approves.
 */
export function whySecondPerson(
  {
    principal,
    denials,
  }: { readonly principal: Paise; readonly denials: readonly DecisionReason[] },
  { secondPersonFrom }: Pick<PolicyLimits, 'secondPersonFrom'>,
): SecondPersonWhy | null {
  if (denials.length > 0) return 'against-rules'
  return secondPersonFrom !== null && principal >= secondPersonFrom ? 'amount' : null
}
