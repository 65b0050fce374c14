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

/**
 * The documents that no longer hold once the bank took the loan's money back: nothing is owed on
 * any day, and nothing was repaid.
 */
export const ENDING_WITH_THE_LOAN = [
  'key-facts-addendum',
  'hardship-addendum',
  'no-dues-certificate',
] as const satisfies LoanDocumentKind[]
