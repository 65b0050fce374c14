/** Views that people of the lender saved. */
import type { Queryable, Transaction } from '#server/platform/db/open.ts'
import { statement } from '#server/platform/db/statement.ts'

const views = statement(
  'staff-views',
  `SELECT view_id AS "viewId", name_sealed AS "nameSealed", path FROM staff_view WHERE staff_id = $1
   ORDER BY created_at, view_id`,
)
const lock = statement(
  'staff-views-lock',
  'SELECT view_id AS "viewId" FROM staff_view WHERE staff_id = $1 FOR UPDATE',
)
const insert = statement(
  'staff-view-insert',
  `INSERT INTO staff_view (staff_id, view_id, name_sealed, path, created_at) VALUES ($1, $2, $3, $4, $5)`,
)
const rename = statement(
  'staff-view-rename',
  `UPDATE staff_view SET name_sealed = $3 WHERE staff_id = $1 AND view_id::text = $2
   RETURNING view_id AS "viewId"`,
)
const remove = statement(
  'staff-view-remove',
  'DELETE FROM staff_view WHERE staff_id = $1 AND view_id::text = $2',
)
const removeAll = statement('staff-views-remove', 'DELETE FROM staff_view WHERE staff_id = $1')

/** A person's views, the oldest first. */
export const viewsOf = (db: Queryable, staffId: string) => db.query(views, [staffId])

/** Locks a person's views, so that two requests at once do not save too many. */
export async function lockViewsOf(tx: Transaction, staffId: string): Promise<void> {
  await tx.query(lock, [staffId])
}

export type NewView = {
  readonly staffId: string
  readonly viewId: string
  readonly nameSealed: Buffer
  readonly path: string
  readonly at: Date
}

export async function insertView(db: Queryable, view: NewView): Promise<void> {
  const { staffId, viewId, nameSealed, path, at } = view
  await db.query(insert, [staffId, viewId, nameSealed, path, at])
}

/** Renames a view; false if the person has no such view. */
export async function renameViewOf(
  db: Queryable,
  staffId: string,
  viewId: string,
  nameSealed: Buffer,
): Promise<boolean> {
  return (await db.query(rename, [staffId, viewId, nameSealed])).length === 1
}

export async function removeViewOf(db: Queryable, staffId: string, viewId: string): Promise<void> {
  await db.query(remove, [staffId, viewId])
}

/** Removes all views of a person whose access ends. */
export async function removeViewsOf(db: Queryable, staffId: string): Promise<void> {
  await db.query(removeAll, [staffId])
}
