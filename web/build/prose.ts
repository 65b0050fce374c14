import type { Plugin } from 'vite'

const aboutCalls = /\/contract\/(staff\/)?[a-z-]+\.ts$/
const sentence = /\bdoes:\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"),/g

/** A schema's message about an unfit value, its last argument. */
const complaint = /,\s*'[A-Z][^'\\\n]*\.'(?=\s*,?\s*\))/g

/**
 * Removes from the app the contract's descriptions of its calls, which are for readers of the API
 * document, and what its schemas say of a wrong value: the server says that of what it is sent.
 */
export function withoutProse(): Plugin {
  return {
    name: 'saral:without-prose',
    enforce: 'pre',
    transform(source, id) {
      if (aboutCalls.test(id))
        return { code: source.replace(sentence, "does: '',").replace(complaint, ''), map: null }
    },
  }
}

/** The descriptions that `withoutProse` removes from a contract file. */
export function proseIn(source: string): string[] {
  return source.match(sentence) ?? []
}

/** The messages of a contract file's schemas, which `withoutProse` removes, too. */
export function complaintsIn(source: string): string[] {
  return (source.match(complaint) ?? []).map(text => text.replace(/^,\s*/, ''))
}
