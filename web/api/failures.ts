import type { Failure } from '#contract/client.ts'
import { t } from '#web/locales/i18n.ts'
import { inWords } from '#web/locales/in-words.ts'
import type { Details } from '#words/reasons.ts'

/**
 * The borrower's message for a failed call: the only place where failures become sentences
 * (specification §8).
 */
export function messageOf({ reason, msg, details, errorColumn }: Failure): string {
  if (reason === 'network') return t('common.network')
  const [wrong] = errorColumn
  if (wrong) return inWords('answer', wrong)
  // A reason known only to a newer server is in the details alone.
  const stated = { reason: String(details.reason ?? reason), details: details as Details, msg }
  return inWords('refusal', stated)
}
