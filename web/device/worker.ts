import { trustedScript } from '#web/device/trusted-script.ts'
import { SKIP_WAITING, WORKER_URL } from '#web/sw/names.ts'

/**
 * Starts the service worker. Calls `onNewVersion` when a newer one is waiting, with a function that
 * activates it.
 */
export async function startWorker(onNewVersion: (turnTo: () => void) => void): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.register(trustedScript(WORKER_URL), {
    scope: '/',
    updateViaCache: 'none',
  })
  const offer = (worker: ServiceWorker) => onNewVersion(() => turnTo(worker))
  if (registration.waiting && navigator.serviceWorker.controller) offer(registration.waiting)
  registration.addEventListener('updatefound', () => {
    const arriving = registration.installing
    arriving?.addEventListener('statechange', () => {
      // Without a controller this is the first worker: there is no older version to replace.
      if (arriving.state === 'installed' && navigator.serviceWorker.controller) offer(arriving)
    })
  })
  checkForUpdates(registration)
}

/** An installed app may stay open for days, so it checks whenever it becomes visible again. */
function checkForUpdates(registration: ServiceWorkerRegistration): void {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && navigator.onLine)
      registration.update().catch(() => undefined)
  })
}

function turnTo(worker: ServiceWorker): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), {
    once: true,
  })
  worker.postMessage(SKIP_WAITING)
}
