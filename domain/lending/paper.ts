/* Papers: the documents that a borrower is owed. */

/** `key-facts-addendum`: what an extension costs, in the form of the Key Facts Statement. */
export const PAPER_KINDS = [
  'key-facts-statement',
  'key-facts-addendum',
  'receipt',
  'statement-of-account',
  'no-dues-certificate',
] as const
export type PaperKind = (typeof PAPER_KINDS)[number]
