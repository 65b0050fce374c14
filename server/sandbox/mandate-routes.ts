import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { type Html, html } from '#server/platform/http/html.ts'
import type { MandatePress, SimulatedMandate } from '#server/providers/mandate/simulator.ts'
import { fail, wantsPage } from '#server/sandbox/answers.ts'
import { instantText, type Page, rupeesText, sendPage } from '#server/sandbox/page.ts'
import type { SandboxParts } from './parts.ts'

const buttons = [
  'approve',
  'refuse',
  'pause',
  'resume',
  'revoke',
  'fail-debits',
  'pass-debits',
] as const
const pressBody = v.strictObject({ action: v.picklist<readonly MandatePress[]>(buttons) })

type ByRef = { Params: { ref: string } }

/** `/sandbox/mandates/{ref}`: the UPI app, as it shows a mandate. `/sandbox/mandates`: all of them. */
export function serveMandates(app: FastifyInstance, { mandate, webhooks }: SandboxParts): void {
  app.get('/sandbox/mandates', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send((await mandate.mandates()).map(onTheWire)),
  )

  app.get<ByRef>('/sandbox/mandates/:ref', async (request, reply) => {
    const shown = await mandate.mandate(request.params.ref)
    if (!shown) return fail(request, reply, 404, 'There is no such mandate.')
    return wantsPage(request)
      ? sendPage(reply, mandatePage(shown))
      : reply.header('cache-control', 'no-store').send(onTheWire(shown))
  })

  app.post<ByRef>('/sandbox/mandates/:ref', async (request, reply) => {
    const parsed = v.safeParse(pressBody, request.body)
    if (!parsed.success) return fail(request, reply, 400, 'Press one of the buttons.')
    const { action } = parsed.output
    const pressed = await mandate.press(request.params.ref, action)
    if (pressed.kind === 'missing') return fail(request, reply, 404, 'There is no such mandate.')
    if (pressed.kind !== 'done' && !wantsPage(request))
      return fail(request, reply, 409, 'That is not possible now.')
    await webhooks.sendDue()
    if (!wantsPage(request)) return reply.send(onTheWire(pressed.mandate))
    const { returnUrl, ref } = pressed.mandate
    const isAnswer = pressed.kind === 'done' && (action === 'approve' || action === 'refuse')
    return reply.redirect(isAnswer ? returnUrl : `/sandbox/mandates/${ref}`, 303)
  })
}

/** Rupees on the wire, as everywhere (product §2). */
function onTheWire({ capPaise, ...mandate }: SimulatedMandate) {
  return { ...mandate, cap: capPaise / 100 }
}

const OPEN: Readonly<Record<SimulatedMandate['state'], readonly MandatePress[]>> = {
  asked: ['approve', 'refuse'],
  active: ['pause', 'revoke'],
  paused: ['resume', 'revoke'],
  revoked: [],
  refused: [],
  ended: [],
}
const HEADING: Readonly<Record<SimulatedMandate['state'], string>> = {
  asked: 'AutoPay request',
  active: 'AutoPay is on',
  paused: 'AutoPay is paused',
  revoked: 'AutoPay is revoked',
  refused: 'AutoPay was refused',
  ended: 'AutoPay has ended',
}
const BUTTON_TEXT: Readonly<Record<MandatePress, string>> = {
  approve: 'Approve',
  refuse: 'Refuse',
  pause: 'Pause',
  resume: 'Resume',
  revoke: 'Revoke',
  end: 'End',
  'fail-debits': 'Let debits fail',
  'pass-debits': 'Let debits pass',
}

function mandatePage(mandate: SimulatedMandate): Page {
  const { capPaise, description, returnUrl, state, endsAt, ref, isFailing } = mandate
  const money: readonly MandatePress[] =
    state === 'active' ? [isFailing ? 'pass-debits' : 'fail-debits'] : []
  const presses = [...OPEN[state], ...money]
  return {
    title: 'UPI app',
    formTarget: returnUrl,
    body: html`<header class="canopy">
<h1>Simulated UPI app</h1>
<p class="amount">Up to ${rupeesText(capPaise)}</p>
<p>${description}</p>
</header>
<div class="body"><section class="card" aria-labelledby="mandate-title"><h2 id="mandate-title">${HEADING[state]}</h2>
<p>Here your UPI app would ask for your PIN. Nothing is charged. It ends by ${instantText(endsAt)}.</p>
${presses.length === 0 ? undefined : html`<form method="post" action="/sandbox/mandates/${ref}" class="stack">${presses.map(button)}</form>`}
<a class="btn secondary wide" href="${returnUrl}">Return</a></section></div>`,
  }
}

function button(press: MandatePress, index: number): Html {
  const kind = index === 0 ? 'main' : 'secondary'
  return html`<button class="btn ${kind} wide" name="action" value="${press}">${BUTTON_TEXT[press]}</button>`
}

/** The requested mandates, newest first. */
export function mandateSection(mandates: readonly SimulatedMandate[]): Html {
  const rows = mandates.map(
    ({ ref, capPaise, description, createdAt, state }) =>
      html`<li class="item"><p class="meta"><a href="/sandbox/mandates/${ref}">${description}</a><span class="tag">${state}</span></p><p><b>Up to ${rupeesText(capPaise)}</b> <span class="note">${instantText(createdAt)}</span></p></li>`,
  )
  return html`<section id="mandates" aria-labelledby="mandates-title">
<h2 id="mandates-title">AutoPay</h2>
${rows.length === 0 ? html`<p class="card quiet">No mandate yet. Setting up AutoPay on a running loan asks for one.</p>` : html`<ul class="card flush">${rows}</ul>`}
</section>`
}
