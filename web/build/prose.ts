import type { Plugin } from 'vite'

const aboutCalls = /\/contract\/[a-z-]+\.ts$/
const sentence = /\bdoes:\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"),/g

/** Leaves out of the app what the contract says of each call in words: it is for whoever reads the API's document. */
export function withoutProse(): Plugin {
  return {
    name: 'saral:without-prose',
    enforce: 'pre',
    transform(source, id) {
      if (aboutCalls.test(id)) return { code: source.replace(sentence, "does: '',"), map: null }
    },
  }
}

/** The words that `withoutProse` leaves out of a file of the contract. */
export function proseIn(source: string): string[] {
  return source.match(sentence) ?? []
}
