import type { Output } from '#contract/endpoint.ts'
import type { home } from '#contract/home.ts'
import type { verify } from '#contract/verify.ts'
import { isStepKey, type StepKey, verificationProgress } from '#domain/identity/verification.ts'

export type HomeData = Output<typeof home.index>
export type Product = HomeData['homeProductVos'][number]
export type Running = HomeData['undwayList'][number]
export type AuthStatus = Output<typeof verify.status>

/** How a product stands on the home page: locked (productStatus 0), full (isFull other than 0), on another site (productType 0), or open (spec §2). */
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
 * Where APPLY leads once the auth status is known (spec §4, "Apply from home"): the first incomplete step in configured
 * order; when all are done, another site for product type 0, the full message of a locked product, else its detail page.
 */
export function applyTarget(product: Product, status: AuthStatus): ApplyTarget {
  const order = status.userAuthConfigVoList.map(({ key }) => key).filter(isStepKey)
  const progress = verificationProgress(status, order)
  if (progress.at === 'step')
    return { to: 'step', key: progress.key, number: progress.number, total: progress.total }
  if (product.productType === 0) return { to: 'external' }
  return { to: product.productStatus === 0 ? 'locked' : 'detail' }
}

/** The address of an offer on another site and the host it is on; nothing unless it is https (product §10). */
export function externalSite(
  h5Href: string | null,
): { readonly href: string; readonly host: string } | undefined {
  const url = h5Href === null ? null : URL.parse(h5Href)
  return url?.protocol === 'https:' ? { href: url.href, host: url.host } : undefined
}

/** A product's mark: a picture of ours or of an https host, else the letters that were configured. */
export function markOf(logo: string): { src: string } | { letter: string } | Record<never, never> {
  if (/^(\/(?![/\\])|https:\/\/)/.test(logo)) return { src: logo }
  return logo === '' ? {} : { letter: logo.slice(0, 2) }
}
