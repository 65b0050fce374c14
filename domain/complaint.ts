import { addDays, type Day, daysBetween, indiaDayOf, startOfIndiaDay } from '#domain/day.ts'

/** The subject of a complaint, for staff and reports. */
export const COMPLAINT_CATEGORIES = [
  'charges',
  'repayment',
  'payout',
  'conduct',
  'privacy',
  'credit-report',
  'application',
  'service',
] as const
export type ComplaintCategory = (typeof COMPLAINT_CATEGORIES)[number]

/** The cause that was found; a complaint is not closed without one. */
export const ROOT_CAUSES = [
  'unclear-words',
  'wrong-figure',
  'delay',
  'system-fault',
  'vendor-fault',
  'person-fault',
  'no-fault-found',
] as const
export type RootCause = (typeof ROOT_CAUSES)[number]

export const COMPLAINT_OUTCOMES = ['resolved', 'partly', 'rejected'] as const
export type ComplaintOutcome = (typeof COMPLAINT_OUTCOMES)[number]

/**
 * Without an answer within these days of its receipt, or if it is rejected, a complaint may go to
 * the RBI Ombudsman (regulation R9).
 */
export const COMPLAINT_DAYS = 30
/**
 * The Ombudsman takes a complaint within these days of the answer, or of the last day for one
 * (regulation 4.6).
 */
export const OMBUDSMAN_DAYS = 90
/** Our policy: from these days on it is the grievance officer's. */
export const ESCALATED_AFTER_DAYS = 20
/** Our policy: staff is reminded from each of these days on. */
export const REMINDED_AFTER_DAYS = [10, 20, 27] as const

/** The last India day for the answer to a complaint that was received at this instant. */
export function answerBy(receivedAt: Date): Day {
  return addDays(indiaDayOf(receivedAt), COMPLAINT_DAYS)
}

/** The first instant at which an answer is late. */
export function answerDueAt(receivedAt: Date): Date {
  return startOfIndiaDay(addDays(answerBy(receivedAt), 1))
}

/**
 * The classes of days of a complaint in reports: since its receipt while it is open, or to its closing.
 * Above the last, the answer is late.
 */
export const COMPLAINT_AGES = ['0-10', '11-20', '21-30', 'over-30'] as const
export type ComplaintAge = (typeof COMPLAINT_AGES)[number]

/** The first day of each class but the first, in the order of `COMPLAINT_AGES`. */
export const COMPLAINT_AGE_EDGES = [11, 21, COMPLAINT_DAYS + 1] as const

/** The class of a complaint that was received on one India day, on another. */
export function complaintAgeOf(receivedOn: Day, on: Day): ComplaintAge {
  const days = daysBetween(receivedOn, on)
  const at = COMPLAINT_AGE_EDGES.filter(edge => days >= edge).length
  return COMPLAINT_AGES[at] ?? 'over-30'
}

/**
 * The instant of receipt: that of the feedback, whenever somebody recognises it as a complaint. One
 * that was answered becomes a complaint when its borrower does not accept the answer: now.
 */
export function receivedAtOf(
  { createdAt, answeredAt }: { readonly createdAt: Date; readonly answeredAt: Date | null },
  now: Date,
): Date {
  return answeredAt ? now : createdAt
}

type Standing = {
  readonly receivedAt: Date
  readonly category: ComplaintCategory
  readonly rootCause: RootCause | null
  readonly escalatedAt: Date | null
  readonly closedAt: Date | null
  readonly outcome: ComplaintOutcome | null
}

/** The urgency of an open complaint: `reminded-1` to `reminded-3`, then `late`. */
export const COMPLAINT_STAGES = ['new', 'reminded-1', 'reminded-2', 'reminded-3', 'late'] as const
export type ComplaintStage = (typeof COMPLAINT_STAGES)[number]

export function stageOf({ receivedAt }: Pick<Standing, 'receivedAt'>, now: Date): ComplaintStage {
  if (now >= answerDueAt(receivedAt)) return 'late'
  const days = daysBetween(indiaDayOf(receivedAt), indiaDayOf(now))
  return COMPLAINT_STAGES[REMINDED_AFTER_DAYS.filter(each => days >= each).length] ?? 'late'
}

/**
 * True if it is the grievance officer's: somebody escalated it, it is about the conduct of our own
 * people, or its time runs out.
 */
export function isEscalated(
  { receivedAt, category, escalatedAt }: Pick<Standing, 'receivedAt' | 'category' | 'escalatedAt'>,
  now: Date,
): boolean {
  return (
    escalatedAt !== null ||
    category === 'conduct' ||
    daysBetween(indiaDayOf(receivedAt), indiaDayOf(now)) >= ESCALATED_AFTER_DAYS
  )
}

/**
 * The reason why a person cannot close a complaint with an outcome, if any. Only the grievance
 * officer (`mayDecide`) rejects one, in whole or in part, and closes one that was escalated.
 */
export function whyNotClose(
  complaint: Omit<Standing, 'outcome'>,
  outcome: ComplaintOutcome,
  mayDecide: boolean,
  now: Date,
): 'outdated' | 'root-cause-missing' | 'not-permitted' | undefined {
  if (complaint.closedAt) return 'outdated'
  if (!mayDecide && (outcome !== 'resolved' || isEscalated(complaint, now))) return 'not-permitted'
  return complaint.rootCause === null ? 'root-cause-missing' : undefined
}

/**
 * The last India day on which the borrower can go to the Ombudsman, and therefore reads the
 * address: once the answer is late, or rejects the complaint in whole or in part. Undefined before
 * that. It counts from the earlier of two days, so that keeping to it is never late (RB-IOS,
 * regulation 4.6).
 */
export function ombudsmanUntil(
  { receivedAt, closedAt, outcome }: Pick<Standing, 'receivedAt' | 'closedAt' | 'outcome'>,
  now: Date,
): Day | undefined {
  const isRejected = outcome === 'rejected' || outcome === 'partly'
  if (!isRejected && (closedAt ?? now) < answerDueAt(receivedAt)) return undefined
  const isInTime = closedAt !== null && closedAt < answerDueAt(receivedAt)
  return addDays(isInTime ? indiaDayOf(closedAt) : answerBy(receivedAt), OMBUDSMAN_DAYS)
}
