import { firstRoutes, type Route, route } from '#web/first-routes.tsx'

/**
 * The pages that the app knows. It starts with those on which people arrive, so that their visitors
 * need not wait for the names of all others; those follow when the first page is quiet, or with the
 * first other page.
 */
let current = firstRoutes
const listeners = new Set<() => void>()

const Nothing = () => null

/** The page of an address that no known page has: it loads the others, and is then replaced. */
let unknown = route({
  path: '',
  title: 'common.app',
  background: 'ground',
  access: 'public',
  areas: [],
  load: async () => {
    await loadRoutes()
    return { Nothing }
  },
})

export async function loadRoutes(): Promise<readonly Route[]> {
  const { galleryRoutes, notFound, routes } = await import('#web/routes.tsx')
  if (current === firstRoutes) {
    current = [...routes, ...galleryRoutes]
    unknown = notFound
    for (const listener of listeners) listener()
  }
  return routes
}

export function knownRoutes(): readonly Route[] {
  return current
}

/** The page of an address that none of the known pages has. */
export function unknownRoute(): Route {
  return unknown
}

/** Calls back when all pages are known. */
export function subscribeToRoutes(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
