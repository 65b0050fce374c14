import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { html } from '#server/platform/http/html.ts'
import {
  DIGILOCKER_BUTTONS,
  type DigilockerSimulator,
} from '#server/providers/digilocker/simulator.ts'
import { done, fail } from '#server/sandbox/answers.ts'
import { type Page, sendPage } from '#server/sandbox/page.ts'

const pressBody = v.strictObject({ action: v.picklist(DIGILOCKER_BUTTONS) })
type ById = { Params: { id: string } }

/** `/sandbox/digilocker/{id}`: the hosted page on which an invented person's Aadhaar is shared. */
export function serveDigilocker(
  app: FastifyInstance,
  { digilocker }: { digilocker: DigilockerSimulator },
): void {
  app.get<ById>('/sandbox/digilocker/:id', async (request, reply) => {
    const page = await digilocker.page(request.params.id)
    return page
      ? sendPage(reply, sharingPage(request.params.id, page))
      : fail(request, reply, 404, 'There is no such page.')
  })

  app.post<ById>('/sandbox/digilocker/:id', async (request, reply) => {
    const parsed = v.safeParse(pressBody, request.body)
    if (!parsed.success) return fail(request, reply, 400, 'Press one of the buttons.')
    const page = await digilocker.page(request.params.id)
    if (!page) return fail(request, reply, 404, 'There is no such page.')
    await digilocker.press(request.params.id, parsed.output.action)
    return done(request, reply, page.returnUrl, { returnUrl: page.returnUrl })
  })
}

function sharingPage(
  id: string,
  { returnUrl, isOpen }: { returnUrl: string; isOpen: boolean },
): Page {
  const buttons = html`<form method="post" action="/sandbox/digilocker/${id}" class="stack">
<p>Here DigiLocker would ask you to sign in, and whether Saral may see your Aadhaar. The one in this locker is invented.</p>
<button class="btn main wide" name="action" value="share">Share</button>
<button class="btn secondary wide" name="action" value="decline">Decline</button>
</form>`
  const over = html`<section class="card"><p>This page is no longer open.</p><a class="btn primary wide" href="${returnUrl}">Return</a></section>`
  return {
    title: 'DigiLocker',
    body: html`<header class="canopy"><h1>Simulated DigiLocker</h1><p>Your Aadhaar</p></header><div class="body">${isOpen ? buttons : over}</div>`,
  }
}
