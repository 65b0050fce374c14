/** The console's reports of pages that stopped working. */
import type { Input } from '#contract/endpoint.ts'
import type { staffSession } from '#contract/staff/session.ts'
import { pagePattern, withoutPersonalData } from '#domain/privacy/tracking.ts'
import type { Services } from '#server/services.ts'

/** Logs a warning with the pattern of the page and the name of the error, and counts the page. */
export function reportFailedPage(
  { log, metrics }: Pick<Services, 'log' | 'metrics'>,
  failed: Input<typeof staffSession.pageFailed>,
): null {
  const page = withoutPersonalData(pagePattern(failed.page))
  const error = withoutPersonalData(failed.error)
  log.warn({ page, error }, 'a page of the console stopped working')
  metrics?.pageFailed('console')
  return null
}
