import type { Queryable } from '#server/platform/db/open.ts'
import { statement } from '#server/platform/db/statement.ts'

const keepFirst = statement(
  'device-location-keep',
  `INSERT INTO device_location (borrower_id, location_sealed, taken_at) VALUES ($1, $2, $3) ON CONFLICT (borrower_id) DO NOTHING`,
)
const takenAt = statement(
  'device-location-taken',
  'SELECT taken_at AS "takenAt" FROM device_location WHERE borrower_id = $1',
)
const forget = statement(
  'device-location-forget',
  'DELETE FROM device_location WHERE borrower_id = $1',
)

/** Stores a location, unless there is one already: it is collected once (product §9). */
export async function keepLocation(
  db: Queryable,
  borrowerId: string,
  sealed: Uint8Array,
  at: Date,
): Promise<void> {
  await db.query(keepFirst, [borrowerId, sealed, at])
}

export async function hasLocation(db: Queryable, borrowerId: string): Promise<boolean> {
  return (await db.maybeOne(takenAt, [borrowerId])) !== undefined
}

export async function forgetLocation(db: Queryable, borrowerId: string): Promise<void> {
  await db.query(forget, [borrowerId])
}
