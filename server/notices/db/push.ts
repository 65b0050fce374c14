import type { Queryable } from '#server/platform/db/open.ts'
import { type Row, statement } from '#server/platform/db/statement.ts'

export type PushRow = Row<'push-of-borrower'>

/**
 * The most browsers of one borrower: phones, a laptop, and a few that were not yet found to have
 * ended.
 */
const PER_BORROWER_MAX = 10

const ownerOf = statement(
  'push-endpoint-owner',
  'SELECT borrower_id AS "borrowerId" FROM push_endpoint WHERE endpoint_hash = $1',
)
const claim = statement(
  'push-endpoint-claim',
  `INSERT INTO push_endpoint (endpoint_hash, borrower_id) VALUES ($1, $2)
   ON CONFLICT (endpoint_hash) DO UPDATE SET borrower_id = excluded.borrower_id`,
)
const insert = statement(
  'push-insert',
  `INSERT INTO push_subscription (borrower_id, subscription_id, device_id, endpoint_hash, subscription_sealed, language, created_at)
   VALUES (:borrowerId, :subscriptionId, :deviceId, :endpointHash, :subscriptionSealed, :language, :createdAt)`,
)
const ofBorrower = statement(
  'push-of-borrower',
  `SELECT subscription_id AS "subscriptionId", endpoint_hash AS "endpointHash", subscription_sealed AS "subscriptionSealed", language
   FROM push_subscription WHERE borrower_id = $1 ORDER BY created_at, subscription_id`,
)
const removeOne = statement(
  'push-remove',
  'DELETE FROM push_subscription WHERE borrower_id = $1 AND endpoint_hash = $2',
)
const removeOfDevices = statement(
  'push-remove-of-devices',
  `DELETE FROM push_subscription WHERE borrower_id = $1 AND ($2::uuid IS NULL OR device_id = $2)
   RETURNING endpoint_hash AS "endpointHash"`,
)
const removeSurplus = statement(
  'push-remove-surplus',
  `WITH surplus AS (SELECT subscription_id FROM push_subscription WHERE borrower_id = $1
                    ORDER BY created_at DESC, subscription_id DESC OFFSET ${PER_BORROWER_MAX})
   DELETE FROM push_subscription WHERE borrower_id = $1 AND subscription_id IN (SELECT subscription_id FROM surplus)
   RETURNING endpoint_hash AS "endpointHash"`,
)
const release = statement(
  'push-release',
  'DELETE FROM push_endpoint WHERE endpoint_hash = ANY ($1::bytea[]) AND borrower_id = $2',
)

/** Subscribes a browser for the borrower, in place of its borrower before, and of this borrower's older key. */
export async function insertPushSubscription(
  tx: Queryable,
  row: PushRow & {
    readonly borrowerId: string
    readonly deviceId: string
    readonly createdAt: Date
  },
): Promise<void> {
  const { borrowerId, endpointHash } = row
  const before = await tx.maybeOne(ownerOf, [endpointHash])
  if (before) await removePushSubscription(tx, before.borrowerId, endpointHash)
  await tx.query(claim, [endpointHash, borrowerId])
  await tx.query(insert, row)
  await releaseEndpoints(tx, borrowerId, await tx.query(removeSurplus, [borrowerId]))
}

export function pushSubscriptionsOf(db: Queryable, borrowerId: string): Promise<PushRow[]> {
  return db.query(ofBorrower, [borrowerId])
}

export async function removePushSubscription(
  db: Queryable,
  borrowerId: string,
  endpointHash: Buffer,
): Promise<void> {
  await db.query(removeOne, [borrowerId, endpointHash])
  await releaseEndpoints(db, borrowerId, [{ endpointHash }])
}

/** Removes the subscriptions of one of the borrower's devices, or of all. */
export async function removePushOfDevices(
  db: Queryable,
  borrowerId: string,
  deviceId: string | null,
): Promise<void> {
  await releaseEndpoints(db, borrowerId, await db.query(removeOfDevices, [borrowerId, deviceId]))
}

/** Another borrower may subscribe with these from now on. */
async function releaseEndpoints(
  db: Queryable,
  borrowerId: string,
  gone: readonly Pick<PushRow, 'endpointHash'>[],
): Promise<void> {
  if (gone.length === 0) return
  await db.query(release, [gone.map(({ endpointHash }) => endpointHash), borrowerId])
}
