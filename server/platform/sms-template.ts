import type { SmsTemplate } from '#server/platform/vendor-settings.ts'

/** The operators' placeholder for a gap. */
const VARIABLE = '{#var#}'

/** Finds the template that a message matches, and the values of its gaps. */
export function registered(templates: readonly SmsTemplate[]) {
  const patterns = templates.map(({ id, text }) => ({ id, pattern: patternOf(text) }))
  return (
    message: string,
  ): { readonly id: string; readonly gaps: readonly string[] } | undefined => {
    for (const { id, pattern } of patterns) {
      const gaps = pattern.exec(message)?.slice(1)
      if (gaps) return { id, gaps }
    }
    return undefined
  }
}

function patternOf(text: string): RegExp {
  const fixed = text.split(VARIABLE).map(part => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${fixed.join('(.+?)')}$`, 's')
}
