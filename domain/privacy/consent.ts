/** What a borrower may be asked to agree to, each by itself (product §9). */

/** Agreed to on a page, together with what it takes: without it that page cannot go on. */
export const PAGE_PURPOSES = [
  'agreement',
  'basic',
  'work',
  'identity',
  'face',
  'contacts',
  'bank-account',
] as const
/** Asked for by itself and may be refused: nothing depends on it. */
export const OPTIONAL_PURPOSES = ['location', 'marketing', 'tracking'] as const

export type PagePurpose = (typeof PAGE_PURPOSES)[number]
export type OptionalPurpose = (typeof OPTIONAL_PURPOSES)[number]
export type ConsentPurpose = PagePurpose | OptionalPurpose
