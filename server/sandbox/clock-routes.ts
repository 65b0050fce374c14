import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { done, fail, wantsPage } from '#server/sandbox/answers.ts'
import { sectionPage, sendPage } from '#server/sandbox/page.ts'
import { clockSection } from '#server/sandbox/sections.ts'
import type { SandboxParts } from './parts.ts'

const step = v.strictObject({ advance: v.string() })
const formBody = v.strictObject({
  count: v.pipe(v.string(), v.regex(/^\d{1,5}$/)),
  unit: v.picklist(['D', 'H', 'M']),
})
const move = v.union([
  step,
  v.pipe(
    formBody,
    v.transform(({ count, unit }) => ({
      advance: unit === 'D' ? `P${count}D` : `PT${count}${unit}`,
    })),
  ),
])

/**
 * `GET` and `POST /sandbox/clock`: reads the product's time, and moves it forward; the close of
 * business follows.
 */
export function serveClock(
  app: FastifyInstance,
  { clock, runCloseOfBusiness }: SandboxParts,
): void {
  app.get('/sandbox/clock', async (request, reply) => {
    if (wantsPage(request))
      return sendPage(reply, sectionPage('Clock', [clockSection(clock.now())]))
    return reply.header('cache-control', 'no-store').send({ now: clock.now() })
  })

  app.post('/sandbox/clock', async (request, reply) => {
    const parsed = v.safeParse(move, request.body)
    const ms = parsed.success ? durationMs(parsed.output.advance) : undefined
    if (ms === undefined)
      return fail(
        request,
        reply,
        400,
        'Say how far to move on, as in {"advance":"P7D"}: days, hours, minutes; more than none, 400 days at most.',
      )
    const now = await clock.advance(ms)
    await runCloseOfBusiness()
    return done(request, reply, '/sandbox#clock', { now })
  })
}

const MS_PER_MINUTE = 60_000
const MS_PER_HOUR = 60 * MS_PER_MINUTE
const MS_PER_DAY = 24 * MS_PER_HOUR

/** Further than any loan of the product runs; enough to see the end of one. */
const DAYS_MAX = 400

/**
 * An ISO 8601 duration of days, hours and minutes (`P7D`, `PT1H`, `P1DT30M`) in milliseconds;
 * undefined for any other text, for zero, and beyond 400 days.
 */
export function durationMs(text: string): number | undefined {
  const match = /^P(?:(\d{1,4})D)?(?:T(?=\d)(?:(\d{1,5})H)?(?:(\d{1,7})M)?)?$/.exec(text)
  if (!match) return undefined
  const [days, hours, minutes] = match.slice(1).map(count => Number(count ?? 0))
  const ms = (days ?? 0) * MS_PER_DAY + (hours ?? 0) * MS_PER_HOUR + (minutes ?? 0) * MS_PER_MINUTE
  return ms > 0 && ms <= DAYS_MAX * MS_PER_DAY ? ms : undefined
}
