import type { Manifest } from '#web/build/budgets.ts'

export type Drawn = { name: string; language: string; title: string; body: string }

const ENTRY = 'index.html'
const screens: Record<string, { screen: string; areas: readonly string[] }> = {
  login: { screen: 'screens/login/Login.tsx', areas: ['login'] },
  home: { screen: 'screens/home/Home.tsx', areas: ['home', 'product', 'orders'] },
}

/**
 * The page as a file: the template of the build with the drawn body in it, its styles inlined (the server hashes them
 * for the CSP), and the scripts that it will ask for named at its top, so that they are fetched at once.
 * `read` gives the text of a file of the build.
 */
export function assemble(template: string, manifest: Manifest, drawn: Drawn, read: (file: string) => string): string {
  const known = screens[drawn.name]
  const keys = known ? [known.screen, ...known.areas.map(area => `locales/${drawn.language}/${area}.json`)] : []
  const base = drawn.language === 'en' ? [] : ['common', 'errors', 'ui'].map(area => `locales/${drawn.language}/${area}.json`)
  const wanted = [...keys, ...base].flatMap(key => closure(manifest, key))
  const entry = closure(manifest, ENTRY)
  const scripts = [...new Set(wanted)].filter(key => !entry.includes(key)).flatMap(key => manifest[key]?.file ?? [])
  const isDrawnWhole = drawn.name === 'login'
  const styled = isDrawnWhole ? [...entry, ...wanted] : entry
  const styles = [...new Set(styled.flatMap(key => manifest[key]?.css ?? []))]
  const preloads = scripts.map(file => `<link rel="modulepreload" crossorigin href="/${file}">`).join('')
  return template
    .replace('<html lang="en">', `<html lang="${drawn.language}">`)
    .replace(/<title>.*?<\/title>/, `<title>${escaped(drawn.title)}</title>`)
    .replace(/\s*<link rel="stylesheet"[^>]*>/g, '')
    .replace('</head>', () => `${preloads}<style>${styles.map(read).join('')}</style></head>`)
    .replace('<div id="root"></div>', () => `<div id="root">${drawn.body}</div>`)
}

function closure(manifest: Manifest, key: string, seen: string[] = []): string[] {
  if (!manifest[key] || seen.includes(key)) return seen
  seen.push(key)
  for (const imported of manifest[key].imports ?? []) closure(manifest, imported, seen)
  return seen
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;')
}
