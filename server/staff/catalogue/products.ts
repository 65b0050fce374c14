/** Products as the lender's people see them: drafts, versions, previews, and what is proposed. */
import type { Output } from '#contract/endpoint.ts'
import { type Refusal, refused } from '#contract/envelope.ts'
import type { DraftContent, products } from '#contract/staff/product.ts'
import { type Day, indiaDayOf } from '#domain/day.ts'
import type { Paise } from '#domain/money.ts'
import { chainOf } from '#domain/staff/dated.ts'
import { decisionFiguresOn, limitsOn } from '#server/lending/db/policy.ts'
import {
  type ProductVersion,
  productVersions,
  versionInEffect,
} from '#server/lending/db/product.ts'
import { draftOf, newDraft, type Verdict, verdictOf } from '#server/lending/orders/draft.ts'
import { rehearseOn } from '#server/lending/orders/rehearse.ts'
import { previewOf } from '#server/lending/routes/preview.ts'
import type { StaffSession } from '#server/platform/actions/staff-session.ts'
import type { Services } from '#server/services.ts'
import {
  discardDraft,
  productDraft,
  productDrafts,
  saveDraft,
  startDraft,
} from '#server/staff/catalogue/db/product-draft.ts'
import { onTheWire } from '#server/staff/catalogue/policy.ts'
import {
  type ProposedVersion,
  proposedVersions,
} from '#server/staff/catalogue/product-proposals.ts'
import { mailOf } from '#server/staff/people/people.ts'
import type { Language } from '#words/language.ts'

type Parts = Pick<Services, 'db' | 'cipher'>
type By = { readonly staff: StaffSession; readonly now: Date }
type At = { readonly now: Date }
type List = Output<typeof products.list>
type ProductPage = Output<typeof products.open>
type Preview = Output<typeof products.preview>

const OUTDATED: Refusal<'outdated'> = refused('outdated')
const NOT_FOUND: Refusal<'product-not-found'> = refused('product-not-found')

/** Every product and every draft, by their place in the list. */
export async function listProducts(services: Parts, { now }: At): Promise<List> {
  const today = indiaDayOf(now)
  const [all, drafts, proposed] = await Promise.all([
    productVersions(services.db),
    productDrafts(services.db),
    proposedVersions(services, now),
  ])
  const ofEach = Map.groupBy(all, ({ product }) => product.id)
  const drafted = new Map(drafts.map(draft => [draft.productId, draft]))
  const ids = [...new Set([...ofEach.keys(), ...drafted.keys()])]
  const rows = ids.map(productId => {
    const versions = ofEach.get(productId) ?? []
    const draft = drafted.get(productId)
    const pending = proposed.filter(each => each.productId === productId).map(({ act }) => act)
    return {
      position: versions[0]?.position ?? Number.MAX_SAFE_INTEGER,
      row: {
        productId,
        hasDraft: draft !== undefined,
        pending,
        ...standing(versions, draft, today),
      },
    }
  })
  const inOrder = rows.toSorted(
    (a, b) => a.position - b.position || (a.row.productId < b.row.productId ? -1 : 1),
  )
  return { today, products: inOrder.map(({ row }) => row) }
}

function standing(
  versions: readonly ProductVersion[],
  draft: { readonly content: DraftContent } | undefined,
  today: Day,
) {
  const current = versionInEffect(versions, today)
  const newest = versions[0]
  const { name = draft?.content.name ?? '', kind = draft?.content.kind ?? 'own' } =
    (current ?? newest)?.product ?? {}
  const changesOn = chainOf(versions).find(({ fromDay }) => fromDay > today)?.fromDay ?? null
  const version = current?.version ?? null
  return { name, kind, version, changesOn, state: stateOf(current, newest) }
}

function stateOf(current?: ProductVersion, newest?: ProductVersion) {
  if (!newest) return 'draft' as const
  if (!current) return 'scheduled' as const
  if (!current.isOffered) return 'withdrawn' as const
  return current.product.isFull ? ('full' as const) : ('offered' as const)
}

/** One product with its draft, versions and proposals. */
export async function openProduct(
  services: Parts,
  productId: string,
  { now }: At,
): Promise<ProductPage | Refusal<'product-not-found'>> {
  const { db } = services
  const today = indiaDayOf(now)
  const [versions, draft, proposed] = await Promise.all([
    productVersions(db, productId),
    productDraft(db, productId),
    proposedVersions(services, now),
  ])
  if (versions.length === 0 && !draft) return NOT_FOUND
  const inEffect = versionInEffect(versions, today)
  return {
    productId,
    today,
    draft: draft
      ? {
          content: draft.content,
          revision: draft.revision,
          savedBy: mailOf(services, { staffId: draft.savedBy, mailSealed: draft.saverSealed }),
          savedAt: draft.savedAt,
          problems: [...verdictOf(productId, draft.content).problems],
        }
      : null,
    versions: versions.map(each => ({
      version: each.version,
      name: each.product.name,
      fromDay: each.fromDay,
      isOffered: each.isOffered,
      isInEffect: each === inEffect,
      madeAt: each.madeAt,
    })),
    pending: proposed
      .filter(each => each.productId === productId)
      .map(({ proposalId, act, change, proposedBy }) => ({
        proposalId,
        act,
        fromDay: change.fromDay,
        proposedBy,
      })),
  }
}

/** Begins a draft from the version in effect today, the first to come, or a new product. */
export async function startProduct(
  { db }: Parts,
  productId: string,
  { staff, now }: By,
): Promise<{ revision: number } | Refusal<'outdated'>> {
  const versions = await productVersions(db, productId)
  const version = versionInEffect(versions, indiaDayOf(now)) ?? chainOf(versions)[0]
  const content = version ? draftOf(version.product, version.position) : newDraft()
  const revision = await startDraft(db, productId, { content, by: staff.staffId, at: now })
  return revision === undefined ? OUTDATED : { revision }
}

/** Saves a draft, and returns the problems that the publish gate finds. */
export async function saveProduct(
  { db }: Parts,
  { content, ...of }: { productId: string; revision: number; content: DraftContent },
  { staff, now }: By,
): Promise<{ revision: number; problems: string[] } | Refusal<'outdated'>> {
  const revision = await saveDraft(db, of, { content, by: staff.staffId, at: now })
  if (revision === undefined) return OUTDATED
  return { revision, problems: [...verdictOf(of.productId, content).problems] }
}

export async function discardProduct(
  { db }: Parts,
  { productId, revision }: { readonly productId: string; readonly revision: number },
): Promise<null | Refusal<'outdated'>> {
  return (await discardDraft(db, productId, revision)) ? null : OUTDATED
}

/** Runs the terms of a draft over past applications for the product, by the figures in effect today. */
export async function rehearseProduct(
  services: Parts,
  productId: string,
  { now }: At,
): Promise<
  | Output<typeof products.rehearse>
  | Refusal<'product-not-found' | 'product-unsound' | 'product-external'>
> {
  const draft = await productDraft(services.db, productId)
  if (!draft) return NOT_FOUND
  const { product } = verdictOf(productId, draft.content)
  if (!product) return refused('product-unsound')
  if (product.kind === 'external') return refused('product-external')
  const figures = await decisionFiguresOn(services.db, indiaDayOf(now))
  const { terms, amounts } = product
  const change = { product: { terms, amounts }, figures }
  return onTheWire(await rehearseOn(services, change, { productId, now }))
}

type Wanted = {
  readonly productId: string
  readonly of: 'draft' | 'proposed' | 'version'
  readonly version?: number | undefined
  readonly language: Language
  readonly amount?: Paise | undefined
}

/** A preview of a draft, a proposed version or a published one, as borrowers see it. */
export async function previewProduct(
  services: Parts & Pick<Services, 'config'>,
  source: Wanted,
  { now }: At,
): Promise<Preview | Refusal<'product-not-found'>> {
  const verdict = await verdictOfWanted(services, source, now)
  if (!verdict) return NOT_FOUND
  if (!verdict.product) {
    const nothing = { card: null, page: null, amount: null, cost: null, keyFacts: null }
    return { problems: [...verdict.problems], ...nothing }
  }
  const limits = await limitsOn(services.db, indiaDayOf(now))
  return previewOf({ ...verdict.product, limits }, services.config, { ...source, now })
}

async function verdictOfWanted(
  services: Parts,
  { productId, of, version }: Wanted,
  now: Date,
): Promise<Verdict | undefined> {
  if (of === 'version') {
    const versions = await productVersions(services.db, productId)
    const row = versions.find(each => each.version === version)
    return row && { product: row.product, position: row.position, problems: [] }
  }
  if (of === 'draft') {
    const draft = await productDraft(services.db, productId)
    return draft && verdictOf(productId, draft.content)
  }
  const proposed: ProposedVersion | undefined = (await proposedVersions(services, now)).find(
    each => each.productId === productId && each.change.content !== null,
  )
  return proposed?.change.content ? verdictOf(productId, proposed.change.content) : undefined
}
