import { addDays, addYears, type Day, laterDay } from '#domain/day.ts'
import { type OrderState, runningStates } from '#domain/lending/order.ts'
import { REAPPLY_WAIT_DAYS } from '#domain/limits.ts'

/** The kinds of borrower data that are explained, erased and expired separately. */
export const DATA_KINDS = [
  'number',
  'basic',
  'work',
  'identity',
  'pictures',
  'contacts',
  'bank-account',
  'decisions',
  'loans',
  'papers',
  'collection',
  'location',
  'use',
  'notifications',
  'feedback',
] as const
export type DataKind = (typeof DATA_KINDS)[number]

/** A stable code for the law that obliges us to keep something. */
export type Law =
  /**
   * Prevention of Money-laundering (Maintenance of Records) Rules 2005, rules 3 and 10; the Act, s.
   * 12(3), (4): identity and transaction records, five years.
   */
  | 'pmla'
  /** Companies Act 2013, s. 128(5): books of account, eight financial years. */
  | 'companies-act'
  /** The wait after a denial, which a new account would bypass (specification §9). */
  | 'wait'

/**
 * The periods for which data is kept where no law requires more, with the source of each. Days are
 * counted from the event that the comment names; the data is deleted on the day after the last of
 * them (server/privacy/retention.ts).
 */
export const KEPT_DAYS = {
  /**
   * Selfies and documents, from the day they were taken: the result of the check is kept, the
   * picture is not (regulation C14).
   */
  pictures: 30,
  /**
   * From the end of the last order: the time in which a complaint may still be raised (regulation
   * C10, 4.6).
   */
  contacts: 30,
  /** From the day it was recorded: requested once, for the decision at hand (regulation R10). */
  location: 30,
  /**
   * From the reply: a complaint and its answer can be looked up for a year (DPDP Rules 2025, rule
   * 8(3)).
   */
  feedback: 365,
  /**
   * Calls, notes and promises about an overdue loan, from the end of the last order (same source).
   */
  collection: 365,
  /**
   * The data of an applicant who got no loan, from the end of their last application or their last
   * input (same source).
   */
  applicant: 365,
} as const

/** Five years after the relationship has ended (law `pmla`). */
export const KYC_KEPT_YEARS = 5
/** Financial years after the year of the last entry (law `companies-act`). */
export const BOOKS_KEPT_YEARS = 8

/** The part of an order that matters for retention. */
export type PastOrder = {
  readonly state: OrderState
  /** The India day on which the money arrived. */
  readonly lentOn: Day | undefined
  readonly deniedOn: Day | undefined
  /** The wait that was stated to the borrower with the denial. */
  readonly reapplyWaitDays: number
  /** The day of the order's last event. */
  readonly lastOn: Day
}

/** The facts of a borrower's orders that decide the retention of their data. */
export type Relationship = {
  /** An application or a loan is in progress: the data it needs is kept. */
  readonly isRunning: boolean
  /** An application is undecided: a person may have to look at the pictures. */
  readonly isAudited: boolean
  readonly lastOrderEndedOn: Day | undefined
  /** The end of the last loan that was paid out; undefined without one. */
  readonly lastLoanEndedOn: Day | undefined
  /** The last day of the wait after a denial. */
  readonly waitsUntil: Day | undefined
}

export function relationshipOf(orders: readonly PastOrder[]): Relationship {
  const running: readonly OrderState[] = runningStates
  const ended = orders.filter(({ state }) => !running.includes(state))
  const latest = (days: readonly Day[]) =>
    days.reduce<Day | undefined>((last, each) => (last ? laterDay(last, each) : each), undefined)
  return {
    isRunning: ended.length < orders.length,
    isAudited: orders.some(({ state }) => state === 'auditing'),
    lastOrderEndedOn: latest(ended.map(({ lastOn }) => lastOn)),
    lastLoanEndedOn: latest(ended.flatMap(({ lentOn, lastOn }) => (lentOn ? [lastOn] : []))),
    waitsUntil: latest(
      orders.flatMap(({ deniedOn, reapplyWaitDays }) =>
        deniedOn ? [addDays(deniedOn, reapplyWaitDays)] : [],
      ),
    ),
  }
}

/**
 * The reason why something is still stored. `until` is the last day; undefined if it depends on the
 * borrower or on a loan in progress.
 */
export type Keeping =
  | { readonly because: 'loan'; readonly until: undefined }
  | { readonly because: 'law'; readonly law: Law; readonly until: Day }
  | { readonly because: 'period'; readonly until: Day }
  /** Until it is withdrawn or the account is erased. */
  | { readonly because: 'account'; readonly until: undefined }

/**
 * The data that an application or a running loan needs from a borrower: it cannot be erased
 * meanwhile.
 */
const NEEDED_BY_A_LOAN: readonly DataKind[] = [
  'number',
  'basic',
  'work',
  'identity',
  'contacts',
  'bank-account',
  'decisions',
  'loans',
  'papers',
  'collection',
]
/**
 * The data that makes up the record of a loan: the law requires it, whatever the borrower wishes.
 */
const RECORD_OF_A_LOAN: readonly DataKind[] = [
  'number',
  'identity',
  'bank-account',
  'decisions',
  'papers',
]

function isNeeded(kind: DataKind, { isRunning, isAudited }: Relationship): boolean {
  return kind === 'pictures' ? isAudited : isRunning && NEEDED_BY_A_LOAN.includes(kind)
}

/**
 * The last day of a kind of data if nobody asks for its erasure; `since` is the day of its newest
 * part.
 */
export function keepingOf(kind: DataKind, since: Day, relationship: Relationship): Keeping {
  const { lastOrderEndedOn } = relationship
  if (kind === 'notifications' || kind === 'use') return { because: 'account', until: undefined }
  if (kind === 'location' || kind === 'feedback')
    return { because: 'period', until: addDays(since, KEPT_DAYS[kind]) }
  if (isNeeded(kind, relationship)) return { because: 'loan', until: undefined }
  const legalTerm = heldByLaw(kind, relationship)
  if (legalTerm) return { because: 'law', ...legalTerm }
  if (kind === 'number' || kind === 'loans') return { because: 'account', until: undefined }
  const from = lastOrderEndedOn ? laterDay(since, lastOrderEndedOn) : since
  if (kind === 'pictures') return { because: 'period', until: addDays(since, KEPT_DAYS.pictures) }
  if (kind === 'contacts' && lastOrderEndedOn)
    return { because: 'period', until: addDays(from, KEPT_DAYS.contacts) }
  return { because: 'period', until: addDays(from, KEPT_DAYS.applicant) }
}

/** Which law requires a kind of data to be kept, and until when, if no loan is in progress. */
export function heldByLaw(
  kind: DataKind,
  { lastLoanEndedOn, waitsUntil }: Relationship,
): { law: Law; until: Day } | undefined {
  if (lastLoanEndedOn && RECORD_OF_A_LOAN.includes(kind))
    return { law: 'pmla', until: addYears(lastLoanEndedOn, KYC_KEPT_YEARS) }
  if (lastLoanEndedOn && kind === 'loans')
    return { law: 'companies-act', until: booksKeptUntil(lastLoanEndedOn) }
  return waitsUntil && kind === 'number' ? { law: 'wait', until: waitsUntil } : undefined
}

/** The fate of a kind of data that the borrower wants erased today. */
export type Erasure =
  | 'at-once'
  /** It is removed from everything in use and archived for the law alone until the last day. */
  | 'sealed-away'
  | 'after-the-loan'
  | 'kept-by-law'

/** The part of a loan's record that the product itself does not need after the loan has ended. */
const SEALED_AWAY: readonly DataKind[] = ['identity', 'bank-account']

export function erasureOf(kind: DataKind, relationship: Relationship, today: Day): Erasure {
  if (isNeeded(kind, relationship)) return 'after-the-loan'
  const legalTerm = heldByLaw(kind, relationship)
  if (!legalTerm || legalTerm.until < today) return 'at-once'
  return SEALED_AWAY.includes(kind) ? 'sealed-away' : 'kept-by-law'
}

/**
 * The last day of the eighth financial year (April to March) after the one in which an entry was
 * made.
 */
export function booksKeptUntil(entry: Day): Day {
  const year = Number(entry.slice(0, 4))
  const yearOfItsEnd = entry.slice(5) > '03-31' ? year + 1 : year
  return addYears(`${yearOfItsEnd}-03-31` as Day, BOOKS_KEPT_YEARS)
}

/**
 * No event starts a period that ends within fewer days, so reviewing again after this long misses
 * none. Only a wait that a lender made shorter can end earlier: its review comes by this day.
 */
const PERIOD_DAYS_MIN = Math.min(REAPPLY_WAIT_DAYS, ...Object.values(KEPT_DAYS))

/** The day on which a borrower's retention periods must be reviewed next. */
export function nextReviewOn(keepings: readonly Keeping[], today: Day): Day {
  const latest = addDays(today, PERIOD_DAYS_MIN)
  return keepings.reduce((next, { until }) => {
    const after = until && addDays(until, 1)
    return after && after > today && after < next ? after : next
  }, latest)
}
