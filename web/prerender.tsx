import { StrictMode } from 'react'
import { prerender } from 'react-dom/static'
import { activateLanguage, t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { type Route, routes } from '#web/routes.tsx'
import { App } from '#web/shell/App.tsx'
import { LANGUAGES, type Language } from '#words/language.ts'

/** The pages rendered at build time, by the name of their file: those on which people arrive. */
const pages = { login: paths.login(), home: paths.home() } as const

export type DrawnPage = Pick<Route, 'access' | 'areas'> & {
  name: keyof typeof pages
  language: Language
  title: string
  body: string
}

/**
 * Renders each page in each language, as a visitor without a token first sees it. The build runs
 * it, in Node.
 */
export async function drawPages(): Promise<DrawnPage[]> {
  const drawn: DrawnPage[] = []
  for (const language of LANGUAGES) {
    await activateLanguage(language)
    for (const name of ['login', 'home'] as const) {
      const { title, access, areas } = routeOf(pages[name])
      drawn.push({
        name,
        language,
        access,
        areas,
        title: t('common.title', { page: t(title) }),
        body: await draw(pages[name]),
      })
    }
  }
  return drawn
}

function routeOf(path: string): Route {
  const route = routes.find(one => one.path === path)
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
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  )
  return await new Response(prelude).text()
}
