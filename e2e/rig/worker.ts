import type { BrowserContext } from 'playwright-core'
import type { Phone } from './profile.ts'

/**
 * A notification that the service worker showed. The worker records it itself, since a browser
 * without a window may have nowhere to show it.
 */
type NotificationRecord = { title: string; body: string; path: string; isClosed: boolean }
type WorkerScope = typeof globalThis & {
  readonly registration: ServiceWorkerRegistration
  shown: NotificationRecord[]
}

/**
 * Replaces the vendor's push service: the simulators have none, and a browser waits for its answer.
 */
export async function playPushService(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', {
      get: () => localStorage.getItem('played-permission') ?? 'default',
    })
    Notification.requestPermission = () => {
      localStorage.setItem('played-permission', 'granted')
      return Promise.resolve('granted')
    }
    const key = (bytes: number) => btoa('k'.repeat(bytes)).replaceAll('=', '')
    const played = (options: PushSubscriptionOptionsInit) => ({
      endpoint: 'https://fcm.googleapis.com/fcm/send/played',
      options: { applicationServerKey: (options.applicationServerKey as Uint8Array).buffer },
      toJSON: () => ({
        endpoint: 'https://fcm.googleapis.com/fcm/send/played',
        keys: { auth: key(16), p256dh: POINT },
      }),
      unsubscribe: () => {
        localStorage.removeItem('played-subscription')
        return Promise.resolve(true)
      },
    })
    const POINT =
      'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM'
    Object.assign(PushManager.prototype, {
      subscribe: (options: PushSubscriptionOptionsInit) => {
        localStorage.setItem('played-subscription', 'yes')
        return Promise.resolve(played(options))
      },
      getSubscription: () =>
        Promise.resolve(
          localStorage.getItem('played-subscription')
            ? played({ applicationServerKey: new Uint8Array(65) })
            : null,
        ),
    })
  })
}

/** Returns the id of the service worker that the page's origin registered. */
export async function registrationOf({ devtools, page }: Phone): Promise<string> {
  const { origin } = new URL(page.url())
  const registration = new Promise<string>(resolve => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const match = registrations.find(
        ({ isDeleted, scopeURL }) => !isDeleted && scopeURL.startsWith(origin),
      )
      if (match) resolve(match.registrationId)
    })
  })
  // Only enabling it reports the existing registrations.
  await devtools.send('ServiceWorker.disable')
  await devtools.send('ServiceWorker.enable')
  return registration
}

/** Returns the service worker, so that a test can run code in it. */
function workerOf({ context }: Phone) {
  const [worker] = context.serviceWorkers()
  if (!worker) throw new Error('There is no service worker.')
  return worker
}

/** Makes the service worker record the notifications that it shows from now on. */
export async function recordNotifications(phone: Phone): Promise<void> {
  await workerOf(phone).evaluate(() => {
    const scope = self as unknown as WorkerScope
    const show = scope.registration.showNotification.bind(scope.registration)
    scope.shown = []
    scope.registration.showNotification = async (title, options = {}) => {
      const { path } = options.data as { path: string }
      scope.shown.push({ title, body: options.body ?? '', path, isClosed: false })
      await show(title, options).catch(() => undefined)
    }
  })
}

/** Returns the notifications recorded since. */
export function recordedNotifications(phone: Phone): Promise<NotificationRecord[]> {
  return workerOf(phone).evaluate(() => (self as unknown as WorkerScope).shown)
}

/** Reports a tap on the first notification to the service worker, as the system would. */
export async function tapFirstNotification(phone: Phone): Promise<void> {
  await workerOf(phone).evaluate(() => {
    const { shown } = self as unknown as WorkerScope
    const close = () => {
      for (const first of shown.slice(0, 1)) first.isClosed = true
    }
    const tap = {
      notification: { data: { title: shown[0]?.title, path: shown[0]?.path }, close },
      waitUntil: () => undefined,
    }
    self.dispatchEvent(Object.assign(new Event('notificationclick'), tap))
  })
}
