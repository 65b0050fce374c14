/**
 * The service worker: it opens the shell at once and without a network, shows notifications and
 * opens their pages, and sends stored usage events when the network is back. The server's answers
 * never pass through it, so no personal data reaches a cache (interface, "Behaviour").
 */
import {
  cleanupOutdatedCaches,
  matchPrecache,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { languageCookie } from '#contract/cookie-name.ts'
import { isPagePath } from '#contract/page-path.ts'
import { isLoopback } from '#domain/loopback.ts'
import { fetchAhead } from '#web/sw/fetch-ahead.ts'
import { SKIP_WAITING, TRACKING_SYNC } from '#web/sw/names.ts'
import { messageIn, notificationFor } from '#web/sw/notification.ts'
import { shellOf } from '#web/sw/pages.ts'
import { sendStoredEvents } from '#web/sw/send-stored-events.ts'
import { languageOf } from '#words/language.ts'

declare const self: ServiceWorkerGlobalScope & { readonly cookieStore?: CookieStore }
/** Every file of the shell; the build fills it in. */
declare const __PRECACHE__: PrecacheEntry[]

/** The catalogues and typefaces of the further languages, as far as they were used. */
const OF_A_LANGUAGE = 'language'

/** The event of a background sync, which not every browser supports. */
type SyncEvent = ExtendableEvent & { readonly tag: string }

// Workbox fetches one file after the other; this puts the files into the browser's cache first.
self.addEventListener('install', event => {
  const files = __PRECACHE__.flatMap(({ url, revision }) => (revision === null ? url : []))
  event.waitUntil(fetchAhead(files))
})
cleanupOutdatedCaches()
precacheAndRoute(__PRECACHE__, {
  directoryIndex: '',
  cleanURLs: false,
  ignoreURLParametersMatching: [],
})
// Every other address goes to the network, also the console and the sandbox.
registerRoute(
  ({ url, sameOrigin, request }) =>
    sameOrigin && request.mode === 'navigate' && isPagePath(url.pathname),
  ({ url, request }) => openShell(url.pathname, request),
)

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && /^\/assets\/(words-|.*\.woff2$)/.test(url.pathname),
  ({ request }) => stored(request),
)

/**
 * Returns a file of the borrower's language, and stores it for the next time. Its name carries its
 * hash, so it never changes; a new version removes the files of the previous one.
 */
async function stored(request: Request): Promise<Response> {
  const cache = await caches.open(OF_A_LANGUAGE)
  const before = await cache.match(request)
  if (before) return before
  const response = await fetch(request)
  if (response.ok) await cache.put(request, response.clone())
  return response
}

/**
 * Returns the installed version's shell, without the network: the page prerendered for this path,
 * else the empty one.
 */
async function openShell(path: string, request: Request): Promise<Response> {
  const { protocol, hostname } = location
  const name = languageCookie(protocol === 'https:' || !isLoopback(hostname))
  const cookie = await self.cookieStore?.get(name).catch(() => null)
  const language = languageOf(cookie?.value, navigator.languages)
  for (const page of shellOf(path, language)) {
    const response = await matchPrecache(page)
    if (response) return response
  }
  return fetch(request)
}

self.addEventListener('message', event => {
  // Only when the borrower asks for the new version: until then open pages keep the version they
  // started with.
  if (event.data === SKIP_WAITING) void self.skipWaiting()
})

self.addEventListener('activate', event => {
  event.waitUntil(Promise.all([self.clients.claim(), caches.delete(OF_A_LANGUAGE)]))
})

self.addEventListener('push', event => {
  const message = messageIn(event.data?.text())
  const { title, options } = notificationFor(message)
  event.waitUntil(self.registration.showNotification(title, options))
})

self.addEventListener('notificationclick', event => {
  event.notification.close()
  const { path } = messageIn(JSON.stringify(event.notification.data))
  event.waitUntil(openPage(path))
})

/** Opens the page in a window that is already open, else in a new one. */
async function openPage(path: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window' })
  const shown = windows.find(window => window.visibilityState === 'visible') ?? windows[0]
  if (!shown) {
    await self.clients.openWindow(path)
    return
  }
  await shown.focus().catch(() => undefined)
  // Safari and Firefox refuse to navigate a window that this worker does not control yet.
  await shown.navigate(path).catch(() => self.clients.openWindow(path))
}

self.addEventListener('sync' as 'message', event => {
  const { tag } = event as unknown as SyncEvent
  if (tag === TRACKING_SYNC) event.waitUntil(sendStoredEvents())
})
