import type { BrowserContext } from 'playwright-core'
import type { Phone } from './profile.ts'

/** What the service worker has shown, noted inside it: a browser without a window may have nowhere to show it. */
type Shown = { title: string; body: string; path: string; isClosed: boolean }
type WorkerScope = typeof globalThis & {
  readonly registration: ServiceWorkerRegistration
  shown: Shown[]
}

/** The simulators have no vendor's push service, without which a browser never answers: it is played here. */
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

/** The id under which the browser knows the service worker of the product. */
export async function registrationOf({ devtools }: Phone): Promise<string> {
  const found = new Promise<string>(resolve => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const id = registrations.find(({ isDeleted }) => !isDeleted)?.registrationId
      if (id) resolve(id)
    })
  })
  await devtools.send('ServiceWorker.enable')
  return found
}

/** The service worker itself, to look into. */
function workerOf({ context }: Phone) {
  const [worker] = context.serviceWorkers()
  if (!worker) throw new Error('There is no service worker.')
  return worker
}

/** From now on, notes what the service worker shows. */
export async function noteWhatIsShown(phone: Phone): Promise<void> {
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

/** What it has shown since. */
export function shownBy(phone: Phone): Promise<Shown[]> {
  return workerOf(phone).evaluate(() => (self as unknown as WorkerScope).shown)
}

/** Taps the first notification, as the system would report it. */
export async function tapTheFirst(phone: Phone): Promise<void> {
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
