/**
 * Accepts the app's usage reports: without consent only what is necessary, each event once, and
 * nothing that names a person.
 */
import { createHash } from 'node:crypto'
import type { Input, Output, RefusalOf } from '#contract/endpoint.ts'
import { type Refusal, refused } from '#contract/envelope.ts'
import type { tracking } from '#contract/tracking.ts'
import { addDays, indiaDayOf, startOfIndiaDay } from '#domain/day.ts'
import { TRACKED_BATCH_MAX } from '#domain/limits.ts'
import {
  isNecessary,
  NECESSARY_EVENTS,
  pagePattern,
  withoutPersonalData,
} from '#domain/privacy/tracking.ts'
import type { PublicCall } from '#server/platform/actions/call.ts'
import { addUses, countUses } from '#server/platform/db/rate-window.ts'
import { addressKey, LimitReached, prefixKey } from '#server/platform/http/limits.ts'
import {
  consenterOf,
  forgetTracked,
  keepTracked,
  type Tracked,
} from '#server/privacy/db/tracked.ts'
import type { Services } from '#server/services.ts'

/** A person taps a few times a minute, and an offline queue is sent in several batches. */
const BATCHES_PER_CLIENT_AND_MINUTE = 60
/**
 * The rows that a day adds at most. Anybody can choose the id of a browser, so rows without consent
 * are counted by their origin, and altogether; they are few, only failures and registrations.
 * `address` is shared by the borrowers behind a gateway, `network` by one holder.
 */
const ROWS_PER_DAY = { address: 1_000, network: 4_000, all: 100_000, borrower: 3_000 } as const
const SEND_AFTER_SECONDS = 15
const MS_PER_DAY = 86_400_000
/** A device's clock may be wrong; an event is never dated after its arrival. */
const OLDEST_DAYS = 30

type Event = Input<typeof tracking.eventsAndPages>['events'][number]

/** The browser's random id, hashed; undefined where the request has no valid one. */
export function clientHashOf(
  { cipher }: Pick<Services, 'cipher'>,
  { client }: Pick<PublicCall, 'client'>,
): Buffer | undefined {
  return client.webUuid === undefined
    ? undefined
    : cipher.keyedHash('tracking-client', client.webUuid)
}

export async function trackingConfig(
  services: Services,
  call: PublicCall,
): Promise<Output<typeof tracking.config>> {
  const clientHash = clientHashOf(services, call)
  return {
    isOn: services.config.tracking.isOn,
    batchMax: TRACKED_BATCH_MAX,
    sendAfterSeconds: SEND_AFTER_SECONDS,
    necessary: [...NECESSARY_EVENTS],
    hasConsent:
      clientHash !== undefined && (await consenterOf(services.db, clientHash)) !== undefined,
  }
}

/**
 * Stores the permitted events for which the day has room, and returns their number; the client may empty
 * its queue in any case.
 * Counts pages that stopped working, each once, though a page sends its report again after a reload.
 */
export async function track(
  services: Services,
  call: PublicCall,
  events: readonly Event[],
): Promise<{ accepted: number } | Refusal<RefusalOf<typeof tracking.events>>> {
  const { db, config } = services
  const clientHash = clientHashOf(services, call)
  if (!clientHash)
    return refused('input-invalid', { errorColumn: [{ column: 'web_uuid', reason: 'malformed' }] })
  if (!config.tracking.isOn) return { accepted: 0 }
  const borrowerId = await consenterOf(db, clientHash)
  const candidates = events
    .map(event => trackedOf(event, clientHash, call.now))
    .filter(({ eventId }) => borrowerId !== undefined || isNecessary(eventId))
  const reports = candidates.slice(
    0,
    await roomOfDay(services, call, candidates.length, borrowerId),
  )
  if (reports.length === 0) return { accepted: 0 }
  const bucket = `tracking:${clientHash.toString('base64url')}`
  const max = Math.ceil(BATCHES_PER_CLIENT_AND_MINUTE * config.limitScale)
  const overrun = await countUses(db, [{ bucket, most: max, windowSeconds: 60 }], call.now)
  if (overrun) throw new LimitReached(overrun.waitSeconds)
  const stored = await keepTracked(db, reports, borrowerId ? clientHash : null, call.now)
  for (const eventId of stored)
    if (eventId === 'page-failed') services.metrics?.pageFailed('borrower')
  return { accepted: reports.length }
}

/** Counts rows towards the day's allowance of their sender; returns the number that fits. */
async function roomOfDay(
  { db, cipher, config }: Services,
  { client: { ip }, now }: PublicCall,
  requested: number,
  borrowerId: string | undefined,
): Promise<number> {
  const senders = borrowerId
    ? ([['borrower', borrowerId]] as const)
    : ([
        ['address', addressKey(ip)],
        ['network', prefixKey(ip)],
        ['all', ''],
      ] as const)
  const day = indiaDayOf(now)
  let room = requested
  for (const [by, sender] of senders) {
    if (room === 0) break
    const hashed = cipher.keyedHash('rate-window', sender).toString('base64url')
    const window = { bucket: `tracked-${by}:${day}:${hashed}`, uses: room }
    const used = await addUses(db, [window], startOfIndiaDay(addDays(day, 1)))
    const before = (used.get(window.bucket) ?? 0) - room
    const max = Math.ceil(ROWS_PER_DAY[by] * config.limitScale)
    room = Math.min(room, Math.max(0, max - before))
  }
  return room
}

function trackedOf(event: Event, clientHash: Buffer, now: Date): Tracked {
  const value = event.value === undefined ? null : withoutPersonalData(event.value)
  if ('eventId' in event) {
    const { eventId, requestId, numberTimes, triggerTime } = event
    return {
      requestId,
      eventId,
      numberTimes,
      value,
      projectName: null,
      pageName: null,
      happenedAt: plausible(triggerTime, now),
    }
  }
  const { behavior, projectName, eventTime } = event
  return {
    requestId: event.requestId ?? nameOf(event, clientHash),
    eventId: behavior,
    projectName,
    value,
    numberTimes: 1,
    pageName: pagePattern(event.pageName),
    happenedAt: plausible(eventTime, now),
  }
}

/**
 * The name of an event without its own id: the same browser, event and instant give the same name.
 */
function nameOf(event: Event, clientHash: Buffer): string {
  return createHash('sha256').update(clientHash).update(JSON.stringify(event)).digest('base64url')
}

function plausible(stated: Date, now: Date): Date {
  const oldest = now.getTime() - OLDEST_DAYS * MS_PER_DAY
  return new Date(Math.min(now.getTime(), Math.max(oldest, stated.getTime())))
}

/** Removes reports past their retention period. */
export async function forgetOldTracked({
  db,
  clock,
  config,
}: Pick<Services, 'db' | 'clock' | 'config'>): Promise<void> {
  await forgetTracked(db, new Date(clock.now().getTime() - config.tracking.keptDays * MS_PER_DAY))
}
