/** Drafts of products, one for each product, with a revision that grows with every save. */
import type { DraftContent } from '#contract/staff/product.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import { type Row, statement } from '#server/platform/db/statement.ts'

const COLUMNS = `d.product_id AS "productId", d.content, d.revision, d.saved_by AS "savedBy", d.saved_at AS "savedAt",
  by.mail_sealed AS "saverSealed"`
const SAVED = 'product_draft d JOIN staff by ON by.staff_id = d.saved_by'

const list = statement(
  'product-drafts',
  `SELECT ${COLUMNS} FROM ${SAVED} ORDER BY d.product_id LIMIT 500`,
)
const one = statement('product-draft', `SELECT ${COLUMNS} FROM ${SAVED} WHERE d.product_id = $1`)
const insert = statement(
  'product-draft-start',
  `INSERT INTO product_draft (product_id, content, revision, saved_by, saved_at) VALUES ($1, $2, 1, $3, $4)
   ON CONFLICT (product_id) DO NOTHING RETURNING revision`,
)
const update = statement(
  'product-draft-save',
  `UPDATE product_draft SET content = $3, revision = revision + 1, saved_by = $4, saved_at = $5
   WHERE product_id = $1 AND revision = $2 RETURNING revision`,
)
const remove = statement(
  'product-draft-discard',
  'DELETE FROM product_draft WHERE product_id = $1 AND revision = $2 RETURNING revision',
)

export type DraftRow = Row<'product-draft'>
type Saved = { readonly content: DraftContent; readonly by: string; readonly at: Date }

export const productDrafts = (db: Queryable) => db.query(list)

export function productDraft(db: Queryable, productId: string): Promise<DraftRow | undefined> {
  return db.maybeOne(one, [productId])
}

/** Begins a draft; undefined if there is one. */
export async function startDraft(
  db: Queryable,
  productId: string,
  { content, by, at }: Saved,
): Promise<number | undefined> {
  const row = await db.maybeOne(insert, [productId, JSON.stringify(content), by, at])
  return row?.revision
}

/** Saves a draft and returns its next revision; undefined if this revision is outdated. */
export async function saveDraft(
  db: Queryable,
  { productId, revision }: { readonly productId: string; readonly revision: number },
  { content, by, at }: Saved,
): Promise<number | undefined> {
  const values = [productId, revision, JSON.stringify(content), by, at] as const
  return (await db.maybeOne(update, values))?.revision
}

/** Removes a draft; false if this revision is outdated. */
export async function discardDraft(
  db: Queryable,
  productId: string,
  revision: number,
): Promise<boolean> {
  return (await db.maybeOne(remove, [productId, revision])) !== undefined
}
