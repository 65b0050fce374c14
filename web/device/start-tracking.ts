import type { Incoming, Outgoing } from '#contract/client.ts'
import { tracking } from '#contract/tracking.ts'
import { call } from '#web/api/call.ts'
import { exchange } from '#web/api/exchange.ts'
import { webUuid } from '#web/device/credentials.ts'
import { takeNotes } from '#web/device/tracking.ts'
import {
  openTrackingQueue,
  type TrackingPlatform,
  type TrackingQueue,
} from '#web/device/tracking-sender.ts'
import {
  deleteEvents,
  storedEvents,
  storeEvent,
  TRACKING_CONSENT,
} from '#web/device/tracking-store.ts'
import { TRACKING_SYNC } from '#web/sw/names.ts'

type WithSync = ServiceWorkerRegistration & {
  readonly sync?: { readonly register: (tag: string) => Promise<void> }
}

const platform: TrackingPlatform = {
  stored: async () => (await storedEvents()).map(({ event }) => event),
  store: event => storeEvent(event, webUuid()),
  remove: deleteEvents,
  send: events => call(tracking.eventsAndPages, { events }, {}, sendBeyondPage),
  sendLater,
  newId: () =>
    Array.from(crypto.getRandomValues(new Uint8Array(16)), byte =>
      byte.toString(16).padStart(2, '0'),
    ).join(''),
  after(seconds, then) {
    const timer = setTimeout(then, seconds * 1000)
    return () => clearTimeout(timer)
  },
}

/**
 * Asks the server what may be reported, and collects the notes from then on; asks again when the
 * borrower answers the question about usage reports. Without an answer nothing is sent.
 */
export async function startTracking(): Promise<void> {
  let queue = await openQueue()
  if (!queue) return
  addEventListener(TRACKING_CONSENT, async () => {
    queue?.close()
    queue = await openQueue()
  })
  addEventListener('online', () => void queue?.flush())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void queue?.flush()
  })
}

async function openQueue(): Promise<TrackingQueue | undefined> {
  const rules = await call(tracking.config, {})
  if (!rules.ok) return undefined
  const queue = await openTrackingQueue(rules.data, platform)
  takeNotes(queue.take)
  return queue
}

/** A request that outlives its page. Like a beacon, but with the headers of every call. */
function sendBeyondPage({ method, url, headers, body }: Outgoing): Promise<Incoming> {
  return exchange(url, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    body: body?.kind === 'json' ? body.text : null,
    credentials: 'same-origin',
    keepalive: true,
  })
}

async function sendLater(): Promise<void> {
  const registration = (await navigator.serviceWorker?.getRegistration()) as WithSync | undefined
  // Refused if the borrower has forbidden it: then the next visit sends.
  await registration?.sync?.register(TRACKING_SYNC).catch(() => undefined)
}
