import { type Reason, refusals } from '#contract/codes.ts'
import { currentLanguage } from '#web/locales/i18n.ts'
import { refusalsInHindi } from '#web/locales/refusals.hi.ts'

/** A refusal that was kept as the sentence it was told in, in the borrower's language. A sentence of no refusal stays as it is. */
export function refusalInWords(sentence: string): string {
  if (currentLanguage() === 'en') return sentence
  for (const [reason, english] of Object.entries(refusals) as [Reason, string][]) {
    const found = patternOf(english).exec(sentence)
    if (found)
      return refusalsInHindi[reason].replace(
        /\{(\w+)\}/g,
        (whole, name: string) => found.groups?.[name] ?? whole,
      )
  }
  return sentence
}

function patternOf(english: string): RegExp {
  const literal = english.replace(/[.*+?^$()|[\]\\]/g, '\\$&')
  return new RegExp(`^${literal.replace(/\{(\w+)\}/g, '(?<$1>.+)')}$`)
}
