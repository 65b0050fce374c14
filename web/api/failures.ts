import type { Failure } from '#contract/client.ts'
import { t } from '#web/locales/i18n.ts'
import { inWords } from '#web/locales/in-words.ts'
import type { Details } from '#words/reasons.ts'

/** What a borrower reads when a call did not succeed: the one place where failures become words (specification §8). */
export function messageOf({ reason, msg, details, errorColumn }: Failure): string {
  if (reason === 'network') return t('common.network')
  const [wrong] = errorColumn
  if (wrong) return inWords('answer', wrong)
  // A reason that only a newer server knows stands in the details alone.
  const told = { reason: String(details.reason ?? reason), details: details as Details, msg }
  return inWords('refusal', told)
}
