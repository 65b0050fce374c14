/*
 * A bank may reverse a payout long after it arrived, and the webhook may get lost. So poll the
 * vendor for as long as it may reverse the payout: every day at first, then less often as the
 * payout gets older.
 */

export type PayoutCheckPause = {
  /** The age of the payout in days from which this interval applies. */
  readonly fromAge: number
  readonly days: number
}

export const PAYOUT_CHECK_PAUSES: readonly PayoutCheckPause[] = [
  { fromAge: 0, days: 1 },
  { fromAge: 14, days: 3 },
  { fromAge: 45, days: 7 },
]

/**
 * The days for which polling goes on after the last day of the watch if the vendor could not
 * answer.
 */
export const PAYOUT_CHECK_PATIENCE_DAYS = 40
