import { Suspense, useEffect, useLayoutEffect, useSyncExternalStore } from 'react'
import { Route, Router, Switch, useLocation, useSearch } from 'wouter'
import { storedToken, subscribeToCredentials } from '#web/device/credentials.ts'
import type { Route as PageRoute } from '#web/first-routes.tsx'
import { t } from '#web/locales/i18n.ts'
import { useLanguage } from '#web/locales/useLanguage.ts'
import { detourOf } from '#web/shell/access.ts'
import { Boundary } from '#web/shell/Boundary.tsx'
import { knownRoutes, subscribeToRoutes, unknownRoute } from '#web/shell/known-routes.ts'
import { enterPage, leavePage } from '#web/shell/navigation.ts'
import { PageSkeleton } from '#web/shell/PageSkeleton.tsx'
import { Tabs } from '#web/shell/Tabs.tsx'
import { DemoStrip } from '#web/ui/Frame.tsx'
import { Toasts } from '#web/ui/Toasts.tsx'

/**
 * The whole app. `at` is the path of the page to draw where there is no address bar: the build
 * prerenders pages with it.
 */
export function App(props: { at?: string }) {
  useLanguage()
  const routes = useSyncExternalStore(subscribeToRoutes, knownRoutes, knownRoutes)
  return (
    <Router {...(props.at === undefined ? {} : { ssrPath: props.at })}>
      <DemoStrip>{t('common.demo')}</DemoStrip>
      <Switch>
        {routes.map(route => (
          <Route key={route.path} path={route.path}>
            <Visit route={route} />
          </Route>
        ))}
        <Route>
          <Visit route={unknownRoute()} />
        </Route>
      </Switch>
      <Toasts />
    </Router>
  )
}

/**
 * Shows the screen of one route, or leaves for another page where the borrower may not see this
 * one.
 */
function Visit({ route }: { route: PageRoute }) {
  const [path, navigate] = useLocation()
  const search = useSearch()
  const token = useToken()
  const detour = detourOf({ path, search, access: route.access, hasToken: token !== null })
  useEffect(() => {
    // Read again here: while a prerendered page is being hydrated, `token` is always null.
    const target = detourOf({
      path,
      search,
      access: route.access,
      hasToken: storedToken() !== null,
    })
    if (detour !== undefined && target !== undefined) navigate(target, { replace: true })
  }, [detour, path, search, route, navigate])
  return (
    <>
      {detour === undefined ? (
        <Boundary key={path}>
          <Suspense fallback={<PageSkeleton />}>
            <Arrival path={path} route={route} />
            <route.Screen />
          </Suspense>
        </Boundary>
      ) : (
        <PageSkeleton />
      )}
      {route.tab && <Tabs current={route.tab} />}
    </>
  )
}

/**
 * Sets the title and the background, and restores the scroll position, once the screen has
 * rendered. It comes before the screen, so that a screen can set a title of its own.
 */
function Arrival({ path, route }: { path: string; route: PageRoute }) {
  const title = t('common.title', { page: t(route.title) })
  useEffect(() => {
    document.title = title
  }, [title])
  useEffect(() => {
    document.documentElement.setAttribute('data-background', route.background)
  }, [route])
  useLayoutEffect(() => leavePage, [])
  useEffect(() => enterPage(path), [path])
  return null
}

/** Returns the stored token, and renders again when it changes. */
function useToken(): string | null {
  return useSyncExternalStore(subscribeToCredentials, storedToken, () => null)
}
