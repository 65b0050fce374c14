import { Suspense, useEffect, useLayoutEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import { storedToken } from '#web/device/credentials.ts'
import { useToken } from '#web/device/useToken.ts'
import { t } from '#web/locales/i18n.ts'
import type { Route } from '#web/routes.tsx'
import { detourOf } from '#web/shell/access.ts'
import { arriveAt, leavePage } from '#web/shell/arrival.ts'
import { Boundary } from '#web/shell/Boundary.tsx'
import { PageSkeleton } from '#web/shell/PageSkeleton.tsx'
import { Tabs } from '#web/shell/Tabs.tsx'

/** One visit to one page: may it be seen, then its screen, its title, its background, its place in the navigation. */
export function Visit({ route }: { route: Route }) {
  const [path, navigate] = useLocation()
  const search = useSearch()
  const token = useToken()
  const detour = detourOf({ path, search, access: route.access, hasToken: token !== null })
  useEffect(() => {
    // Asked again here: while a prerendered page is being taken over, the token is not known yet.
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

/** Runs once the screen is really there. It stands before the screen, so that a screen may set a title of its own. */
function Arrival({ path, route }: { path: string; route: Route }) {
  const title = t('common.title', { page: t(route.title) })
  useEffect(() => {
    document.title = title
  }, [title])
  useEffect(() => {
    document.documentElement.setAttribute('data-background', route.background)
  }, [route])
  useLayoutEffect(() => leavePage, [])
  useEffect(() => arriveAt(path), [path])
  return null
}
