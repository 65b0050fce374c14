import { isDeepStrictEqual } from 'node:util'
import type { Database } from '#server/platform/db/open.ts'
import { DONE } from './acts.ts'
import { type Life, type LimitAttempt, type LoanAttempt, NONE, type Restraint } from './life.ts'
import { dayInIndia, dayText } from './oracle/calendar.ts'
import { type LimitRequest, ownLimitsOn, ownRefusal } from './oracle/own-limits.ts'

/** The reasons of a refusal that borrowers themselves have caused. */
const OWN_REASONS = ['own-pause', 'own-ceiling']

/** The new loans of borrowers and reservations, each with the end of its decision. */
const DECIDED = `
  SELECT borrower_id::text AS borrower, order_id::text AS id, principal AS amount, applied_at AS at, '${DONE}' AS outcome
  FROM loan_order
  UNION ALL SELECT borrower_id::text, reservation_id::text, amount, ended_at, refusal ->> 'reason'
  FROM reservation WHERE state = 'refused'`

/**
 * Names each answer about a borrower's own limits that differs from the oracle's, and each new loan
 * that was lent or reserved beyond them, or refused within them.
 */
export async function limitFaults(
  db: Database,
  lives: readonly Pick<Life, 'orders' | 'restraint'>[],
): Promise<string[]> {
  const rows = await db.raw(DECIDED)
  const borrowers = new Map(rows.map(({ id, borrower }) => [id, borrower]))
  const byBorrower = Map.groupBy(rows, ({ borrower }) => borrower)
  return lives.flatMap(({ orders, restraint }) => {
    const someOrder = orders.find(id => id !== NONE)
    const stored = byBorrower.get(borrowers.get(someOrder)) ?? []
    return restraintFaults(restraint, stored.map(storedLoan))
  })
}

function storedLoan({ amount, at, outcome }: Record<string, unknown>): LoanAttempt {
  const instant = (at as Date).toISOString()
  return { amount: Number(amount), outcome: String(outcome), from: instant, until: instant }
}

/** The same of one borrower; `stored` are the orders and refused reservations in our books. */
export function restraintFaults(
  { limits, loans }: Restraint,
  stored: readonly LoanAttempt[],
): string[] {
  return [
    ...limits.flatMap((_one, at) => answerFaults(limits.slice(0, at + 1))),
    ...[...loans, ...stored].flatMap(loan => loanFaults(loan, limits)),
  ]
}

/** Compares the answer to the last of some requests. */
function answerFaults(limits: readonly LimitAttempt[]): string[] {
  const last = limits.at(-1)
  if (!last) return []
  const about = `limits ${JSON.stringify(limits.map(({ wish, from }) => ({ ...wish, from })))}`
  if (!last.answer) return [`${about}: the last was refused`]
  const { today, ceiling, pause, pausedUntil } = last.answer
  if (!daysOf(last).has(today)) return [`${about}: the last was answered as of ${today}`]
  const actual = { ceiling, pause, pausedUntil }
  const expected = ownLimitsOn(requestsOf(limits), today)
  return isDeepStrictEqual(actual, expected)
    ? []
    : [
        `${about}: the server answered ${JSON.stringify(actual)}, but the oracle says ${JSON.stringify(expected)}`,
      ]
}

/** A refusal for another reason does not depend on the borrower's own limits. */
function loanFaults(loan: LoanAttempt, limits: readonly LimitAttempt[]): string[] {
  const { amount, outcome, from } = loan
  if (outcome !== DONE && !OWN_REASONS.includes(outcome)) return []
  const expected = refusalsBetween(loan, limits).map(refusal => refusal ?? DONE)
  return expected.includes(outcome)
    ? []
    : [
        `a new loan of ${amount} paise at ${from} ended with ${outcome}, but the oracle says ${expected.join(' or ')} by ${JSON.stringify(limits)}`,
      ]
}

/** The refusals that the limits allow for a loan, since several requests run at one time. */
function refusalsBetween(loan: LoanAttempt, limits: readonly LimitAttempt[]) {
  const { amount, from, until } = loan
  const least = limits.filter(one => one.until < from).length
  const most = limits.filter(one => one.from <= until).length
  const refusals: (string | undefined)[] = []
  for (let count = least; count <= most; count += 1)
    for (const day of daysOf(loan))
      refusals.push(ownRefusal(ownLimitsOn(requestsOf(limits.slice(0, count)), day), amount))
  return refusals
}

/** The requests as of the day that the server named, or the day on which they were refused. */
function requestsOf(limits: readonly LimitAttempt[]): LimitRequest[] {
  return limits.map(({ wish, answer, from }) => ({ ...wish, on: answer?.today ?? indiaDay(from) }))
}

const indiaDay = (instant: string) => dayText(dayInIndia(instant))

function daysOf({ from, until }: Pick<LoanAttempt, 'from' | 'until'>): ReadonlySet<string> {
  return new Set([indiaDay(from), indiaDay(until)])
}
