import type { Database } from '#server/platform/db/open.ts'
import { statement } from '#server/platform/db/statement.ts'
import type { Ids } from '#server/platform/ids.ts'

const keepSecret = statement(
  'sandbox-webhook-secret',
  'UPDATE sandbox.setting SET webhook_secret = coalesce(webhook_secret, $1) RETURNING webhook_secret AS secret',
)

/** The secret that the simulated payment provider shares with us: made once, then the same for every server and start. */
export async function webhookSecret(db: Database, ids: Ids): Promise<string> {
  return (await db.one<{ secret: string }>(keepSecret, [ids.secret()])).secret
}
