import type { Language } from '#words/language.ts'

const prerendered: Readonly<Record<string, string>> = { '/': 'home', '/login': 'login' }

/** Returns the prerendered files that can serve a path of the app, best first. */
export function shellOf(path: string, language: Language): string[] {
  const page = prerendered[path.replace(/(.)\/+$/, '$1')]
  return [...(page === undefined ? [] : [`/prerendered/${page}.${language}.html`]), '/index.html']
}
