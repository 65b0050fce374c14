import type { Clock } from '#server/clock.ts'
import type { Database, Queryable } from '#server/db/open.ts'
import { statement } from '#server/db/statement.ts'
import type { Ids } from '#server/ids.ts'
import type { SmsPort } from '#server/providers/sms/port.ts'

/** A phone that no message ever reaches (decisions §7). */
const UNREACHABLE_ENDING = '0000'
const SHOWN_MAX = 200

const insertSms = statement(
  'sandbox-sms-insert',
  'INSERT INTO sandbox.sms (message_id, recipient, text, sent_at) VALUES ($1, $2, $3, $4)',
)
const newestSms = statement(
  'sandbox-sms-newest',
  `SELECT recipient AS "to", text, sent_at AS "sentAt" FROM sandbox.sms
   WHERE $1::text IS NULL OR recipient = $1 ORDER BY sent_at DESC, message_id DESC LIMIT $2`,
)

export type SandboxSms = { readonly to: string; readonly text: string; readonly sentAt: Date }

/** Keeps messages where the person who tries the product can read them. */
export function smsSimulator({ db, clock, ids }: { db: Queryable; clock: Clock; ids: Ids }): SmsPort {
  return {
    async send({ to, text }) {
      if (to.endsWith(UNREACHABLE_ENDING)) return
      const now = clock.now()
      await db.query(insertSms, [ids.uuid(now), to, text, now])
    },
  }
}

/** The messages to a number, or to all of them, newest first. */
export function sandboxMessages(db: Pick<Database, 'query'>, to: string | null): Promise<SandboxSms[]> {
  return db.query<SandboxSms>(newestSms, [to, SHOWN_MAX])
}
