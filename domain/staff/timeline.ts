/** The kinds of events in the timeline of a borrower. */
export const TIMELINE_KINDS = [
  'order',
  'payout',
  'payment',
  'refund',
  'message',
  'consent',
  'document',
  'face',
  'cards',
  'names',
  'feedback',
  'complaint',
  'collection',
  'question',
  'look',
  'note',
] as const
export type TimelineKind = (typeof TIMELINE_KINDS)[number]
