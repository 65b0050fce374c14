import type { Result } from '#contract/client.ts'
import type { Output } from '#contract/endpoint.ts'
import type { tracking } from '#contract/tracking.ts'
import { TRACKED_VALUE_MAX_CHARS } from '#domain/limits.ts'
import type { Note } from '#web/device/tracking.ts'
import { idOf, STORED_EVENTS_MAX, type StoredEvent } from '#web/device/tracking-store.ts'

export type TrackingRules = Output<typeof tracking.config>

/** The services that the queue needs: the browser's in the app, fakes in a test. */
export type TrackingPlatform = {
  readonly stored: () => Promise<StoredEvent[]>
  readonly store: (event: StoredEvent) => Promise<void>
  readonly remove: (events: readonly StoredEvent[]) => Promise<void>
  /** Sends by a request that outlives its page. */
  readonly send: (events: StoredEvent[]) => Promise<Result<unknown>>
  /** Asks the browser to send stored events once there is a network, if it can. */
  readonly sendLater: () => Promise<void>
  readonly newId: () => string
  /** Calls once after some seconds; returns a function that cancels it. */
  readonly after: (seconds: number, call: () => void) => () => void
}

const PROJECT_NAME = 'saral-web'
const ENTERED = 'enter'

export type TrackingQueue = {
  readonly take: (note: Note) => void
  /** Sends the waiting events. */
  readonly flush: () => Promise<void>
  /** Drops the queue's memory so that another queue can take over the stored events. */
  readonly close: () => void
}

/**
 * Batches notes, stores them through reloads and lost networks, and sends them. When switched off,
 * nothing is stored or sent; without the borrower's consent only events that the service needs
 * (product §9).
 */
export async function openTrackingQueue(
  rules: TrackingRules,
  platform: TrackingPlatform,
): Promise<TrackingQueue> {
  const earlier = await platform.stored()
  if (!rules.isOn) {
    await platform.remove(earlier)
    return { take: () => undefined, flush: async () => undefined, close: () => undefined }
  }
  const unwanted = earlier.filter(event => !mayReport(rules, nameOf(event)))
  await platform.remove(unwanted)
  let unsent = earlier.filter(event => !unwanted.includes(event))
  let cancelTimer: (() => void) | undefined
  let isSending = false

  function take(note: Note): void {
    if (!mayReport(rules, note.kind === 'page' ? ENTERED : note.name)) return
    const event = eventOf(note, platform.newId())
    unsent = [...unsent, event].slice(-STORED_EVENTS_MAX)
    void platform.store(event)
    if (unsent.length >= rules.batchMax) void flush()
    else cancelTimer ??= platform.after(rules.sendAfterSeconds, () => void flush())
  }

  async function flush(): Promise<void> {
    cancelTimer?.()
    cancelTimer = undefined
    if (isSending || unsent.length === 0) return
    const batch = unsent.slice(0, rules.batchMax)
    isSending = true
    const result = await platform.send(batch)
    isSending = false
    if (!result.ok && result.reason !== 'input-invalid') {
      await platform.sendLater()
      return
    }
    // The server would refuse them again.
    const sentIds = new Set(batch.map(idOf))
    unsent = unsent.filter(event => !sentIds.has(idOf(event)))
    await platform.remove(batch)
    if (unsent.length > 0) await flush()
  }

  function close(): void {
    cancelTimer?.()
    unsent = []
  }

  if (unsent.length > 0) void flush()
  return { take, flush, close }
}

function mayReport({ hasConsent, necessary }: TrackingRules, name: string): boolean {
  return hasConsent || necessary.includes(name)
}

function nameOf(event: StoredEvent): string {
  return 'eventId' in event ? event.eventId : event.behavior
}

function eventOf({ kind, name, value, at }: Note, requestId: string): StoredEvent {
  const more = value === undefined ? {} : { value: value.slice(0, TRACKED_VALUE_MAX_CHARS) }
  if (kind === 'page')
    return {
      projectName: PROJECT_NAME,
      pageName: name,
      behavior: ENTERED,
      eventTime: at,
      requestId,
      ...more,
    }
  return { eventId: name, triggerTime: at, requestId, numberTimes: 1, ...more }
}
