import { dayAndTime } from '#web/locales/format.ts'
import { t } from '#web/locales/i18n.ts'

/**
 * Why a borrower cannot apply now, in words: an order is in progress, or the wait after a denial.
 * Undefined if they can.
 */
export function whyNotNow(isRunning: boolean, reapplyAt: Date | null): string | undefined {
  if (isRunning) return t('loan.later.running')
  return reapplyAt ? t('loan.later.denied', { moment: dayAndTime(reapplyAt) }) : undefined
}
