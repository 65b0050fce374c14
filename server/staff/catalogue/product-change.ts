/**
 * The two acts on products that need two persons: publishing a draft as a version, and withdrawing
 * the product. A running order keeps its terms.
 */
import { isRefusal, type Refusal } from '#contract/envelope.ts'
import type { DraftContent } from '#contract/staff/product.ts'
import { type Day, indiaDayOf } from '#domain/day.ts'
import { quote } from '#domain/lending/terms.ts'
import { basisPoints, type Paise } from '#domain/money.ts'
import { chainOf, inForceOn, type Texts } from '#domain/staff/dated.ts'
import {
  addProductVersion,
  type ProductVersion,
  productVersions,
} from '#server/lending/db/product.ts'
import { draftOf, newDraft, verdictOf } from '#server/lending/orders/draft.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import type { Services, Work } from '#server/services.ts'
import {
  type DatedKind,
  datedChange,
  type StoredVersion,
  versionsOf,
} from '#server/staff/catalogue/dated.ts'
import { discardDraft, productDraft } from '#server/staff/catalogue/db/product-draft.ts'
import type {
  CostExample,
  DetailsOf,
  LoanCost,
  ProductChange,
} from '#server/staff/proposals/details.ts'
import { inEachLanguage } from '#words/language.ts'

type LaterConflict = Refusal<'later-version-conflicts'>

/** True if the publish gate refuses the draft at this revision. */
export async function isUnsound(
  db: Queryable,
  { productId, revision }: { productId: string; revision: number },
): Promise<boolean> {
  const draft = await productDraft(db, productId)
  return draft?.revision === revision && !verdictOf(productId, draft.content).product
}

/** The change that a draft would make; undefined if it is outdated, changes nothing, or is unsound. */
export async function preparePublishing(
  db: Queryable,
  { productId, revision, fromDay }: { productId: string; revision: number; fromDay: Day },
): Promise<DetailsOf<'publish-product'> | LaterConflict | undefined> {
  const [draft, versions] = await Promise.all([
    productDraft(db, productId),
    storedVersions(db, productId),
  ])
  if (draft?.revision !== revision) return undefined
  const { content } = draft
  const offer = offerOf(productId, content)
  if (!offer) return undefined
  const change = datedChange(kindOf(productId), versions, { texts: textsOf(offer), fromDay })
  if (!change || isRefusal(change)) return change
  const { base, names, dated, values } = change
  const { name } = offer.product
  const product = { productId, name, fromDay, base, content, revision, names }
  const before = inForceOn(chainOf(versions), fromDay)?.value
  return { act: 'publish-product', product, dated, values, example: exampleOf(before, offer) }
}

/** Undefined where neither version has terms of ours. */
function exampleOf(before: Offer | undefined, after: Offer): CostExample | null {
  const amount = after.product.amounts.at(-1)
  if (amount === undefined || after.product.kind === 'external') return null
  const was = before?.isOffered ? before : undefined
  return { amount, before: costOf(was, amount), after: costOf(after, amount) }
}

function costOf(offer: Offer | undefined, principal: Paise): LoanCost | null {
  if (!offer?.product.amounts.includes(principal) || offer.product.kind === 'external') return null
  const { arrive, repayment, apr } = quote({
    ...offer.product.terms,
    principal,
    discount: basisPoints(0),
  })
  return { arrives: arrive, repayment, apr }
}

/** The change that withdraws a product; undefined if nothing is on offer on that day. */
export async function prepareWithdrawal(
  db: Queryable,
  { productId, fromDay }: { productId: string; fromDay: Day },
): Promise<DetailsOf<'withdraw-product'> | LaterConflict | undefined> {
  const versions = await storedVersions(db, productId)
  const offer = inForceOn(chainOf(versions), fromDay)?.value
  if (!offer?.isOffered) return undefined
  const texts = textsOf({ ...offer, isOffered: false })
  const change = datedChange(kindOf(productId), versions, { texts, fromDay })
  if (!change || isRefusal(change)) return change
  const { base, names, dated, values } = change
  const { name } = offer.product
  const product = { productId, name, fromDay, base, content: null, revision: null, names }
  return { act: 'withdraw-product', product, dated, values, example: null }
}

/** Adds the versions of an approved change; false if it no longer fits. */
export async function executeProductChange(
  { tx, at }: Work<Pick<Services, 'clock'>>,
  { productId, fromDay, base, content, revision, names }: ProductChange,
): Promise<boolean> {
  const versions = await storedVersions(tx, productId)
  const offer = content ? offerOf(productId, content) : withdrawn(versions, fromDay)
  if (!offer) return false
  const change = { texts: textsOf(offer), names, fromDay, base }
  const added = versionsOf(kindOf(productId), versions, change, indiaDayOf(at)) ?? []
  for (const [index, { value, ...version }] of added.entries())
    if (!(await addProductVersion(tx, { ...value, ...version, madeAt: at }, base + index)))
      return false
  if (added.length > 0 && revision !== null) await discardDraft(tx, productId, revision)
  return added.length > 0
}

/** A product as a version offers or withdraws it. */
type Offer = Pick<ProductVersion, 'product' | 'position' | 'isOffered'>

async function storedVersions(db: Queryable, productId: string): Promise<StoredVersion<Offer>[]> {
  const versions = await productVersions(db, productId)
  return versions.map(({ version, fromDay, names, product, position, isOffered }) => ({
    version,
    fromDay,
    names,
    value: { product, position, isOffered },
  }))
}

function withdrawn(versions: readonly StoredVersion<Offer>[], fromDay: Day): Offer | undefined {
  const offer = inForceOn(chainOf(versions), fromDay)?.value
  return offer?.isOffered ? { ...offer, isOffered: false } : undefined
}

function offerOf(productId: string, content: DraftContent, isOffered = true): Offer | undefined {
  const { product, position } = { position: 0, ...verdictOf(productId, content) }
  return product && { product, position, isOffered }
}

/** The state of an offer, and each field as a draft has it; a text by its language: `slogan en`. */
function textsOf({ product, position, isOffered }: Offer): Texts {
  const fields = Object.entries(draftOf(product, position)).flatMap(([name, value]) =>
    typeof value === 'object'
      ? Object.entries(value).map(([language, text]) => [`${name} ${language}`, text] as const)
      : [[name, String(value)] as const],
  )
  return { isOffered: String(isOffered), ...Object.fromEntries(fields) }
}

function kindOf(productId: string): DatedKind<Offer> {
  return {
    given: {},
    textsOf,
    valueOf: texts => offerOf(productId, draftOfTexts(texts), texts.isOffered === 'true'),
    // An empty field has no value, as has every field of a new product.
    shown: (_name, text) => text || null,
  }
}

function draftOfTexts(texts: Texts): DraftContent {
  const empty = Object.entries(newDraft()).map(([name, value]) => {
    if (typeof value === 'boolean') return [name, texts[name] === 'true']
    if (typeof value === 'string') return [name, texts[name] ?? '']
    return [name, inEachLanguage(language => texts[`${name} ${language}`] ?? '')]
  })
  return Object.fromEntries(empty) as DraftContent
}
