import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { whenBorrowerChanges } from '#web/device/borrower-change.ts'
import { renewPush } from '#web/device/push.ts'
import { startTracking } from '#web/device/start-tracking.ts'
import { track } from '#web/device/tracking.ts'
import { startWorker } from '#web/device/worker.ts'
import { loadAreas } from '#web/locales/i18n.ts'
import { routes } from '#web/routes.tsx'
import type { Notice } from '#web/shell/DomainChange.tsx'
import { Notices } from '#web/shell/Notices.tsx'
import { offerVersion } from '#web/shell/new-version.ts'
import { notePages } from '#web/shell/page-notes.ts'
import { whenQuiet } from '#web/shell/quiet.ts'

/**
 * Everything that goes along with the app and can wait until the first page is painted: what is said about the network
 * and a new version or address, the service worker, notifications, and what the app notes about its own use.
 */
export async function startCompanion(told: readonly Notice[]): Promise<void> {
  notePages(routes.map(route => route.path))
  addEventListener('appinstalled', () => track('app-installed'))
  await showNotices(told).catch(() => undefined)
  await whenQuiet()
  await startWorker(offerVersion).catch(() => undefined)
  await startTracking()
  keepPushUpToDate()
}

/** Outside the app's own tree, so that no page waits for it and none takes it down. */
async function showNotices(told: readonly Notice[]): Promise<void> {
  await loadAreas(['device'])
  const place = document.createElement('div')
  document.body.prepend(place)
  createRoot(place).render(
    <StrictMode>
      <Notices told={told} />
    </StrictMode>,
  )
}

function keepPushUpToDate(): void {
  void renewPush()
  whenBorrowerChanges(() => void renewPush())
}
