import type { Plugin } from 'vite'

const aboutCalls = /\/contract\/(staff\/)?[a-z-]+\.ts$/
const sentence = /\bdoes:\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"),/g

/** A schema's message about an invalid value: its last argument. */
const schemaMessage = /,\s*'[A-Z][^'\\\n]*\.'(?=\s*,?\s*\))/g

/**
 * Removes from the app the contract's descriptions of its calls, which are for readers of the API
 * document, and its schemas' messages about wrong values, which only the server sends.
 */
export function withoutProse(): Plugin {
  return {
    name: 'saral:without-prose',
    enforce: 'pre',
    transform(source, id) {
      if (aboutCalls.test(id))
        return { code: source.replace(sentence, "does: '',").replace(schemaMessage, ''), map: null }
    },
  }
}

/** The descriptions that `withoutProse` removes from a contract file. */
export function proseIn(source: string): string[] {
  return source.match(sentence) ?? []
}

/** The messages of a contract file's schemas, which `withoutProse` removes, too. */
export function messagesIn(source: string): string[] {
  return (source.match(schemaMessage) ?? []).map(text => text.replace(/^,\s*/, ''))
}
