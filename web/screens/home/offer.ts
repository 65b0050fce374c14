import type { Output } from '#contract/endpoint.ts'
import type { home } from '#contract/home.ts'
import type { verify } from '#contract/verify.ts'
import { isStepKey, type StepKey, verificationProgress } from '#domain/identity/verification.ts'

export type HomeData = Output<typeof home.index>
export type Product = HomeData['homeProductVos'][number]
export type Running = HomeData['undwayList'][number]
export type AuthStatus = Output<typeof verify.status>

/**
 * The state of a product on the home page: locked (productStatus 0), full (isFull other than 0), on
 * another site (productType 0), or open (spec §2).
 */
export type Offer = 'locked' | 'full' | 'external' | 'open'

export function offerOf(product: Product): Offer {
  if (product.productStatus === 0) return 'locked'
  if (product.isFull !== 0) return 'full'
  return product.productType === 0 ? 'external' : 'open'
}

export type ApplyTarget =
  | { readonly to: 'step'; readonly key: StepKey; readonly number: number; readonly total: number }
  | { readonly to: 'external' | 'locked' | 'detail' }

/**
 * Returns where APPLY leads once the auth status is known (spec §4, "Apply from home"): to the
 * first incomplete step in configured order; when all are done, to another site for product type 0,
 * to the full message of a locked product, else to its detail page.
 */
export function applyTarget(product: Product, status: AuthStatus): ApplyTarget {
  const order = status.userAuthConfigVoList.map(({ key }) => key).filter(isStepKey)
  const progress = verificationProgress(status, order)
  if (progress.at === 'step')
    return { to: 'step', key: progress.key, number: progress.number, total: progress.total }
  if (product.productType === 0) return { to: 'external' }
  return { to: product.productStatus === 0 ? 'locked' : 'detail' }
}

/**
 * Returns the address and the host of an offer on another site; undefined unless it is https
 * (product §10).
 */
export function externalSite(
  h5Href: string | null,
): { readonly href: string; readonly host: string } | undefined {
  const url = h5Href === null ? null : parsed(h5Href)
  return url?.protocol === 'https:' ? { href: url.href, host: url.host } : undefined
}

/** The address, if it is one (`URL.parse` is newer than the browsers that we serve). */
function parsed(address: string): URL | null {
  try {
    return new URL(address)
  } catch {
    return null
  }
}

/** True while something is overdue on an order of the borrower: home then shows no offers. */
export function isLate({ undwayList }: Pick<HomeData, 'undwayList'>): boolean {
  return undwayList.some(({ overdueDays }) => overdueDays > 0)
}

/** True where home has neither offers nor a reason to show none. */
export function isEmptyShelf(data: HomeData): boolean {
  return data.homeProductVos.length === 0 && !isLate(data)
}

/** Returns a product's logo: a picture of ours or of an https host, else the configured letters. */
export function markOf(logo: string): { src: string } | { letter: string } | Record<never, never> {
  if (/^(\/(?![/\\])|https:\/\/)/.test(logo)) return { src: logo }
  return logo === '' ? {} : { letter: logo.slice(0, 2) }
}
