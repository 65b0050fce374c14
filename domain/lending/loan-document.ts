/* The documents that a borrower is entitled to. */

/**
 * `key-facts-addendum`, `hardship-addendum`: the cost of an extension, and what a hardship plan
 * changes, in the form of the Key Facts Statement.
 */
export const LOAN_DOCUMENT_KINDS = [
  'key-facts-statement',
  'key-facts-addendum',
  'hardship-addendum',
  'receipt',
  'statement-of-account',
  'no-dues-certificate',
] as const
export type LoanDocumentKind = (typeof LOAN_DOCUMENT_KINDS)[number]
