import { isDeepStrictEqual } from 'node:util'
import type { Day } from '#domain/day.ts'
import { DEFAULT_LIMITS, type PolicyLimits } from '#domain/lending/policy-limits.ts'
import type { ProductTerms } from '#domain/lending/terms.ts'
import { basisPoints, type Paise, paise, ppmPerYear } from '#domain/money.ts'
import { limitsInEffect, limitsOn } from '#server/lending/db/policy.ts'
import type { Database, Queryable, Transaction } from '#server/platform/db/open.ts'
import { cachedForOneSecond } from '#server/platform/db/shown.ts'
import { type Row, statement } from '#server/platform/db/statement.ts'
import type { Translated } from '#words/language.ts'

/** The texts of a product besides its figures, in every language. */
export type ProductTexts = {
  readonly slogan: Translated
  readonly loanProcessingTime: Translated
  /** The people who may borrow. */
  readonly eligibility: readonly Translated[]
  /** The things that a borrower needs for it. */
  readonly requirements: readonly Translated[]
}

type Offer = {
  readonly id: string
  readonly name: string
  /** An address of ours, below the web root. */
  readonly logo: string
  /** 1 copper, 2 silver, 3 or more gold (specification §4). */
  readonly orderNum: number
  readonly isFull: boolean
  /** Ascending. */
  readonly amounts: readonly Paise[]
  readonly texts: ProductTexts
}

export type OwnProduct = Offer & { readonly kind: 'own'; readonly terms: ProductTerms }
/** Another lender's offer, to which we only link. */
export type ExternalProduct = Offer & { readonly kind: 'external'; readonly h5Href: string }
export type Product = OwnProduct | ExternalProduct
/** A product on a day, with the lender's limits of that day. */
export type ProductOnDay = Product & { readonly limits: PolicyLimits }

type TermColumns = {
  rate_ppm_year: number
  processing_fee_bps: number
  period_days: number
  instalments: number
  max_tenor_days: number
  penal_rate_ppm_year: number
  penal_cap_bps: number
  extension_fee_bps: number
  cooling_off_days: number
}

type ProductRow = Row<'product-list'>

const columns = `product_id, name, logo, order_num, kind, is_full, amounts, h5_href, rate_ppm_year, processing_fee_bps,
  period_days, instalments, max_tenor_days, penal_rate_ppm_year, penal_cap_bps, extension_fee_bps, cooling_off_days, texts`
const record = (
  parameter: string,
) => `jsonb_to_record(${parameter}) AS p (product_id text, name text, logo text, order_num smallint, kind text,
     is_full boolean, amounts integer[], h5_href text, rate_ppm_year integer, processing_fee_bps integer, period_days smallint,
     instalments smallint, max_tenor_days smallint, penal_rate_ppm_year integer, penal_cap_bps integer, extension_fee_bps integer,
     cooling_off_days smallint, texts jsonb)`

const selectProducts = statement(
  'product-list',
  `SELECT ${columns} FROM (
     SELECT DISTINCT ON (product_id) position, is_offered, ${columns} FROM product_version
     WHERE from_day <= $1 ORDER BY product_id, version DESC) v
   WHERE is_offered ORDER BY position, product_id`,
)
const selectSome = statement(
  'product-some',
  `SELECT ${columns}, ${limitsInEffect('$2')} AS limits FROM (
     SELECT DISTINCT ON (product_id) is_offered, ${columns} FROM product_version
     WHERE from_day <= $2 AND product_id = ANY ($1) ORDER BY product_id, version DESC) v
   WHERE is_offered`,
)
const selectVersions = statement(
  'product-versions',
  `SELECT version, from_day AS "fromDay", is_offered AS "isOffered", made_at AS "madeAt", names, position, ${columns}
   FROM product_version WHERE product_id = $1 OR $1 IS NULL ORDER BY product_id, version DESC LIMIT 2000`,
)
const insertProduct = statement(
  'product-insert',
  `INSERT INTO product (position, is_active, ${columns}) SELECT $2, false, ${columns} FROM ${record('$1')}
   ON CONFLICT (product_id) DO NOTHING`,
)
const lockProduct = statement(
  'product-lock',
  'SELECT product_id FROM product WHERE product_id = $1 FOR UPDATE',
)
const insertVersion = statement(
  'product-version-insert',
  `INSERT INTO product_version (version, from_day, is_offered, made_at, position, names, ${columns})
   SELECT :version, :fromDay, :isOffered, :madeAt, :position, :names, ${columns} FROM ${record(':row')}`,
)

/** The products on offer on an India day, in the order in which they are shown. */
export async function activeProducts(db: Queryable, today: Day): Promise<Product[]> {
  return (await db.query(selectProducts, [today])).map(productOf)
}

/** The products on offer, and the limits of the day. */
type Catalogue = { readonly products: readonly Product[]; readonly limits: PolicyLimits }

/** The catalogue as a page shows it. The terms of an order are read from the database. */
export const shownCatalogue = cachedForOneSecond(readCatalogue)

async function readCatalogue(db: Queryable, today: Day): Promise<Catalogue> {
  const [products, limits] = await Promise.all([activeProducts(db, today), limitsOn(db, today)])
  return { products, limits }
}

/** The version of a product that is in effect on an India day; undefined if none is on offer then. */
export async function activeProduct(
  db: Queryable,
  productId: string,
  today: Day,
): Promise<ProductOnDay | undefined> {
  const [product] = await activeProductOfEach(db, [productId], today)
  return product
}

/** The products with these ids, each at its index; undefined if one is not on offer. */
export async function activeProductOfEach(
  db: Queryable,
  productIds: readonly string[],
  today: Day,
): Promise<(ProductOnDay | undefined)[]> {
  const rows = await db.query(selectSome, [[...new Set(productIds)], today])
  const products = new Map(
    rows.map(row => [row.product_id, { ...productOf(row), limits: row.limits ?? DEFAULT_LIMITS }]),
  )
  return productIds.map(id => products.get(id))
}

/** One version of a product, in effect from an India day until a newer one's day has come. */
export type ProductVersion = {
  readonly version: number
  readonly fromDay: Day
  /** False: it withdraws the product. */
  readonly isOffered: boolean
  readonly madeAt: Date
  /** The terms and texts that its proposal changed; null where it says nothing about it. */
  readonly names: readonly string[] | null
  readonly position: number
  readonly product: Product
}

/** The versions of a product, or of all of them, by product, the newest first. */
export async function productVersions(
  db: Queryable,
  productId?: string,
): Promise<ProductVersion[]> {
  const rows = await db.query(selectVersions, [productId])
  return rows.map(({ version, fromDay, isOffered, madeAt, names, position, ...row }) => {
    return { version, fromDay, isOffered, madeAt, names, position, product: productOf(row) }
  })
}

/** The version in effect on a day, of the versions of one product, the newest first. */
export function versionInEffect(
  versions: readonly ProductVersion[],
  today: Day,
): ProductVersion | undefined {
  return versions.find(({ fromDay }) => fromDay <= today)
}

/**
 * Adds a version if the newest one is still `base` (0 if there is none); false otherwise. Two that
 * add one at once wait for each other.
 */
export async function addProductVersion(
  tx: Transaction,
  { product, position, fromDay, isOffered, madeAt, names }: Omit<ProductVersion, 'version'>,
  base: number,
): Promise<boolean> {
  const row = JSON.stringify(rowOf(product))
  await tx.query(insertProduct, [row, position])
  await tx.query(lockProduct, [product.id])
  const [newest] = await productVersions(tx, product.id)
  if ((newest?.version ?? 0) !== base) return false
  const version = { version: base + 1, fromDay, isOffered, madeAt, position, names }
  await tx.query(insertVersion, { row, ...version })
  return true
}

/** A catalogue is in effect from before the first order. */
const ALWAYS = '2000-01-01' as Day

/**
 * Puts exactly the products of the catalogue on offer, as versions where they differ. Products that
 * it no longer lists are withdrawn.
 */
export async function saveProducts(db: Database, products: readonly Product[]): Promise<void> {
  await db.transaction(async tx => {
    const all = await productVersions(tx)
    const newest = new Map(all.toReversed().map(each => [each.product.id, each]))
    const ids = products.map(({ id }) => id)
    const gone = [...newest.values()].filter(
      ({ isOffered, product }) => isOffered && !ids.includes(product.id),
    )
    for (const { version, ...each } of gone)
      await addProductVersion(
        tx,
        { ...each, fromDay: ALWAYS, isOffered: false, names: null },
        version,
      )
    for (const [position, product] of products.entries()) {
      const before = newest.get(product.id)
      const isSame =
        before?.isOffered &&
        before.position === position &&
        isDeepStrictEqual(before.product, product)
      if (isSame) continue
      const version = {
        product,
        position,
        fromDay: ALWAYS,
        isOffered: true,
        madeAt: new Date(0),
        names: null,
      }
      await addProductVersion(tx, version, before?.version ?? 0)
    }
  })
  shownCatalogue.forget(db)
}

/** Terms as stored: a product's, or an order's. */
export function termsOfColumns(row: TermColumns): ProductTerms {
  return {
    rate: ppmPerYear(row.rate_ppm_year),
    processingFee: basisPoints(row.processing_fee_bps),
    periodDays: row.period_days,
    instalments: row.instalments,
    maxTenorDays: row.max_tenor_days,
    penalRate: ppmPerYear(row.penal_rate_ppm_year),
    penalCap: basisPoints(row.penal_cap_bps),
    extensionFee: basisPoints(row.extension_fee_bps),
    coolingOffDays: row.cooling_off_days,
  }
}

export function columnsOfTerms(terms: ProductTerms): TermColumns {
  return {
    rate_ppm_year: terms.rate,
    processing_fee_bps: terms.processingFee,
    period_days: terms.periodDays,
    instalments: terms.instalments,
    max_tenor_days: terms.maxTenorDays,
    penal_rate_ppm_year: terms.penalRate,
    penal_cap_bps: terms.penalCap,
    extension_fee_bps: terms.extensionFee,
    cooling_off_days: terms.coolingOffDays,
  }
}

function productOf(row: ProductRow): Product {
  const offer = {
    id: row.product_id,
    name: row.name,
    logo: row.logo,
    orderNum: row.order_num,
    isFull: row.is_full,
    amounts: row.amounts.map(paise),
    texts: row.texts,
  }
  if (row.kind === 'external') return { ...offer, kind: 'external', h5Href: row.h5_href ?? '' }
  if (!hasTerms(row)) throw new Error(`The product ${row.product_id} has no terms.`)
  return { ...offer, kind: 'own', terms: termsOfColumns(row) }
}

/** A CHECK of the table allows NULL terms only together, for a product that is not our own. */
function hasTerms(row: ProductRow): row is ProductRow & TermColumns {
  return row.rate_ppm_year !== null
}

function rowOf(product: Product): Partial<ProductRow> {
  const { id, name, logo, orderNum, isFull, amounts, texts, kind } = product
  const offer = {
    product_id: id,
    name,
    logo,
    order_num: orderNum,
    kind,
    is_full: isFull,
    amounts: [...amounts],
    texts,
  }
  return kind === 'own'
    ? { ...offer, ...columnsOfTerms(product.terms) }
    : { ...offer, h5_href: product.h5Href }
}
