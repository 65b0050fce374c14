export const selfPaidReasons = [
  'paused',
  'overdue',
  'help-awaited',
  'above-cap',
  'mandate-over',
  'too-late',
  'part-paid',
  'skipped',
  'not-taken',
] as const
/** The reason why AutoPay takes nothing of the next instalment, which the borrower pays by hand. */
export type SelfPaidReason = (typeof selfPaidReasons)[number]
