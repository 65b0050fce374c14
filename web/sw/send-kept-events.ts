import { client, type Incoming, type Outgoing } from '#contract/client.ts'
import { BASE_PATH } from '#contract/path.ts'
import { tracking } from '#contract/tracking.ts'
import { TRACKED_BATCH_MAX } from '#domain/limits.ts'
import { forgetEvents, keptEvents } from '#web/device/tracking-store.ts'

/**
 * Sends the events that pages could not send. Throws if they did not arrive, so that the browser
 * tries again.
 */
export async function sendKeptEvents(): Promise<void> {
  const kept = await keptEvents()
  const web_uuid = kept[0]?.webUuid ?? ''
  const { eventsAndPages } = client(tracking, {
    base: BASE_PATH,
    headers: () => ({ web_uuid }),
    send,
  })
  for (let from = 0; from < kept.length; from += TRACKED_BATCH_MAX) {
    const events = kept.slice(from, from + TRACKED_BATCH_MAX).map(({ event }) => event)
    const result = await eventsAndPages({ events })
    if (!result.ok && result.reason === 'network') throw new Error('The events did not arrive.')
    await forgetEvents(events)
  }
}

async function send({ method, url, headers, body, timeoutMs }: Outgoing): Promise<Incoming> {
  const response = await fetch(url, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    body: body?.kind === 'json' ? body.text : null,
    credentials: 'omit',
    cache: 'no-store',
    signal: AbortSignal.timeout(timeoutMs),
  })
  return {
    status: response.status,
    text: await response.text(),
    retryAfter: response.headers.get('retry-after'),
  }
}
