/**
 * How often an address asks for a call within a minute, over all servers (product §10, "Limits"). A server counts in its memory, so
 * that no request waits to be counted, and every second the servers tell each other through the database what came to them. A limit
 * may be passed by what other servers are asked within that second, and by no more.
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

/** `known` is what all servers had counted at the last exchange; `untold` came here since. */
type Count = { known: number; untold: number }

export type SharedLimits = {
  /** Counts one request, and says how many that makes in this window, and how long it still is. */
  readonly count: (key: string) => { current: number; ttl: number }
  /** Tells the other servers what came here since the last time, and learns what came to them. */
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
      const count = window.counts.get(key) ?? { known: 0, untold: 0 }
      count.untold += 1
      window.counts.set(key, count)
      return { current: count.known + count.untold, ttl: start + WINDOW_MS - wallMs }
    },
    exchange: async () => {
      const { start, counts } = window
      const news = [...counts].filter(
        ([key, { untold }]) => untold > 0 && isSensitive(key.split(' ')[1] ?? ''),
      )
      if (news.length === 0) return
      const told = news.map(([key, count]) => ({
        count,
        bucket: bucketOf(key, start),
        uses: count.untold,
      }))
      const totals = await addUses(db, told, new Date(start + WINDOW_MS))
      for (const { count, bucket, uses } of told) {
        count.known = totals.get(bucket) ?? uses
        count.untold -= uses
      }
    },
  }
}

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface adds to one of a library.
  interface FastifyContextConfig {
    /** The call that a route is counted as; what names none is counted with all else that names none. */
    readonly limitedAs?: Endpoint | 'nothing'
  }
}

/** Refuses what an address asks too often, and says when it may come again. Nobody else is told how often they may. */
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
