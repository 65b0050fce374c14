import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { done, fail, wantsPage } from '#server/sandbox/answers.ts'
import { sectionPage, sendPage } from '#server/sandbox/page.ts'
import { makeBorrower, STAGES } from '#server/sandbox/ready-made.ts'
import { newBorrowerSection } from '#server/sandbox/sections.ts'
import type { SandboxParts } from './parts.ts'

const wish = v.strictObject({ stage: v.picklist(STAGES) })
const newBorrower = v.strictObject({
  phone: v.pipe(v.string(), v.regex(/^[6-9]\d{9}$/)),
  stage: v.picklist(STAGES),
})

/**
 * `POST /sandbox/borrowers`: makes a borrower at a stage (`overdue`). `GET`: explains their
 * sign-in.
 */
export function serveReadyMade(app: FastifyInstance, parts: SandboxParts): void {
  app.post('/sandbox/borrowers', async (request, reply) => {
    const parsed = v.safeParse(wish, request.body)
    if (!parsed.success) return fail(request, reply, 400, `Name a stage: ${STAGES.join(', ')}.`)
    const { stage } = parsed.output
    if (await parts.payout.isHeld())
      return fail(request, reply, 409, 'Payouts are held. Release them first.')
    try {
      const phone = await makeBorrower(app, parts, stage)
      return done(request, reply, `/sandbox/borrowers?phone=${phone}&stage=${stage}`, { phone })
    } catch (error) {
      request.log.warn({ err: error }, 'the sandbox could not make a borrower')
      const why = error instanceof Error ? error.message : 'nobody knows why'
      return fail(request, reply, 409, `The borrower could not be made: ${why}`)
    }
  })

  app.get('/sandbox/borrowers', async (request, reply) => {
    const parsed = v.safeParse(newBorrower, request.query)
    if (!parsed.success || !wantsPage(request))
      return fail(request, reply, 404, 'There is no such borrower.')
    return sendPage(reply, sectionPage('Borrower', [newBorrowerSection(parsed.output)]))
  })
}
