import { t } from '#web/locales/i18n.ts'

/**
 * The line below a main button whose action still needs these things; undefined if it needs
 * nothing.
 */
export function stillMissing(names: readonly (string | false)[]): string | undefined {
  const missing = names.filter(name => name !== false)
  return missing.length === 0 ? undefined : t('answer.still-missing', { what: missing.join(', ') })
}

/** The same for a number of answers whose names would take too much room. */
export function answersMissing(count: number): string | undefined {
  return count === 0 ? undefined : t('answer.answers-missing', { count })
}
