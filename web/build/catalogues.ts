import type { Plugin } from 'vite'
import { compileCatalogue } from '#words/compile.ts'

const catalogue = /\/words\/([a-z]{2}(\/server)?|staff)\/[a-z]+\.json$/

/**
 * Compiles the ICU messages of the catalogues while the app is built, so that no message parser is
 * shipped. A message that does not parse, or needs what the runtime does not support, fails the
 * build with an error that names its key.
 */
export function catalogues(): Plugin {
  return {
    name: 'saral:catalogues',
    enforce: 'pre',
    transform(source, id) {
      if (!catalogue.test(id)) return
      return { code: JSON.stringify(compileCatalogue(source, id)), map: null }
    },
  }
}
