import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { done, fail, wantsPage } from '#server/sandbox/answers.ts'
import { sectionPage, sendPage } from '#server/sandbox/page.ts'
import type { Removed, Reset } from '#server/sandbox/reset.ts'
import { askResetSection, removedSection } from '#server/sandbox/sections.ts'

const consent = v.strictObject({ confirm: v.literal('yes') })
const count = v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number))
const removed = v.strictObject({ borrowers: count, orders: count, messages: count, files: count })

/**
 * `GET /sandbox/reset` asks, `POST /sandbox/reset {"confirm":"yes"}` brings the demonstration back
 * to its first state and says what it removed.
 */
export function serveReset(app: FastifyInstance, reset: Reset): void {
  app.get('/sandbox/reset', async (_request, reply) =>
    sendPage(reply, sectionPage('Reset', [askResetSection()])),
  )

  app.post('/sandbox/reset', async (request, reply) => {
    if (!v.is(consent, request.body))
      return fail(request, reply, 400, 'Nothing was removed. Confirm it with {"confirm":"yes"}.')
    try {
      const outcome = await reset()
      return done(request, reply, `/sandbox/reset/done?${queryOf(outcome)}`, outcome)
    } catch (error) {
      request.log.warn({ err: error }, 'the demonstration could not be reset')
      return fail(request, reply, 409, 'Nothing was removed: work is under way. Try again.')
    }
  })

  app.get('/sandbox/reset/done', async (request, reply) => {
    const parsed = v.safeParse(removed, request.query)
    if (!parsed.success || !wantsPage(request))
      return fail(request, reply, 404, 'There is no such reset.')
    return sendPage(reply, sectionPage('Reset', [removedSection(parsed.output)]))
  })
}

function queryOf({ borrowers, orders, messages, files }: Removed): string {
  return `borrowers=${borrowers}&orders=${orders}&messages=${messages}&files=${files}`
}
