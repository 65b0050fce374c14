import type { Language } from '#words/language.ts'

/** What is never answered with the shell: the API, the simulators' window, the server's own pages and whatever is a file. */
export const notOurPages: RegExp[] = [
  /^\/api1(\/|$)/,
  /^\/(sandbox|webhook|files|health|ready)(\/|$)/,
  /\.\w+$/,
]

const drawn: Readonly<Record<string, string>> = { '/': 'home', '/login': 'login' }

/** The files that can stand for a path of the app, best first. */
export function shellOf(path: string, language: Language): string[] {
  const page = drawn[path.replace(/(.)\/+$/, '$1')]
  return [...(page === undefined ? [] : [`/prerendered/${page}.${language}.html`]), '/index.html']
}
