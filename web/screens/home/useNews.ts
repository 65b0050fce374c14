import { useEffect } from 'react'
import { markNewsSeen } from '#web/device/news.ts'
import { type HomeData, offerOf } from './offer.ts'

/** Marks the offers and the outcome on home as seen, which removes the badge "new". */
export function useNews(data: HomeData | undefined): void {
  const news = data && newsOf(data).join(' ')
  useEffect(() => (news === undefined ? undefined : markNewsSeen(news.split(' '))), [news])
}

/** An offer is news when it is added or opens, an outcome when it happens. */
function newsOf({ homeProductVos, outcome }: HomeData): string[] {
  const offers = homeProductVos.map(product => `${product.id}:${offerOf(product)}`)
  return outcome ? [...offers, outcome.at.toISOString()] : offers
}
