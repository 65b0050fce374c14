/** Health checks for proxies, and how the server closes connections when it stops. */
import type { FastifyInstance } from 'fastify'
import { type Phase, type ReadinessParts, readiness } from '#server/platform/http/readiness.ts'

export type { Phase }

export const serving = (): Phase => 'serving'

const LET_GO_EVERY_MS = 50

/**
 * `/health`: this process lives. `/ready`: it can work; if not, the answer names the reasons in
 * fixed words (docs/running.md).
 */
export function serveHealth(app: FastifyInstance, parts: ReadinessParts): void {
  const reasonsNow = readiness(parts)
  app.get('/health', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )
  app.get('/ready', async (_request, reply) => {
    const reasons = await reasonsNow()
    const isReady = reasons.length === 0
    return reply
      .status(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(isReady ? { status: 'ready' } : { status: 'not ready', reasons })
  })
}

/** Keeps a connection open only while further requests may come. */
export function letGoOfConnections(app: FastifyInstance, phase: () => Phase): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (phase() === 'stopping') reply.header('connection', 'close')
    done(null, payload)
  })
  let letting: NodeJS.Timeout | undefined
  app.addHook('preClose', async () => {
    letting = setInterval(() => app.server.closeIdleConnections(), LET_GO_EVERY_MS)
  })
  app.addHook('onClose', async () => clearInterval(letting))
}
