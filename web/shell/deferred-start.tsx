import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { whenBorrowerChanges } from '#web/device/borrower-change.ts'
import { takeSignIn, trackNoted } from '#web/device/next-page.ts'
import { renewPush } from '#web/device/push.ts'
import { startTracking } from '#web/device/start-tracking.ts'
import { track } from '#web/device/tracking.ts'
import { startWorker } from '#web/device/worker.ts'
import { loadAreas } from '#web/locales/i18n.ts'
import type { Notices as Announced } from '#web/shell/DomainChange.tsx'
import { knownRoutes, loadRoutes, subscribeToRoutes } from '#web/shell/known-routes.ts'
import { Notices } from '#web/shell/Notices.tsx'
import { offerVersion } from '#web/shell/new-version.ts'
import { trackPages } from '#web/shell/track-pages.ts'
import { offerPasskeyWherePossible } from '#web/sign-in/offer-where-possible.ts'

/**
 * Starts everything that can wait until the first page is painted: the notices, the service worker,
 * notifications, and usage tracking.
 */
export async function startDeferred(notices: Announced | undefined): Promise<void> {
  trackNoted()
  await trackAllPages()
  addEventListener('appinstalled', () => track('app-installed'))
  await showNotices(notices).catch(() => undefined)
  if (takeSignIn()) void offerPasskeyWherePossible()
  await whenQuiet()
  await startWorker(offerVersion).catch(() => undefined)
  await startTracking()
  keepPushUpToDate()
}

/** Tracks the pages once all are known: if they cannot be loaded now, with the first that is opened. */
async function trackAllPages(): Promise<void> {
  const track = () => trackPages(knownRoutes().map(route => route.path))
  await loadRoutes().then(track, () => void subscribeToRoutes(track))
}

/**
 * Renders the notices outside the app's own tree, so that no page waits for them or removes them.
 */
async function showNotices(notices: Announced | undefined): Promise<void> {
  await loadAreas(['device'])
  const place = document.createElement('div')
  document.body.prepend(place)
  createRoot(place).render(
    <StrictMode>
      <Notices notices={notices} />
    </StrictMode>,
  )
}

function keepPushUpToDate(): void {
  void renewPush()
  whenBorrowerChanges(() => void renewPush())
}

const LOOK_EVERY_MS = 1000
const WAIT_MAX_MS = 12_000

/**
 * Waits until nothing has been fetched for a second after the page was loaded: on a slow network
 * the page comes first.
 */
async function whenQuiet(): Promise<void> {
  if (document.readyState !== 'complete')
    await new Promise(resolve => addEventListener('load', resolve, { once: true }))
  const began = performance.now()
  let lastCount = -1
  while (performance.now() - began < WAIT_MAX_MS) {
    const count = performance.getEntriesByType('resource').length
    if (count === lastCount) return
    lastCount = count
    await new Promise(resolve => setTimeout(resolve, LOOK_EVERY_MS))
  }
}
