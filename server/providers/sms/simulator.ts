import type { Clock } from '#server/platform/clock.ts'
import type { Cipher, CipherContext } from '#server/platform/db/encrypt.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import { statement } from '#server/platform/db/statement.ts'
import type { Ids } from '#server/platform/ids.ts'
import type { SmsPort } from '#server/providers/sms/port.ts'

/** A phone that receives no message (product §7). */
const UNREACHABLE_ENDING = '0000'
const SHOWN_MAX = 200

const insertSms = statement(
  'sandbox-sms-insert',
  'INSERT INTO sandbox.sms (message_id, recipient_hash, message_sealed, sent_at) VALUES ($1, $2, $3, $4)',
)
const newestSms = statement(
  'sandbox-sms-newest',
  `SELECT message_id AS id, message_sealed AS sealed, sent_at AS "sentAt" FROM sandbox.sms
   WHERE $1::bytea IS NULL OR recipient_hash = $1 ORDER BY sent_at DESC, message_id DESC LIMIT $2`,
)

export type SandboxSms = { readonly to: string; readonly text: string; readonly sentAt: Date }

type Store = { readonly db: Pick<Queryable, 'query'>; readonly cipher: Cipher }

/** Stores messages where a tester can read them, encrypted like all personal data. */
export function smsSimulator({
  db,
  clock,
  ids,
  cipher,
}: Store & { clock: Clock; ids: Ids }): SmsPort {
  return {
    async send({ to, text }) {
      if (to.endsWith(UNREACHABLE_ENDING)) return
      const now = clock.now()
      const id = ids.uuid(now)
      const sealed = cipher.encrypt(JSON.stringify({ to, text }), contextOf(id))
      await db.query(insertSms, [id, recipientHash(cipher, to), sealed, now])
    },
  }
}

/** The messages to a number, or to all of them, newest first. */
export async function sandboxMessages(
  { db, cipher }: Store,
  to: string | null,
): Promise<SandboxSms[]> {
  const rows = await db.query(newestSms, [
    to === null ? null : recipientHash(cipher, to),
    SHOWN_MAX,
  ])
  return rows.map(({ id, sealed, sentAt }) => ({
    ...JSON.parse(cipher.decryptText(sealed, contextOf(id))),
    sentAt,
  }))
}

function recipientHash(cipher: Cipher, to: string): Buffer {
  return cipher.keyedHash('sandbox-sms', to)
}

function contextOf(id: string): CipherContext {
  return { table: 'sandbox.sms', row: id, column: 'message_sealed' }
}
