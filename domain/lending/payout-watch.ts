/*
 * A bank may take a payout back long after it had arrived, and the message that tells of it may be lost. So the vendor is asked for as
 * long as it may reverse a payout: every day at first, and less often as the payout gets older.
 */

export type PayoutCheckPause = {
  /** The age of the payout, in days, from which on this pause holds. */
  readonly fromAge: number
  readonly days: number
}

export const PAYOUT_CHECK_PAUSES: readonly PayoutCheckPause[] = [
  { fromAge: 0, days: 1 },
  { fromAge: 14, days: 3 },
  { fromAge: 45, days: 7 },
]

/** After the last day of the watch, the vendor is asked for so many more days if it could not answer. */
export const PAYOUT_CHECK_PATIENCE_DAYS = 40
