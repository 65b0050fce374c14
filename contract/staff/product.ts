import * as v from 'valibot'
import type { Endpoints } from '#contract/endpoint.ts'
import { home } from '#contract/home.ts'
import { order } from '#contract/order.ts'
import { product } from '#contract/product.ts'
import { rehearsal } from '#contract/staff/policy.ts'
import {
  id,
  indiaDay,
  instant,
  isWellFormed,
  nothing,
  rupees,
  text,
  whole,
} from '#contract/wire.ts'
import { inEachLanguage, LANGUAGES } from '#words/language.ts'

export const productId = v.pipe(v.string(), v.regex(/^[0-9a-z-]{1,40}$/))
/** Half a surrogate pair is no text, and PostgreSQL stores none. */
const typed = (max: number) =>
  v.pipe(
    v.string(),
    v.maxLength(max),
    v.excludes('\0'),
    v.check(isWellFormed, 'Half a character is no text.'),
  )
const figure = typed(20)
const inLanguages = (max: number) => v.strictObject(inEachLanguage(() => typed(max)))

/**
 * A draft as a person typed it, so that no keystroke is lost: rates in percent a day, fees and caps in
 * percent, amounts a list of rupees, lists of texts with one on each line.
 */
export const draftContent = v.strictObject({
  kind: v.picklist(['own', 'external']),
  name: typed(60),
  logo: typed(4),
  tier: v.picklist(['1', '2', '3']),
  position: figure,
  isFull: v.boolean(),
  amounts: typed(300),
  href: typed(300),
  rate: figure,
  processingFee: figure,
  periodDays: figure,
  instalments: figure,
  maxTenorDays: figure,
  penalRate: figure,
  penalCap: figure,
  extensionFee: figure,
  coolingOffDays: figure,
  slogan: inLanguages(200),
  processingTime: inLanguages(200),
  eligibility: inLanguages(2_000),
  requirements: inLanguages(2_000),
})
export type DraftContent = v.InferOutput<typeof draftContent>

const problems = v.array(v.string())
export const PRODUCT_ACTS = ['publish-product', 'withdraw-product'] as const
const pending = v.object({
  proposalId: id,
  act: v.picklist(PRODUCT_ACTS),
  fromDay: indiaDay,
  proposedBy: text,
})

export const products = {
  list: {
    does: 'The products and drafts, with what is in effect today and what is proposed.',
    method: 'GET',
    path: '/staff/v1/products',
    auth: { staff: 'products:read' },
    sends: 'query',
    input: v.strictObject({}),
    output: v.object({
      today: indiaDay,
      products: v.array(
        v.object({
          productId,
          name: v.string(),
          kind: v.picklist(['own', 'external']),
          /** Its state today; a `draft` was never published, a `scheduled` one begins later. */
          state: v.picklist(['draft', 'scheduled', 'offered', 'full', 'withdrawn']),
          version: v.nullable(whole),
          /** The day on which a newer version begins. */
          changesOn: v.nullable(indiaDay),
          hasDraft: v.boolean(),
          pending: v.array(v.picklist(PRODUCT_ACTS)),
        }),
      ),
    }),
    refusals: [],
    ours: true,
  },
  open: {
    does: 'One product: its draft with the verdict of the publish gate, its versions, its proposals.',
    method: 'GET',
    path: '/staff/v1/products/open',
    auth: { staff: 'products:read' },
    sends: 'query',
    input: v.strictObject({ productId }),
    output: v.object({
      productId,
      today: indiaDay,
      draft: v.nullable(
        v.object({
          content: draftContent,
          revision: whole,
          savedBy: text,
          savedAt: instant,
          problems,
        }),
      ),
      versions: v.array(
        v.object({
          version: whole,
          name: text,
          fromDay: indiaDay,
          isOffered: v.boolean(),
          isInEffect: v.boolean(),
          madeAt: instant,
        }),
      ),
      pending: v.array(pending),
    }),
    refusals: ['product-not-found'],
    ours: true,
  },
  start: {
    does: 'Begins a draft: of a new product, or of the next version of one.',
    method: 'POST',
    path: '/staff/v1/products/start',
    auth: { staff: 'products:draft' },
    sends: 'json',
    input: v.strictObject({ productId }),
    output: v.object({ revision: whole }),
    refusals: ['outdated'],
    ours: true,
  },
  save: {
    does: 'Saves a draft, unless somebody else saved it since this revision was read.',
    method: 'POST',
    path: '/staff/v1/products/save',
    auth: { staff: 'products:draft' },
    sends: 'json',
    input: v.strictObject({ productId, revision: whole, content: draftContent }),
    output: v.object({ revision: whole, problems }),
    refusals: ['outdated'],
    ours: true,
  },
  discard: {
    does: 'Discards a draft.',
    method: 'POST',
    path: '/staff/v1/products/discard',
    auth: { staff: 'products:draft' },
    sends: 'json',
    input: v.strictObject({ productId, revision: whole }),
    output: nothing,
    refusals: ['outdated'],
    ours: true,
  },
  rehearse: {
    does: 'Runs the terms of a draft over the newest applications for the product of a year.',
    method: 'POST',
    path: '/staff/v1/products/rehearse',
    auth: { staff: 'products:draft' },
    sends: 'json',
    input: v.strictObject({ productId }),
    output: rehearsal,
    refusals: ['product-not-found', 'product-unsound', 'product-external'],
    ours: true,
  },
  preview: {
    does: 'A product as a borrower will see it who can just have it: card, page, cost and Key Facts.',
    method: 'GET',
    path: '/staff/v1/products/preview',
    auth: { staff: 'products:read' },
    sends: 'query',
    input: v.strictObject({
      productId,
      of: v.picklist(['draft', 'proposed', 'version']),
      version: v.optional(whole),
      language: v.picklist(LANGUAGES),
      /** One of the amounts; otherwise the largest. */
      amount: v.optional(rupees),
    }),
    output: v.object({
      problems,
      card: v.nullable(home.index.output.entries.homeProductVos.item),
      page: v.nullable(product.info.output),
      amount: v.nullable(rupees),
      cost: v.nullable(order.quote.output),
      keyFacts: v.nullable(order.keyFacts.output.entries.sections),
    }),
    refusals: ['product-not-found'],
    ours: true,
  },
} satisfies Endpoints
