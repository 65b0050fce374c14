import type { TierName } from '#domain/lending/tier.ts'
import type { MessageId } from '#words/catalogues.ts'

export const tierNames: Record<TierName, MessageId> = {
  copper: 'home.tier.copper',
  silver: 'home.tier.silver',
  gold: 'home.tier.gold',
}
