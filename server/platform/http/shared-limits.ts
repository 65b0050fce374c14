/**
 * Counts an address's calls within a minute, over all servers (product §10, "Limits"). A
 * server counts in memory, so that no request waits for a count, and the servers exchange their
 * counts through the database every second. A limit may be exceeded only by the requests of that
 * second at other servers.
 */

import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Cipher } from '#server/platform/db/encrypt.ts'
import type { Database } from '#server/platform/db/open.ts'
import { addUses } from '#server/platform/db/rate-window.ts'
import { addressKey, isSensitive, LimitReached, perMinute } from '#server/platform/http/limits.ts'
import { every, type IntervalJob } from '#server/platform/jobs/every.ts'
import type { Log } from '#server/platform/log.ts'
import type { Metrics } from '#server/platform/metrics/metrics.ts'

const WINDOW_MS = 60_000
const EXCHANGED_EVERY_MS = 1_000

/** `total`: the count of all servers at the last exchange; `pending`: those counted here since. */
type Count = { total: number; pending: number }

export type SharedLimits = {
  /** Counts one request; returns the count in this window, and the time until the window ends. */
  readonly count: (key: string) => { current: number; ttl: number }
  /** Sends this server's new counts to the others, and reads theirs. */
  readonly exchange: () => Promise<void>
}

/** The counts of one server. A key is an address, a space, and the path of the call. */
export function sharedLimits({
  db,
  clock,
  cipher,
}: {
  readonly db: Database
  readonly clock: Clock
  readonly cipher: Cipher
}): SharedLimits {
  const startOf = (wallMs: number) => wallMs - (wallMs % WINDOW_MS)
  let window = { start: startOf(clock.wall().getTime()), counts: new Map<string, Count>() }
  const bucketOf = (key: string, start: number) =>
    `address:${cipher.keyedHash('address', key).toString('hex')}:${start / WINDOW_MS}`
  return {
    count: key => {
      const wallMs = clock.wall().getTime()
      const start = startOf(wallMs)
      if (start !== window.start) window = { start, counts: new Map() }
      const count = window.counts.get(key) ?? { total: 0, pending: 0 }
      count.pending += 1
      window.counts.set(key, count)
      return { current: count.total + count.pending, ttl: start + WINDOW_MS - wallMs }
    },
    exchange: async () => {
      const { start, counts } = window
      const news = [...counts].filter(
        ([key, { pending }]) => pending > 0 && isSensitive(key.split(' ')[1] ?? ''),
      )
      if (news.length === 0) return
      const report = news.map(([key, count]) => ({
        count,
        bucket: bucketOf(key, start),
        uses: count.pending,
      }))
      const totals = await addUses(db, report, new Date(start + WINDOW_MS))
      for (const { count, bucket, uses } of report) {
        count.total = totals.get(bucket) ?? uses
        count.pending -= uses
      }
    },
  }
}

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface adds to one of a library.
  interface FastifyContextConfig {
    /** The call that a route counts towards; routes without one are counted together. */
    readonly limitedAs?: Endpoint | 'nothing'
  }
}

/**
 * Refuses an address that exceeds its limit, and says when it may come again. Other answers do not
 * reveal the limit.
 */
export function limitRequests(app: FastifyInstance, { count }: SharedLimits, scale: number): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { limitedAs } = request.routeOptions.config
    if (limitedAs === 'nothing') return done()
    const { current, ttl } = count(`${addressKey(request.ip)} ${limitedAs?.path ?? ''}`)
    done(
      current > perMinute(limitedAs, scale) ? new LimitReached(Math.ceil(ttl / 1000)) : undefined,
    )
  })
}

/** Exchanges counts now and every second. */
export function startSharingLimits(
  limits: SharedLimits,
  services: { readonly log: Log; readonly metrics?: Metrics | undefined },
): IntervalJob {
  return every(EXCHANGED_EVERY_MS, services, 'sharing limits', limits.exchange)
}
