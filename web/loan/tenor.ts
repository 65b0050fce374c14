import { t } from '#web/locales/i18n.ts'

/**
 * A computed tenor text (product §4) in the borrower's language: the numbers are the server's, the
 * words are ours.
 */
export function tenorInWords(text: string): string {
  const [, from, to] = /^(\d+)(?:~(\d+))? days$/.exec(text) ?? []
  if (from === undefined) return text
  return to === undefined
    ? t('loan.tenor.days', { days: Number(from) })
    : t('loan.tenor.range', { from, to })
}
