import type { ProductTerms } from '#domain/lending/terms.ts'
import { basisPoints, type Paise, paise, ppmPerYear } from '#domain/money.ts'
import type { Database, Queryable } from '#server/platform/db/open.ts'
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

const selectProducts = statement(
  'product-list',
  `SELECT ${columns} FROM product WHERE is_active ORDER BY position, product_id`,
)
const selectSome = statement(
  'product-some',
  `SELECT ${columns} FROM product WHERE is_active AND product_id = ANY ($1)`,
)
const withdrawProducts = statement(
  'product-withdraw',
  'UPDATE product SET is_active = false WHERE NOT product_id = ANY($1)',
)
const upsertProduct = statement(
  'product-upsert',
  `INSERT INTO product (position, is_active, ${columns})
   SELECT $1, true, ${columns} FROM jsonb_to_record($2) AS p (product_id text, name text, logo text, order_num smallint, kind text,
     is_full boolean, amounts integer[], h5_href text, rate_ppm_year integer, processing_fee_bps integer, period_days smallint,
     instalments smallint, max_tenor_days smallint, penal_rate_ppm_year integer, penal_cap_bps integer, extension_fee_bps integer,
     cooling_off_days smallint, texts jsonb)
   ON CONFLICT (product_id) DO UPDATE SET (position, is_active, ${columns}) = (excluded.position, true,
     ${columns.replaceAll(/\w+/g, column => `excluded.${column}`)})`,
)

/** The products on offer, in the order in which they are shown. */
export async function activeProducts(db: Queryable): Promise<Product[]> {
  return (await db.query(selectProducts)).map(productOf)
}

/**
 * The largest age of the catalogue that everybody is shown. The terms of an order are read anew.
 */
const SHOWN_FOR_MS = 1_000
type Shown = { readonly readAtMs: number; readonly products: Promise<Product[]> }
const shown = new WeakMap<Queryable, Shown>()

/** The products on offer as a page shows them: the same objects for everybody, read once a second at most. */
export function shownProducts(db: Queryable): Promise<readonly Product[]> {
  const latest = shown.get(db)
  if (latest && performance.now() - latest.readAtMs < SHOWN_FOR_MS) return latest.products
  const products = activeProducts(db)
  shown.set(db, { readAtMs: performance.now(), products })
  // After a failure the next caller reads again.
  products.catch(() => shown.delete(db))
  return products
}

export async function activeProduct(
  db: Queryable,
  productId: string,
): Promise<Product | undefined> {
  const [product] = await activeProductOfEach(db, [productId])
  return product
}

/** The products with these ids, each at its index; undefined if one is not on offer. */
export async function activeProductOfEach(
  db: Queryable,
  productIds: readonly string[],
): Promise<(Product | undefined)[]> {
  const rows = await db.query(selectSome, [[...new Set(productIds)]])
  const products = new Map(rows.map(row => [row.product_id, productOf(row)]))
  return productIds.map(id => products.get(id))
}

/**
 * Puts the products of the catalogue on offer. Products that it no longer lists stay for the orders
 * that name them.
 */
export async function saveProducts(db: Database, products: readonly Product[]): Promise<void> {
  await db.transaction(async tx => {
    await tx.query(withdrawProducts, [products.map(({ id }) => id)])
    for (const [position, product] of products.entries()) {
      await tx.query(upsertProduct, [position, JSON.stringify(rowOf(product))])
    }
  })
  shown.delete(db)
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
