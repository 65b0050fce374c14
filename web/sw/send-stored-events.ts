import { client, type Incoming, type Outgoing } from '#contract/client.ts'
import { BASE_PATH } from '#contract/path.ts'
import { tracking } from '#contract/tracking.ts'
import { TRACKED_BATCH_MAX } from '#domain/limits.ts'
import { exchange } from '#web/api/exchange.ts'
import { abortedAfter } from '#web/device/aborted-after.ts'
import { deleteEvents, storedEvents } from '#web/device/tracking-store.ts'

/**
 * Sends the events that pages could not send. Throws if they did not arrive, so that the browser
 * tries again.
 */
export async function sendStoredEvents(): Promise<void> {
  const rows = await storedEvents()
  const web_uuid = rows[0]?.webUuid ?? ''
  const { eventsAndPages } = client(tracking, {
    base: BASE_PATH,
    headers: () => ({ web_uuid }),
    send,
  })
  for (let from = 0; from < rows.length; from += TRACKED_BATCH_MAX) {
    const events = rows.slice(from, from + TRACKED_BATCH_MAX).map(({ event }) => event)
    const result = await eventsAndPages({ events })
    if (!result.ok && result.reason !== 'input-invalid')
      throw new Error('The events did not arrive.')
    await deleteEvents(events)
  }
}

function send({ method, url, headers, body, timeoutMs }: Outgoing): Promise<Incoming> {
  return exchange(url, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    body: body?.kind === 'json' ? body.text : null,
    credentials: 'omit',
    cache: 'no-store',
    signal: abortedAfter(timeoutMs),
  })
}
