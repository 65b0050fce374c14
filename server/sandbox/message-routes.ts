import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { isMobileNumber } from '#domain/phone.ts'
import { sandboxPushes } from '#server/providers/push/simulator.ts'
import { sandboxMessages } from '#server/providers/sms/simulator.ts'
import { fail } from '#server/sandbox/answers.ts'
import { sendPage } from '#server/sandbox/page.ts'
import { sandboxPage } from '#server/sandbox/pages.ts'
import { wantsPage } from '#server/sandbox/request.ts'
import { smsSection } from '#server/sandbox/sections.ts'
import type { SandboxParts } from './parts.ts'

const query = v.object({ phone: v.optional(v.pipe(v.string(), v.check(isMobileNumber))) })

/** `GET /sandbox/sms?phone=91XXXXXXXXXX`: the messages to a number, or to all, newest first. */
export function serveSms(app: FastifyInstance, { db, sealer }: SandboxParts): void {
  app.get('/sandbox/sms', async (request, reply) => {
    const asked = v.safeParse(query, request.query)
    if (!asked.success) return fail(request, reply, 400, 'A phone is 91 and ten digits.')
    const phone = asked.output.phone ?? null
    const messages = await sandboxMessages({ db, sealer }, phone)
    if (wantsPage(request))
      return sendPage(reply, sandboxPage('Messages', [smsSection(messages, phone)], false))
    return reply.header('cache-control', 'no-store').send(messages)
  })
}

/** `GET /sandbox/push`: the notifications that were sent, newest first, for machines; people read them on the page. */
export function servePushes(app: FastifyInstance, { db }: SandboxParts): void {
  app.get('/sandbox/push', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send(await sandboxPushes(db)),
  )
}
