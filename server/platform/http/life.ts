/** What proxies ask of a server before they send it anybody, and how it lets go of them when it stops. */
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/platform/db/open.ts'
import { writeProbe } from '#server/platform/db/write-probe.ts'

/** A server that starts or stops answers what it is asked, and says that nobody new should be sent to it. */
export type Phase = 'starting' | 'serving' | 'stopping'

export const serving = (): Phase => 'serving'

/** A database that takes longer to answer is as good as none. */
const DATABASE_PATIENCE_MS = 3_000
const LET_GO_EVERY_MS = 50

/**
 * `/health`: this process lives. `/ready`: it can work: it serves, its database knows at least the `migration` that it was written
 * for, and can be written to. Neither says why not.
 */
export function serveHealth(
  app: FastifyInstance,
  db: Database,
  phase: () => Phase,
  migration: number,
): void {
  const isWritable = writeProbe(db)
  const canWork = async () => {
    if (phase() !== 'serving') return false
    const known = db.raw('SELECT max(number) AS number FROM schema_migration').then(
      ([row]) => Number(row?.number) >= migration,
      () => false,
    )
    const able = Promise.all([known, isWritable()]).then(answers => answers.every(Boolean))
    return Promise.race([able, pause(DATABASE_PATIENCE_MS, false, { ref: false })])
  }
  app.get('/health', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )
  app.get('/ready', async (_request, reply) => {
    const isReady = await canWork()
    return reply
      .status(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: isReady ? 'ready' : 'not ready' })
  })
}

/** A connection is kept for the next request only while there is going to be one. */
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
