import type { FastifyInstance } from 'fastify'
import { sandboxPushes } from '#server/providers/push/simulator.ts'
import type { SandboxParts } from '#server/sandbox/routes.ts'

/** `GET /sandbox/push`: the notifications that were sent, newest first, for machines; people read them on the page. */
export function servePushes(app: FastifyInstance, { db }: SandboxParts): void {
  app.get('/sandbox/push', async (_request, reply) => reply.header('cache-control', 'no-store').send(await sandboxPushes(db)))
}
