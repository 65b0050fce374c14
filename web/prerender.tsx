import { StrictMode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { prerender } from 'react-dom/static'
import { firstRoutes, type Route } from '#web/first-routes.tsx'
import { activateLanguage, compiledMessage, loadAreas, t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { EarlyParts } from '#web/screens/login/EarlyParts.tsx'
import { EARLY_WORDS } from '#web/screens/login/early-words.ts'
import { App } from '#web/shell/App.tsx'
import { AppMissing } from '#web/shell/AppMissing.tsx'
import type { MessageId } from '#words/catalogues.ts'
import { LANGUAGES, type Language } from '#words/language.ts'
import { isPlain, type Message } from '#words/messages.ts'

/** The pages rendered at build time, by the name of their file: those on which people arrive. */
const pages = { login: paths.login(), home: paths.home() } as const

/** Placeholders for the files that the script in the page may fetch (build/pages.ts). */
const REFUSALS = '%refusals%'
const SESSION = '%session%'

export type DrawnPage = Pick<Route, 'access' | 'areas'> & {
  name: keyof typeof pages
  language: Language
  title: string
  body: string
  /** The parts beside the body, for the script in the page and for browsers without scripts. */
  beside: string
}

/**
 * Renders each page in each language, as a visitor without a token first sees it. `homeWords` are
 * the ids that the script in the home page uses. The build runs it, in Node.
 */
export async function drawPages(homeWords: readonly string[]): Promise<DrawnPage[]> {
  const result: DrawnPage[] = []
  await loadAreas(Object.values(pages).flatMap(path => routeOf(path).areas))
  for (const language of LANGUAGES) {
    await activateLanguage(language)
    for (const name of ['login', 'home'] as const) {
      const { title, access, areas } = routeOf(pages[name])
      result.push({
        name,
        language,
        access,
        areas,
        title: t('common.title', { page: t(title) }),
        body: await draw(pages[name]),
        beside: name === 'login' ? besideLogin() : besideHome(homeWords),
      })
    }
  }
  return result
}

function besideLogin(): string {
  const words = EARLY_WORDS.map(id => [id, plainMessage(id)] as const)
  return [
    `<template id="parts">${renderToStaticMarkup(<EarlyParts />)}</template>`,
    wordsIn(words, ` data-refusals="${REFUSALS}" data-session="${SESSION}"`),
    besideAny(t('login.app-missing'), t('login.no-script')),
  ].join('')
}

function plainMessage(id: MessageId): Message {
  const message = compiledMessage(id)
  if (message === undefined || !isPlain(message))
    throw new Error(`The script in the sign-in page cannot fill in ${id}`)
  return message
}

function besideHome(ids: readonly string[]): string {
  const words = ids.flatMap(id => {
    const message = compiledMessage(id as MessageId)
    return message === undefined ? [] : [[id, message] as const]
  })
  return besideAny(t('common.app-missing'), t('common.no-script')) + wordsIn(words)
}

/** The messages of a script in the page. */
function wordsIn(words: readonly (readonly [string, Message])[], attributes = ''): string {
  const text = JSON.stringify(Object.fromEntries(words)).replaceAll('<', '\\u003c')
  return `<script type="application/json" id="words"${attributes}>${text}</script>`
}

function besideAny(appMissing: string, noScript: string): string {
  const notice = renderToStaticMarkup(<AppMissing>{appMissing}</AppMissing>)
  const sentence = renderToStaticMarkup(<p>{noScript}</p>)
  return `<div id="app-missing" hidden>${notice}</div><noscript>${sentence}</noscript>`
}

function routeOf(path: string): Route {
  const route = firstRoutes.find(one => one.path === path)
  if (!route) throw new Error(`No route matches ${path}`)
  return route
}

/**
 * Renders everything at once, without the scripts that would move late parts into place: the CSP
 * would refuse them.
 */
async function draw(path: string): Promise<string> {
  const { prelude } = await prerender(
    <StrictMode>
      <App at={path} />
    </StrictMode>,
    {
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: error => {
        throw error
      },
    },
  )
  return await new Response(prelude).text()
}
