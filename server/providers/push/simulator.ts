import { readPushAddress } from '#domain/push-host.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/db/open.ts'
import { statement } from '#server/platform/db/statement.ts'
import type { Ids } from '#server/platform/ids.ts'
import type { PushPort } from '#server/providers/push/port.ts'

const SHOWN_MAX = 100

const insertPush = statement(
  'sandbox-push-insert',
  'INSERT INTO sandbox.push (message_id, host, title, body, path, sent_at) VALUES ($1, $2, $3, $4, $5, $6)',
)
const newestPush = statement(
  'sandbox-push-newest',
  `SELECT host, title, body, path, sent_at AS "sentAt" FROM sandbox.push ORDER BY sent_at DESC, message_id DESC LIMIT ${SHOWN_MAX}`,
)

export type SandboxPush = {
  readonly host: string
  readonly title: string
  readonly body: string
  readonly path: string
  readonly sentAt: Date
}

/** Stores notifications where a tester can read them; with `real` they are sent as well. */
export function pushSimulator(
  { db, clock, ids }: { db: Queryable; clock: Clock; ids: Ids },
  publicKey: string,
  real?: PushPort,
): PushPort {
  return {
    publicKey,
    async send(to, message, keptSeconds) {
      const outcome = (await real?.send(to, message, keptSeconds)) ?? 'sent'
      if (outcome === 'gone') return 'gone'
      const now = clock.now()
      const { title, body, path } = message
      await db.query(insertPush, [
        ids.uuid(now),
        readPushAddress(to.endpoint)?.host ?? '',
        title,
        body,
        path,
        now,
      ])
      return 'sent'
    },
  }
}

/** The notifications that were sent, newest first. */
export function sandboxPushes(db: Pick<Database, 'query'>): Promise<SandboxPush[]> {
  return db.query(newestPush)
}
