import type { Manifest } from '#web/build/budgets.ts'
import { pruneCss } from '#web/build/prune-css.ts'
import { FURTHER_LANGUAGES } from '#words/binding.ts'

export type Drawn = {
  name: string
  language: string
  title: string
  body: string
  access: 'public' | 'borrower'
  /** The catalogue areas that its screen uses. */
  areas: readonly string[]
  /** HTML after the app's root element. */
  beside: string
}

type Parts = {
  /** The script of a borrower's page, which requests its data before anything else. */
  prefetch: string
  /** The script of the sign-in page, which works until the app takes over. */
  earlySignIn: string
  /** The file that it needs to sign in. */
  earlySession: string
  /** The script of the home page, which draws its data until the app takes over. */
  earlyHome: string
  /** Returns the text of a build file. */
  read: (file: string) => string
}

const ENTRY = 'index.html'
const ENTRY_SCRIPT = /<script type="module"[^>]*><\/script>/
const ROUTES = 'routes.tsx'
const QUERIES = 'shell/queries.tsx'
const screens: Record<string, string> = {
  login: 'screens/login/Login.tsx',
  home: 'screens/home/Home.tsx',
}

/**
 * Assembles a page's file: the build's template with the rendered body, its styles inlined (the
 * server hashes them for the CSP), and the scripts and styles that it will need listed in the head,
 * so that they are fetched at once. A borrower's page requests its data before all that. The
 * sign-in page has only the rules that it needs. The home page has the styles and the script of its
 * data after its body: they arrive while the network would wait for the answer. Its other scripts
 * wait in a template until the answer is there (prefetch.ts).
 */
export function assemble(
  template: string,
  manifest: Manifest,
  page: Drawn,
  { prefetch, earlySignIn, earlySession, earlyHome, read }: Parts,
): string {
  const { access, language } = page
  const base = language === 'en' ? [] : ['common', 'ui']
  const areas = [...page.areas, ...base]
  const isFurther = FURTHER_LANGUAGES.some(each => each === language)
  const words = (isFurther ? ['en', language] : [language]).flatMap(each =>
    areas.map(area => `../words/${each}/${area}.json`),
  )
  if (isFurther) words.push('locales/further-languages.ts')
  else if (language !== 'en') words.push('locales/hindi.ts')
  const code = [screens[page.name] ?? '', ...(access === 'borrower' ? [QUERIES] : [])]
  const entry = closure(manifest, ENTRY)
  const keys = [...new Set([...code, ...words].flatMap(key => closure(manifest, key)))].filter(
    key => !entry.includes(key),
  )
  const isDrawnWhole = page.name === 'login'
  const ofBody = stylesOf(manifest, isDrawnWhole ? [...entry, ...keys] : entry)
  const ofData = stylesOf(manifest, keys).filter(file => !ofBody.includes(file))
  const refusals = manifest[`../words/${language}/refusal.json`]?.file
  const beside = page.beside
    .replace('%refusals%', `/${refusals}`)
    .replace('%session%', `/${earlySession}`)
  const atEnd = isDrawnWhole
    ? `<script>${earlySignIn}</script>`
    : `<style>${ofData.map(read).join('')}</style><script>${earlyHome}</script>`
  const whole = ofBody.map(read).join('')
  const styles = isDrawnWhole ? pruneCss(whole, page.body + beside) : whole
  const pruned = isDrawnWhole ? ' data-pruned' : ''
  const preloads = keys
    .flatMap(key => manifest[key]?.file ?? [])
    .map(file => `<link rel="modulepreload" crossorigin href="/${file}">`)
  const app = [...preloads, ...(template.match(ENTRY_SCRIPT) ?? [])].join('')
  const isWaiting = access === 'borrower'
  const atOnce = isWaiting ? `<template id="app">${app}</template><script>${prefetch}</script>` : ''
  const head = [
    ...(isWaiting ? [] : preloads),
    `<style>${styles}</style>`,
    // Vite's loader waits for every style sheet that the page does not link. These are inlined, and
    // the browser does not fetch a disabled sheet.
    ...[...ofBody, ...ofData].map(
      file => `<link rel="stylesheet" disabled${pruned} href="/${file}">`,
    ),
  ]
  const withoutApp = isWaiting ? template.replace(ENTRY_SCRIPT, '') : template
  return withoutApp
    .replace('<html lang="en">', `<html lang="${language}">`)
    .replace(/<title>.*?<\/title>/, () => `<title>${escaped(page.title)}</title>${atOnce}`)
    .replace(/\s*<link rel="stylesheet"[^>]*>/g, '')
    .replace('</head>', () => `${head.join('')}</head>`)
    .replace('<div id="root"></div>', () => `<div id="root">${page.body}</div>${beside}${atEnd}`)
}

/**
 * The page for all other addresses lists the scripts that any of them needs, so that they are
 * fetched together with the first one.
 */
export function withPreloads(template: string, manifest: Manifest): string {
  const entry = closure(manifest, ENTRY)
  const keys = [ROUTES, QUERIES].flatMap(key => closure(manifest, key))
  const links = [...new Set(keys)]
    .filter(key => !entry.includes(key))
    .flatMap(key => manifest[key]?.file ?? [])
    .map(file => `<link rel="modulepreload" crossorigin href="/${file}">`)
  return template.replace('</head>', () => `${links.join('')}</head>`)
}

function stylesOf(manifest: Manifest, keys: readonly string[]): string[] {
  return [...new Set(keys.flatMap(key => manifest[key]?.css ?? []))]
}

function closure(manifest: Manifest, key: string, visited: string[] = []): string[] {
  if (!manifest[key] || visited.includes(key)) return visited
  visited.push(key)
  for (const imported of manifest[key].imports ?? []) closure(manifest, imported, visited)
  return visited
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;')
}
