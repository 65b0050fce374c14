import type { Plugin } from 'vite'

const aboutCalls = /\/contract\/(staff\/)?[a-z-]+\.ts$/
const sentence = /\bdoes:\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"),/g

/**
 * Removes the contract's descriptions of its calls from the app: they are for readers of the API
 * document.
 */
export function withoutProse(): Plugin {
  return {
    name: 'saral:without-prose',
    enforce: 'pre',
    transform(source, id) {
      if (aboutCalls.test(id)) return { code: source.replace(sentence, "does: '',"), map: null }
    },
  }
}

/** The texts that `withoutProse` removes from a contract file. */
export function proseIn(source: string): string[] {
  return source.match(sentence) ?? []
}
