/**
 * The two acts on products that two persons do: a version that publishes a draft, and one that
 * withdraws the product. A running order keeps the terms that it was made with.
 */
import type { DraftContent } from '#contract/staff/product.ts'
import { type Day, indiaDayOf, laterDay } from '#domain/day.ts'
import {
  addProductVersion,
  type ProductVersion,
  productVersions,
} from '#server/lending/db/product.ts'
import { draftOf, verdictOf } from '#server/lending/orders/draft.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import type { Services, Work } from '#server/services.ts'
import { discardDraft, productDraft } from '#server/staff/db/product-draft.ts'

/** A version as it is proposed, frozen: later saves of the draft do not change it. */
export type ProductChange = {
  readonly productId: string
  readonly name: string
  readonly fromDay: Day
  /** The newest version when it was proposed; 0 if there was none. */
  readonly base: number
  /** Null withdraws the product. */
  readonly content: DraftContent | null
  /** The revision of the draft, which ends with the approval if nobody saved it since. */
  readonly revision: number | null
}

type Prepared = {
  readonly product: ProductChange
  readonly before: readonly string[]
  readonly after: readonly string[]
}

/** Whether the publish gate refuses the draft at this revision. */
export async function isUnsound(
  db: Queryable,
  { productId, revision }: { productId: string; revision: number },
): Promise<boolean> {
  const draft = await productDraft(db, productId)
  return draft?.revision === revision && !verdictOf(productId, draft.content).product
}

/** The version that a draft would make; undefined where it has changed, or the gate refuses it. */
export async function preparePublishing(
  db: Queryable,
  { productId, revision, fromDay }: { productId: string; revision: number; fromDay: Day },
): Promise<Prepared | undefined> {
  const [draft, [newest]] = await Promise.all([
    productDraft(db, productId),
    productVersions(db, productId),
  ])
  if (draft?.revision !== revision) return undefined
  const { content } = draft
  const verdict = verdictOf(productId, content)
  if (!verdict.product) return undefined
  const base = newest?.version ?? 0
  const product = { productId, name: verdict.product.name, fromDay, base, content, revision }
  return { product, ...changesBetween(newest, content) }
}

/** The version that withdraws a product; undefined where nothing is on offer. */
export async function prepareWithdrawal(
  db: Queryable,
  { productId, fromDay }: { productId: string; fromDay: Day },
): Promise<Prepared | undefined> {
  const [newest] = await productVersions(db, productId)
  if (!newest?.isOffered) return undefined
  const { name } = newest.product
  const product = { productId, name, fromDay, base: newest.version, content: null, revision: null }
  return { product, before: ['on offer'], after: ['withdrawn'] }
}

/**
 * Adds the version, from its day or from today if that has come. False where another version was
 * added since it was proposed, or the publish gate refuses it by now.
 */
export async function executeProductChange(
  { tx, at }: Work<Pick<Services, 'clock'>>,
  { productId, fromDay, base, content, revision }: ProductChange,
): Promise<boolean> {
  const when = { fromDay: laterDay(fromDay, indiaDayOf(at)), madeAt: at }
  if (content === null) {
    const [newest] = await productVersions(tx, productId)
    if (!newest?.isOffered) return false
    const { product, position } = newest
    return addProductVersion(tx, { product, position, isOffered: false, ...when }, base)
  }
  const verdict = verdictOf(productId, content)
  if (!verdict.product) return false
  const { product, position } = verdict
  const isAdded = await addProductVersion(tx, { product, position, isOffered: true, ...when }, base)
  if (isAdded && revision !== null) await discardDraft(tx, productId, revision)
  return isAdded
}

/** What differs, field by field, as it was typed; of a new product everything. */
function changesBetween(newest: ProductVersion | undefined, content: DraftContent) {
  const before = newest ? flat(draftOf(newest.product, newest.position)) : new Map<string, string>()
  const after = flat(content)
  const names = [...after.keys()].filter(name => before.get(name) !== after.get(name))
  const lines = (fields: ReadonlyMap<string, string>) =>
    names.flatMap(name => (fields.get(name) ? [`${name}: ${fields.get(name)}`] : []))
  return { before: lines(before), after: lines(after) }
}

function flat(content: DraftContent): Map<string, string> {
  const fields = Object.entries(content).flatMap(([name, value]): [string, string][] =>
    typeof value === 'object'
      ? Object.entries(value).map(([language, text]) => [`${name} (${language})`, text])
      : [[name, String(value)]],
  )
  return new Map(fields)
}
