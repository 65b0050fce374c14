import { expect, test } from 'vitest'
import type { Manifest } from '#web/build/budgets.ts'
import { assemble } from '#web/build/pages.ts'

const template = `<html lang="en"><head><title>Saral</title>
<script type="module" crossorigin src="/assets/app.js"></script>
<link rel="stylesheet" crossorigin href="/assets/app.css"></head><body><div id="root"></div></body></html>`

const manifest: Manifest = {
  'index.html': { file: 'assets/app.js', css: ['assets/app.css'], isEntry: true },
  '_field.js': { file: 'assets/field.js', css: ['assets/field.css'], imports: ['index.html'] },
  'screens/login/Login.tsx': {
    file: 'assets/Login.js',
    css: ['assets/Login.css'],
    imports: ['index.html', '_field.js'],
  },
  'shell/queries.tsx': { file: 'assets/queries.js', imports: ['index.html'] },
  'screens/home/Home.tsx': {
    file: 'assets/Home.js',
    css: ['assets/Home.css'],
    imports: ['index.html', '_field.js'],
  },
  '../words/en/home.json': { file: 'assets/home-en.js' },
  '../words/hi/login.json': { file: 'assets/login-hi.js' },
  '../words/hi/common.json': { file: 'assets/common-hi.js' },
  '../words/en/login.json': { file: 'assets/login-en.js' },
  '../words/ta/login.json': { file: 'assets/words-login-ta.js' },
  'locales/hindi.ts': { file: 'assets/hindi.js' },
  'locales/further-languages.ts': { file: 'assets/further.js', css: [] },
}

const page = {
  name: 'login',
  language: 'hi',
  title: 'साइन इन – Saral & co',
  body: '<main>$& drawn</main>',
  beside: '<noscript>none</noscript>',
}
const parts = {
  prefetch: 'ask()',
  earlySignIn: 'sign()',
  earlySession: 'assets/session.js',
  earlyHome: 'draw()',
  read: (file: string) => `main{content:"${file}"}`,
}
const html = assemble(template, manifest, { ...page, access: 'public', areas: ['login'] }, parts)

test('the page has its language, its title and its rendered body', () => {
  expect(html).toContain('<html lang="hi">')
  expect(html).toContain('<title>साइन इन – Saral &amp; co</title>')
  expect(html).toContain('<div id="root"><main>$& drawn</main></div><noscript>none</noscript>')
})

test('all its styles are inlined once, and none is fetched', () => {
  const sheets = [...html.matchAll(/<link rel="stylesheet"[^>]*>/g)].map(([link]) => link)
  expect(sheets.filter(link => !link.includes(' disabled '))).toEqual([])
  for (const file of ['app', 'field', 'Login'])
    expect(html.split(`content:"assets/${file}.css"`)).toHaveLength(2)
})

test('every inlined style sheet is linked as disabled, so that the loader neither fetches nor awaits it', () => {
  const files = [
    ...html.matchAll(/<link rel="stylesheet" disabled data-pruned href="([^"]+)">/g),
  ].map(([, file]) => file)
  expect(files).toEqual(['/assets/app.css', '/assets/Login.css', '/assets/field.css'])
})

test('the scripts of its screen and messages are listed in the head; those of the other language are not', () => {
  const files = [...html.matchAll(/modulepreload" crossorigin href="([^"]+)"/g)].map(
    ([, file]) => file,
  )
  expect(files.sort()).toEqual([
    '/assets/Login.js',
    '/assets/common-hi.js',
    '/assets/field.js',
    '/assets/hindi.js',
    '/assets/login-hi.js',
  ])
})

test('a page in a further language lists its messages, and English ones for those it lacks', () => {
  const inTamil = { ...page, language: 'ta', access: 'public', areas: ['login'] } as const
  const tamil = assemble(template, manifest, inTamil, parts)
  const files = [...tamil.matchAll(/modulepreload" crossorigin href="([^"]+)"/g)].map(
    ([, file]) => file,
  )
  expect(files).toEqual(
    expect.arrayContaining([
      '/assets/further.js',
      '/assets/words-login-ta.js',
      '/assets/login-en.js',
    ]),
  )
  expect(files).not.toContain('/assets/login-hi.js')
})

test('the home page lists the scripts that all borrower pages share, and has the styles and the script of its data after its body', () => {
  const home = {
    ...page,
    name: 'home',
    language: 'en',
    access: 'borrower',
    areas: ['home'],
  } as const
  const filled = assemble(template, manifest, home, parts)
  for (const file of ['Home.js', 'queries.js', 'field.js', 'home-en.js'])
    expect(filled.split(` crossorigin href="/assets/${file}"`), file).toHaveLength(2)
  expect(filled).toContain('<style>main{content:"assets/app.css"}</style>')
  expect(filled).toMatch(
    /<\/noscript><style>main\{content:"assets\/Home\.css"\}main\{content:"assets\/field\.css"\}<\/style><script>draw\(\)<\/script>/,
  )
  expect(filled.match(/rel="stylesheet"[^>]*/g)).toEqual([
    'rel="stylesheet" disabled href="/assets/app.css"',
    'rel="stylesheet" disabled href="/assets/Home.css"',
    'rel="stylesheet" disabled href="/assets/field.css"',
  ])
})

test('the scripts of the home page wait in a template before the script that asks for its data', () => {
  const home = { ...page, name: 'home', access: 'borrower', areas: [] } as const
  const [before = '', waiting = '', after = ''] = assemble(template, manifest, home, parts).split(
    /<template id="app">|<\/template>/,
  )
  expect(waiting).toMatch(
    /modulepreload.*<script type="module" crossorigin src="\/assets\/app.js">/,
  )
  expect(after).toMatch(/^<script>ask\(\)<\/script>/)
  expect(before + after).not.toMatch(/modulepreload|type="module"/)
})

test('only the sign-in page has the script that signs in, after its body', () => {
  expect(html).not.toContain('draw()')
  expect(html).toMatch(/<\/noscript><script>sign\(\)<\/script>\s*<\/body>/)
  expect(
    assemble(template, manifest, { ...page, name: 'home', access: 'borrower', areas: [] }, parts),
  ).not.toContain('sign()')
})

test('only a borrower’s page prefetches its data', () => {
  expect(html).not.toContain('ask()')
  expect(assemble(template, manifest, { ...page, access: 'borrower', areas: [] }, parts)).toContain(
    '<script>ask()</script>',
  )
})
