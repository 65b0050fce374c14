/** The app's reports of its own use, and the browsers whose borrower agreed to be counted. */
import { forgetAll, forgetting } from '#server/platform/db/forget.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import { statement } from '#server/platform/db/statement.ts'

export type Tracked = {
  readonly requestId: string
  readonly eventId: string
  readonly projectName: string | null
  readonly pageName: string | null
  readonly value: string | null
  readonly numberTimes: number
  readonly happenedAt: Date
}

const insert = statement(
  'tracked-insert',
  `INSERT INTO tracked (request_id, event_id, client_hash, project_name, page_name, value, number_times, happened_at, received_at)
   SELECT request_id, event_id, $2, project_name, page_name, value, number_times, happened_at, $3
   FROM jsonb_to_recordset($1) AS input (request_id text, event_id text, project_name text, page_name text, value text,
                                        number_times integer, happened_at timestamptz)
   ON CONFLICT (request_id) DO NOTHING
   RETURNING event_id`,
)
const forget = forgetting('tracked-forget', {
  table: 'tracked',
  key: 'request_id',
  isPast: 'received_at < $1',
})
const count = statement(
  'tracking-consent-give',
  `INSERT INTO tracking_consent (client_hash, borrower_id) VALUES ($1, $2)
   ON CONFLICT (client_hash) DO UPDATE SET borrower_id = excluded.borrower_id`,
)
const consents = statement(
  'tracking-consent-of-client',
  'SELECT borrower_id FROM tracking_consent WHERE client_hash = $1',
)

/** Stores the reports that are new, and returns their events. `clientHash` is null without consent. */
export async function keepTracked(
  db: Queryable,
  reports: readonly Tracked[],
  clientHash: Buffer | null,
  at: Date,
): Promise<string[]> {
  const rows = reports.map(each => ({
    request_id: each.requestId,
    event_id: each.eventId,
    project_name: each.projectName,
    page_name: each.pageName,
    value: each.value,
    number_times: each.numberTimes,
    happened_at: each.happenedAt,
  }))
  const stored = await db.query(insert, [JSON.stringify(rows), clientHash, at])
  return stored.map(row => row.event_id)
}

export async function forgetTracked(db: Queryable, receivedBefore: Date): Promise<void> {
  await forgetAll(db, forget, [receivedBefore])
}

/** Begins to count a browser. */
export async function countClient(
  db: Queryable,
  clientHash: Buffer,
  borrowerId: string,
): Promise<void> {
  await db.query(count, [clientHash, borrowerId])
}

/** The borrower who agreed that this browser is counted. */
export async function consenterOf(db: Queryable, clientHash: Buffer): Promise<string | undefined> {
  return (await db.maybeOne(consents, [clientHash]))?.borrower_id
}
