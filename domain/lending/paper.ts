/* The documents that a borrower is entitled to. */

/** `key-facts-addendum`: the cost of an extension, in the form of the Key Facts Statement. */
export const PAPER_KINDS = [
  'key-facts-statement',
  'key-facts-addendum',
  'receipt',
  'statement-of-account',
  'no-dues-certificate',
] as const
export type PaperKind = (typeof PAPER_KINDS)[number]
