/** The purposes for which a borrower may be asked to consent, each separately (product §9). */

/** Consent given on a page along with what it needs: that page cannot continue without it. */
export const PAGE_PURPOSES = [
  'agreement',
  'basic',
  'work',
  'identity',
  'face',
  'contacts',
  'bank-account',
] as const
/** Permission to debit a loan's instalments, given on the page of the loan and ended there. */
export const MANDATE_PURPOSES = ['autopay'] as const
/** Consent requested separately and optional: nothing depends on it. */
export const OPTIONAL_PURPOSES = ['location', 'marketing', 'tracking'] as const

export type PagePurpose = (typeof PAGE_PURPOSES)[number]
export type OptionalPurpose = (typeof OPTIONAL_PURPOSES)[number]
export type ConsentPurpose = PagePurpose | OptionalPurpose | (typeof MANDATE_PURPOSES)[number]
