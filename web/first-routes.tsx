import type { ComponentType } from 'react'
import { loadAreas } from '#web/locales/i18n.ts'
import type { Access } from '#web/shell/access.ts'
import { type LazyScreen, lazyScreen } from '#web/shell/lazy-screen.tsx'
import { loadWholeStyles } from '#web/shell/whole-styles.ts'
import type { Area, MessageId } from '#words/catalogues.ts'

export type Tab = 'home' | 'orders' | 'account'

export type Route = {
  path: string
  title: MessageId
  background: 'ground' | 'canopy' | 'surface'
  access: Access
  tab?: Tab
  /** The feedback widget floats on this page. */
  floats?: true
  /** The catalogue areas that this screen uses, in addition to `common` and `ui`. */
  areas: readonly Area[]
  Screen: LazyScreen
}

/** The module of a screen exports the screen alone. */
type ScreenModule = Readonly<Record<string, ComponentType>>
export type Entry = Omit<Route, 'Screen'> & { load: () => Promise<ScreenModule> }

/** A screen loads together with its messages, and a borrower's screen with the query cache. */
export function route({ load, ...entry }: Entry): Route {
  async function preload() {
    const queries = entry.access === 'borrower' ? import('#web/shell/queries.tsx') : undefined
    const [module, cache] = await Promise.all([
      load(),
      queries,
      loadAreas(entry.areas),
      loadWholeStyles(),
    ])
    const [Screen] = Object.values(module)
    if (!Screen) throw new Error(`no screen is exported for ${entry.path}`)
    if (!cache) return Screen
    await cache.prefetchFirstScreen()
    return cache.withQueries(Screen, entry.floats)
  }
  return { ...entry, Screen: lazyScreen(preload) }
}

export const login = route({
  path: '/login',
  title: 'common.title.login',
  background: 'canopy',
  access: 'public',
  areas: ['login'],
  load: () => import('#web/screens/login/Login.tsx'),
})
export const home = route({
  path: '/',
  title: 'common.title.home',
  background: 'canopy',
  access: 'borrower',
  tab: 'home',
  floats: true,
  areas: ['home', 'loan'],
  load: () => import('#web/screens/home/Home.tsx'),
})
export const orders = route({
  path: '/order',
  title: 'common.title.orders',
  background: 'ground',
  access: 'borrower',
  tab: 'orders',
  floats: true,
  areas: ['orders', 'loan'],
  load: () => import('#web/screens/orders/Orders.tsx'),
})
export const account = route({
  path: '/personal',
  title: 'common.title.account',
  background: 'canopy',
  access: 'borrower',
  tab: 'account',
  floats: true,
  areas: ['account', 'code'],
  load: () => import('#web/screens/account/Account.tsx'),
})

/** The pages on which people arrive, and those of the tabs. All others are in routes.tsx. */
export const firstRoutes: readonly Route[] = [login, home, orders, account]
