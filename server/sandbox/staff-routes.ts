import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { ROLES } from '#domain/staff/permissions.ts'
import { cookieJar } from '#server/platform/http/cookies.ts'
import { done, fail } from '#server/sandbox/answers.ts'
import { simulatedPerson } from '#server/staff/people.ts'
import { createStaffSession } from '#server/staff/sessions.ts'
import { type Html, html } from './html.ts'
import type { SandboxParts } from './parts.ts'

const wish = v.strictObject({ role: v.picklist(ROLES) })

/** The buttons that sign one in to the console as each given role. */
export function staffSection(): Html {
  const buttons = ROLES.map(
    role =>
      html`<button class="btn secondary" name="role" value="${role}">${role.replace('-', ' ')}</button>`,
  )
  return html`<section class="card" id="staff" aria-labelledby="staff-title">
<h2 id="staff-title">The lender's people</h2>
<form method="post" action="/sandbox/staff" class="stack">
<p class="label" id="roles-label">Open the console as</p>
<div class="choices" role="group" aria-labelledby="roles-label">${buttons}</div>
</form>
<p class="note">With a real lender people sign in by passkey, and nothing of this exists.</p>
</section>`
}

/** `POST /sandbox/staff`: signs this browser in to the console as a role. */
export function serveStaff(app: FastifyInstance, parts: SandboxParts): void {
  const { db, console: offered } = parts
  if (!offered) return
  app.post('/sandbox/staff', async (request, reply) => {
    const parsed = v.safeParse(wish, request.body)
    if (!parsed.success) return fail(request, reply, 400, `Name a role: ${ROLES.join(', ')}.`)
    const { role } = parsed.output
    const cookies = cookieJar(request, reply, offered.isPublishedOnHttps)
    await db.transaction(async tx => {
      const staffId = await simulatedPerson({ services: parts, tx, at: parts.clock.now() }, role)
      await createStaffSession(parts, tx, { staffId, way: 'sandbox' }, cookies)
    })
    return done(request, reply, `${offered.origin()}/console`, { role })
  })
}
