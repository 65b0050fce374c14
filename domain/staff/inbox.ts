/** The kinds of work that wait for a person, most urgent first: what is owed comes before what is asked. */
export const INBOX_KINDS = [
  'refund',
  'payout',
  'hardship',
  'complaint',
  'application',
  'face',
  'proposal',
  'mandate',
  'skipped-order',
  'unknown-payment',
  'feedback',
  'failed-job',
] as const
export type InboxKind = (typeof INBOX_KINDS)[number]

type Waiting = {
  readonly kind: InboxKind
  readonly id: string
  readonly since: Date
  /** The instant at which law or the loan decides in place of a person. */
  readonly dueAt: Date | null
  readonly putOffUntil: Date | null
}

/** Put-off items come last; else by deadline, kind, and the longest waiting first. */
export function byUrgency(now: Date): (a: Waiting, b: Waiting) => number {
  const isPutOff = ({ putOffUntil }: Waiting) => Number(putOffUntil !== null && putOffUntil > now)
  const deadline = ({ dueAt }: Waiting) => dueAt?.getTime() ?? Number.MAX_SAFE_INTEGER
  const rank = ({ kind }: Waiting) => INBOX_KINDS.indexOf(kind)
  return (a, b) =>
    isPutOff(a) - isPutOff(b) ||
    deadline(a) - deadline(b) ||
    rank(a) - rank(b) ||
    a.since.getTime() - b.since.getTime() ||
    (a.id < b.id ? -1 : 1)
}

/** Work is put off for at most this long. */
export const PUT_OFF_DAYS_MAX = 14
