import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'

const catalogue = /\/locales\/(?:en|hi)\/[a-z]+\.json$/
/** What web/locales/messages.ts can fill in. Numbers and dates are formatted before they are put into a message. */
const kinds = new Set<unknown>([undefined, 'plural', 'select'])

/**
 * Compiles the ICU messages of the catalogues while the app is built, so that no message parser is shipped.
 * A message that does not parse, or asks for what the runtime does not know, fails the build and names its key.
 */
export function catalogues(): Plugin {
  return {
    name: 'saral:catalogues',
    enforce: 'pre',
    transform(source, id) {
      if (!catalogue.test(id)) return
      const messages = JSON.parse(source) as Record<string, string>
      const compiled = Object.entries(messages).map(([key, message]) => [
        key,
        compile(message, `${id}: "${key}"`),
      ])
      return { code: JSON.stringify(Object.fromEntries(compiled)), map: null }
    },
  }
}

/** A message without places to fill stays plain text. */
export function compile(message: string, name: string): unknown {
  try {
    const tokens = compileMessageOrThrow(message)
    const unknown = tokens.find(token => typeof token !== 'string' && !kinds.has(token[1]))
    if (unknown) throw new Error(`${String(unknown[1])} is not supported`)
    return tokens.every(token => typeof token === 'string') ? tokens.join('') : tokens
  } catch (error) {
    throw new Error(`${name} does not parse`, { cause: error })
  }
}
