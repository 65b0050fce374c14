/** Health checks for proxies, and how the server closes connections when it stops. */
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/platform/db/open.ts'
import { writeProbe } from '#server/platform/db/write-probe.ts'

/** A server that is starting or stopping still answers, but asks proxies for no new traffic. */
export type Phase = 'starting' | 'serving' | 'stopping'

export const serving = (): Phase => 'serving'

/** A database that takes longer to answer counts as down. */
const DATABASE_PATIENCE_MS = 3_000
const LET_GO_EVERY_MS = 50

/**
 * `/health`: this process lives. `/ready`: it can work: it is serving, and its database is writable
 * and has at least the `migration` that the code expects. Neither gives a reason.
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
    const isMigrated = db.raw('SELECT max(number) AS number FROM schema_migration').then(
      ([row]) => Number(row?.number) >= migration,
      () => false,
    )
    const able = Promise.all([isMigrated, isWritable()]).then(answers => answers.every(Boolean))
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
