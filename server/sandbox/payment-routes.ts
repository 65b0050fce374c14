import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import type { PaymentPress, SimulatedLink } from '#server/providers/payment/simulator.ts'
import { done, fail, wantsPage } from '#server/sandbox/answers.ts'
import { payPage, sectionPage, sendPage, upiAppPage, upiScanPage } from '#server/sandbox/page.ts'
import { paymentSection, stateOf } from '#server/sandbox/sections.ts'
import type { SandboxParts } from './parts.ts'

type Button = PaymentPress | 'pay-without-returning'
const pressBody = v.strictObject({
  action: v.picklist<readonly Button[]>([
    'pay',
    'fail',
    'pay-without-returning',
    'notify-twice',
    'pay-without-refund',
  ]),
})

type ByRef = { Params: { ref: string } }

/** The link as a UPI app gets it, when a payer opens it or scans it. */
const scanBody = v.strictObject({ link: v.pipe(v.string(), v.maxLength(1_000)) })
const appBody = v.strictObject({ action: v.picklist(['pay', 'fail']) })

/**
 * `/sandbox/upi`: a payer's UPI app, which gets a `upi://` link as from a camera. `/sandbox/upi/{ref}`:
 * what it shows of the request, to pay or to decline.
 */
export function serveUpiApp(app: FastifyInstance, { payment, webhooks }: SandboxParts): void {
  app.get('/sandbox/upi', async (_request, reply) => sendPage(reply, upiScanPage()))

  app.post('/sandbox/upi', async (request, reply) => {
    const parsed = v.safeParse(scanBody, request.body)
    const ref = parsed.success
      ? /[?&]tr=([0-9a-f]{32})(&|$)/.exec(parsed.output.link.trim())?.[1]
      : undefined
    if (ref === undefined || !(await payment.upiRequest(ref)))
      return fail(request, reply, 404, 'This link asks for no payment in this sandbox.')
    return done(request, reply, `/sandbox/upi/${ref}`, { ref })
  })

  app.get<ByRef>('/sandbox/upi/:ref', async (request, reply) => {
    const upi = await payment.upiRequest(request.params.ref)
    if (!upi) return missing(request, reply)
    return wantsPage(request)
      ? sendPage(reply, upiAppPage(upi))
      : reply.header('cache-control', 'no-store').send(onTheWire(upi))
  })

  app.post<ByRef>('/sandbox/upi/:ref', async (request, reply) => {
    const parsed = v.safeParse(appBody, request.body)
    if (!parsed.success) return fail(request, reply, 400, 'Press one of the buttons.')
    const { ref } = request.params
    const pressed = await payment.pressInApp(ref, parsed.output.action)
    if (pressed.kind === 'missing') return missing(request, reply)
    if (pressed.kind === 'over')
      return fail(request, reply, 409, 'This request is over. No money was taken.')
    await webhooks.sendDue()
    return done(request, reply, `/sandbox/upi/${ref}`, onTheWire(pressed.link))
  })
}

/** `/sandbox/pay/{ref}`: the hosted payment page. `/sandbox/payments`: all of them. */
export function servePayments(app: FastifyInstance, { payment, webhooks }: SandboxParts): void {
  app.get('/sandbox/payments', async (request, reply) => {
    const links = await payment.links()
    if (wantsPage(request)) return sendPage(reply, sectionPage('Payments', [paymentSection(links)]))
    return reply.header('cache-control', 'no-store').send(links.map(onTheWire))
  })

  app.get<ByRef>('/sandbox/pay/:ref', async (request, reply) => {
    const link = await payment.link(request.params.ref)
    if (!link) return missing(request, reply)
    return wantsPage(request)
      ? sendPage(reply, payPage(link))
      : reply.header('cache-control', 'no-store').send(onTheWire(link))
  })

  app.post<ByRef>('/sandbox/pay/:ref', async (request, reply) => {
    const parsed = v.safeParse(pressBody, request.body)
    if (!parsed.success) return fail(request, reply, 400, 'Press one of the buttons.')
    const { action } = parsed.output
    const pressed = await payment.press(
      request.params.ref,
      action === 'pay-without-returning' ? 'pay' : action,
    )
    if (pressed.kind === 'missing') return missing(request, reply)
    if (pressed.kind === 'over' && !wantsPage(request))
      return fail(request, reply, 409, 'This page is over. No money was taken.')
    // Usually the message arrives before the browser; otherwise it is sent again, as a real
    // provider does.
    await webhooks.sendDue()
    if (!wantsPage(request)) return reply.send(onTheWire(pressed.link))
    const isReturning = action !== 'pay-without-returning' && pressed.kind !== 'over'
    return reply.redirect(
      isReturning ? pressed.link.returnUrl : `/sandbox/pay/${pressed.link.ref}`,
      303,
    )
  })
}

function missing(request: FastifyRequest, reply: FastifyReply) {
  return fail(request, reply, 404, 'There is no such payment.')
}

/** Rupees on the wire, as everywhere (product §2). */
function onTheWire({ amountPaise, isPaid, isOver, ...link }: SimulatedLink) {
  return { ...link, amount: amountPaise / 100, state: stateOf({ isPaid, isOver }) }
}
