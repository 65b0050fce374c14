import type { Failure } from '#contract/client.ts'
import { currentLanguage, t } from '#web/locales/i18n.ts'
import { refusalsInHindi } from '#web/locales/refusals.hi.ts'

/**
 * What a borrower reads when a call did not succeed: the one place where failures become words (specification §8).
 * The server's own message is the English catalogue; in Hindi ours speaks for the same reason.
 */
export function messageOf({ reason, msg, details, errorColumn }: Failure): string {
  if (reason === 'network') return t('common.network')
  if (currentLanguage() === 'en' || errorColumn.length > 0) return msg
  return refusalsInHindi[reason].replace(/\{(\w+)\}/g, (whole, name: string) =>
    String(details[name] ?? whole),
  )
}
