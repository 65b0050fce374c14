import { track } from '#web/device/tracking.ts'
import { t } from '#web/locales/i18n.ts'
import { isMissingFile } from '#web/ui/missing-file.ts'

const reported = new Set<string>()

/**
 * Counts an error of our own code as a page that stopped working (product §9). Sends only its name,
 * once: where every call fails, the report fails, too.
 */
export function reportFault(error: unknown): void {
  const name = error instanceof Error ? error.name : 'unknown'
  if (reported.has(name)) return
  reported.add(name)
  track('page-failed', name)
}

/** The borrower's message if a part of the app did not arrive or failed. */
export function messageOfFault(error: unknown): string {
  if (isMissingFile(error)) return t('common.network')
  reportFault(error)
  return t('ui.failed.text')
}
