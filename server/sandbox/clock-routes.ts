import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { done, fail } from '#server/sandbox/answers.ts'
import { durationMs } from '#server/sandbox/duration.ts'
import { sendPage } from '#server/sandbox/page.ts'
import { sandboxPage } from '#server/sandbox/pages.ts'
import { wantsPage } from '#server/sandbox/request.ts'
import type { SandboxParts } from '#server/sandbox/routes.ts'
import { clockSection } from '#server/sandbox/sections.ts'

const step = v.strictObject({ advance: v.string() })
const written = v.strictObject({ count: v.pipe(v.string(), v.regex(/^\d{1,5}$/)), unit: v.picklist(['D', 'H', 'M']) })
const move = v.union([
  step,
  v.pipe(
    written,
    v.transform(({ count, unit }) => ({ advance: unit === 'D' ? `P${count}D` : `PT${count}${unit}` })),
  ),
])

/** `GET` and `POST /sandbox/clock`: the time of the product, and moving it on; close of business follows. */
export function serveClock(app: FastifyInstance, { clock, runCloseOfBusiness }: SandboxParts): void {
  app.get('/sandbox/clock', async (request, reply) => {
    if (wantsPage(request)) return sendPage(reply, sandboxPage('Clock', [clockSection(clock.now())], false))
    return reply.header('cache-control', 'no-store').send({ now: clock.now() })
  })

  app.post('/sandbox/clock', async (request, reply) => {
    const asked = v.safeParse(move, request.body)
    const ms = asked.success ? durationMs(asked.output.advance) : undefined
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
