import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { ROLES } from '#domain/staff/permissions.ts'
import { cookieJar } from '#server/platform/http/cookies.ts'
import { type Html, html } from '#server/platform/http/html.ts'
import { done, fail } from '#server/sandbox/answers.ts'
import { simulatedPerson } from '#server/staff/people/people.ts'
import { createStaffSession } from '#server/staff/people/sessions.ts'
import type { SandboxConsole, SandboxParts } from './parts.ts'

const wish = v.strictObject({ role: v.picklist(ROLES) })

/**
 * The buttons that sign in to the console as each default role. A cookie belongs to one host: at
 * another address than the console's own there is a link to the buttons there.
 */
export function staffSection({ ownOrigin }: SandboxConsole, host: string): Html {
  const inside =
    ownOrigin === undefined || isAt(ownOrigin, host) ? roleButtons() : linkTo(ownOrigin)
  return html`<section class="card" id="staff" aria-labelledby="staff-title">
<h2 id="staff-title">The lender's people</h2>
${inside}
<p class="note">With a real lender people sign in by passkey, and nothing of this exists.</p>
</section>`
}

function roleButtons(): Html {
  const buttons = ROLES.map(
    role =>
      html`<button class="btn secondary" name="role" value="${role}">${role.replace('-', ' ')}</button>`,
  )
  return html`<form method="post" action="/sandbox/staff" class="stack">
<p class="label" id="roles-label">Open the console as</p>
<div class="choices" role="group" aria-labelledby="roles-label">${buttons}</div>
</form>`
}

function linkTo(origin: string): Html {
  const there = `${origin}/sandbox#staff`
  return html`<p>The console has an address of its own. <a href="${there}">Sign in there</a>.</p>`
}

function isAt(origin: string, host: string): boolean {
  return new URL(origin).host === host
}

/** `POST /sandbox/staff`: signs this browser in to the console as a role. */
export function serveStaff(app: FastifyInstance, parts: SandboxParts): void {
  const { db, console: offered } = parts
  if (!offered) return
  app.post('/sandbox/staff', async (request, reply) => {
    const parsed = v.safeParse(wish, request.body)
    if (!parsed.success) return fail(request, reply, 400, `Name a role: ${ROLES.join(', ')}.`)
    const { ownOrigin } = offered
    if (ownOrigin !== undefined && !isAt(ownOrigin, request.host))
      return fail(request, reply, 400, `The console is at ${ownOrigin}: sign in there.`)
    const { role } = parsed.output
    const cookies = cookieJar(request, reply, offered.isPublishedOnHttps)
    await db.transaction(async tx => {
      const staffId = await simulatedPerson({ services: parts, tx, at: parts.clock.now() }, role)
      await createStaffSession(parts, tx, { staffId, way: 'sandbox' }, cookies)
    })
    return done(request, reply, '/console', { role })
  })
}
