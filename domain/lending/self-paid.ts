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
/** Why AutoPay takes nothing of the next instalment, so that the borrower pays it by hand. */
export type SelfPaidReason = (typeof selfPaidReasons)[number]
