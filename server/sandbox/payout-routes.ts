import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { PAYOUT_OUTCOMES, type SimulatedPayout } from '#server/providers/payout/simulator.ts'
import { done, fail, wantsPage } from '#server/sandbox/answers.ts'
import { sectionPage, sendPage } from '#server/sandbox/page.ts'
import { payoutSection } from '#server/sandbox/sections.ts'
import type { SandboxParts } from './parts.ts'

const PAGE = '/sandbox#payouts'

/** A form's checkbox sends `true` as text. */
const holdBody = v.strictObject({
  hold: v.union([
    v.boolean(),
    v.pipe(
      v.picklist(['true', 'false']),
      v.transform(word => word === 'true'),
    ),
  ]),
})
const outcomeBody = v.strictObject({ outcome: v.picklist(PAYOUT_OUTCOMES) })

/** `/sandbox/payouts`: lists payouts, holds them, and ends one by hand. */
export function servePayouts(app: FastifyInstance, { payout }: SandboxParts): void {
  app.get('/sandbox/payouts', async (request, reply) => {
    const payouts = await payout.list()
    if (wantsPage(request))
      return sendPage(
        reply,
        sectionPage('Payouts', [payoutSection(payouts, await payout.isHeld())]),
      )
    return reply.header('cache-control', 'no-store').send(payouts.map(onTheWire))
  })

  app.post('/sandbox/payouts/hold', async (request, reply) => {
    const parsed = v.safeParse(holdBody, request.body)
    if (!parsed.success) return fail(request, reply, 400, 'Say {"hold":true} or {"hold":false}.')
    await payout.hold(parsed.output.hold)
    return done(request, reply, PAGE, parsed.output)
  })

  app.post<{ Params: { id: string } }>('/sandbox/payouts/:id', async (request, reply) => {
    const parsed = v.safeParse(outcomeBody, request.body)
    if (!parsed.success)
      return fail(request, reply, 400, `Say {"outcome":"…"}: ${PAYOUT_OUTCOMES.join(', ')}.`)
    const decision = await payout.decide(request.params.id, parsed.output.outcome)
    if (decision.kind === 'missing') return fail(request, reply, 404, 'There is no such payout.')
    if (decision.kind === 'too-late')
      return fail(request, reply, 409, 'This payout has already ended otherwise.')
    return done(request, reply, PAGE, onTheWire(decision.payout))
  })
}

/** Rupees on the wire, as everywhere (product §2). */
function onTheWire({ amountPaise, utr, reason, ...payout }: SimulatedPayout) {
  return {
    ...payout,
    amount: amountPaise / 100,
    ...(payout.state === 'succeeded' && { utr }),
    ...(reason !== null && { reason }),
  }
}
