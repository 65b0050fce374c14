import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RunningLoan } from '#domain/lending/accrual.ts'
import { isReturned } from '#domain/lending/cooling-off.ts'
import { type Course, courseOf } from '#domain/lending/course.ts'
import { journalOf } from '#domain/lending/course-journal.ts'
import { refundsMissing, toGoBack } from '#domain/lending/course-refunds.ts'
import { extensionOffer } from '#domain/lending/extension.ts'
import { feeOf, type RequestedFee } from '#domain/lending/extension-window.ts'
import type { LoanFacts, ReceivedPayment, RequestedExtension } from '#domain/lending/loan-facts.ts'
import { worstOverdueDays } from '#domain/lending/paid-day.ts'
import { paidInAll } from '#domain/lending/paid-in-all.ts'
import { pastPositionOn, positionOn } from '#domain/lending/repayment.ts'
import { statementOfAccount } from '#domain/lending/statement-of-account.ts'
import {
  basisPoints,
  leftOverPaise,
  type Paise,
  paise,
  sumPaise,
  ZERO_PAISE,
} from '#domain/money.ts'
import { type LoanEvent, loanByOracle } from '#domain/testing/by-oracle.ts'
import {
  after,
  dayOfHours,
  factsOf,
  grantedPlan,
  numbered,
  payment,
  request,
  waiver,
} from '#domain/testing/facts.ts'
import { on, runningLoan } from '#domain/testing/loans.ts'
import { runs } from '#domain/testing/runs.ts'

/*
 * A loan ends in the same position in any order in which its payments become known, with the same refunds, history and
 * documents (decision 6). PROPERTY_RUNS is the number of lives; 10,000 take some minutes.
 */
const LIVES = runs(300)
const LAST_DAY = 45

const aPayment = fc.record({
  hours: fc.integer({ min: 1, max: 24 * 40 }),
  amount: fc.oneof(
    fc.integer({ min: 1_00, max: 6_000_00 }),
    fc.constantFrom(1_00, 5_035_00, 2_500_00, 525_00),
  ),
  /** The purpose of its page; `same`: the page of the payment before. */
  page: fc.constantFrom('part', 'part', 'first', 'second', 'same', 'fee', 'fee'),
})
const aLife = fc.record({
  instalments: fc.integer({ min: 1, max: 4 }),
  payments: fc.array(aPayment, { minLength: 1, maxLength: 6 }),
  does: fc.constantFrom('nothing', 'extends', 'extends', 'defers'),
  /** When that is done, and when some of the penal charge is given up. */
  doneAt: fc.integer({ min: 30, max: 24 * 30 }),
  waives: fc.option(
    fc.record({
      hours: fc.integer({ min: 24 * 8, max: 24 * 42 }),
      amount: fc.integer({ min: 1, max: 60_00 }),
    }),
  ),
  isAbandoned: fc.boolean(),
})
type Life = typeof aLife extends fc.Arbitrary<infer T> ? T : never

/** The request as answered by a server that knew of no payment; payments only lower its cost. */
function requestedFee(loan: RunningLoan, doneAt: number): RequestedFee | undefined {
  const terms = { extensionFee: basisPoints(1000), maxTenorDays: 90, coolingOffDays: 1 }
  const offer = extensionOffer(loan, terms, dayOfHours(doneAt))
  return typeof offer === 'string' ? undefined : offer
}

function factsOfLife({
  instalments,
  payments,
  does,
  doneAt,
  waives,
  isAbandoned,
}: Life): LoanFacts {
  const loan = runningLoan(instalments)
  const fee = does === 'extends' ? requestedFee(loan, doneAt) : undefined
  const received: ReceivedPayment[] = []
  for (const [index, { hours, amount, page }] of payments.entries()) {
    const before = received.at(-1)?.page
    const about =
      page === 'same' && before
        ? before
        : {
            lastInstalment: page === 'first' ? 1 : page === 'second' ? 2 : undefined,
            extensionId: page === 'fee' && fee ? 'e' : undefined,
          }
    // A fee is paid within a day of its request, or a little later.
    const isFee = about.extensionId !== undefined
    const sum = page === 'same' ? before?.amount : isFee && fee ? feeOf(fee) : undefined
    // No page is paid before it was opened.
    const at = isFee ? doneAt + (hours % 30) : hours
    received.push(payment(`p${index}`, at, sum ?? amount, about))
  }
  const ended: RequestedExtension['ended'] = isAbandoned
    ? { abandoned: { at: after(doneAt + 5), knownPayments: 0 } }
    : undefined
  return factsOf(loan, {
    payments: received,
    extensions: fee ? [request('e', doneAt, fee, ended)] : [],
    plan: does === 'defers' ? grantedPlan(1, doneAt, 14) : undefined,
    waivers: waives ? [waiver(waives.hours, waives.amount)] : [],
  })
}

type Lived = { readonly course: Course; readonly sentBack: Paise }

/** Receives the payments one by one, and orders each excess to be sent back at once. */
function lived(facts: LoanFacts, order: readonly ReceivedPayment[]): Lived {
  const sentBack = new Map<string, Paise>()
  let course = courseOf({ ...facts, payments: [] })
  for (let count = 1; count <= order.length; count += 1) {
    const payments = numbered(order.slice(0, count)).map(each => {
      return { ...each, sentBack: sentBack.get(each.id) ?? ZERO_PAISE }
    })
    course = courseOf({ ...facts, payments })
    const before = sumPaise([...sentBack.values()])
    const refunds = new Map([...course.uses].map(([id, use]) => [id, toGoBack(use)]))
    for (const [id, amount] of refundsMissing(payments, refunds))
      sentBack.set(id, sumPaise([sentBack.get(id) ?? ZERO_PAISE, amount]))
    const inAll = sumPaise([...refunds.values()])
    expect(inAll).toBeGreaterThanOrEqual(before)
    expect(sumPaise([...sentBack.values()])).toBe(inAll)
  }
  return { course, sentBack: sumPaise([...sentBack.values()]) }
}

/** All that is stored, shown or issued of a loan. */
function pictureOf({ course, sentBack }: Lived, facts: LoanFacts) {
  const { loan, uses, extensions, isPlanMoot } = course
  const days = [1, 7, 8, 14, 21, 30, LAST_DAY].map(on)
  const amounts = new Map(facts.payments.map(({ id, amount }) => [id, amount]))
  const journal = journalOf(course, { amounts, before: [], after: [] }, on(LAST_DAY))
  const last = positionOn(loan, on(LAST_DAY))
  return {
    positions: days.map(day => ({ ...pastPositionOn(loan, day), allocations: [] })),
    uses: [...uses].toSorted(),
    extensions: [...extensions],
    isPlanMoot,
    sentBack,
    worstOverdueDays: worstOverdueDays(loan, on(LAST_DAY)),
    wasReturned: isReturned(loan, 1),
    statement: statementOfAccount(journal, loan),
    paidInAll: paidInAll(last, paise(0)),
  }
}

/** The refunded money that is needed after all, which cannot be reversed. */
function tooMuchBack(facts: LoanFacts, { sentBack }: Lived): number {
  return leftOverPaise(sentBack, sumPaise([...courseOf(facts).uses.values()].map(toGoBack)))
}

/**
 * The maximum of that. Each instalment rounds its interest and its penal charge once, and each at
 * most a paisa otherwise. A refund that was right when it was sent may turn out wrong in three
 * ways:
 *
 * - Money for a fee that came too late lowers the charges of the loan; once another payment of that
 *   fee is known it is excess, goes back, and has lowered nothing.
 * - A waiver frees money; once the fee of an extension is known there were no penal charges to
 *   waive.
 * - Money for a fee beyond it goes back; once an earlier payment is known that left nothing to
 *   extend, all of it pays the loan.
 */
function maxExcessRefund(facts: LoanFacts): number {
  const { instalments, payments, extensions, waivers, rate, penalRate } = facts
  const amounts = (of: readonly { readonly amount: Paise }[]) => sumPaise(of.map(one => one.amount))
  const fees = payments.filter(({ page }) => page.extensionId !== undefined)
  const lowered = (amounts(fees.slice(1)) * (rate + penalRate) * LAST_DAY) / 365_000_000
  const isEnded = courseOf(facts).extensions.get('e')?.state === 'ended'
  return (
    2 * instalments.length +
    (extensions.length > 0 ? amounts(waivers) : 0) +
    (isEnded ? amounts(fees) : lowered)
  )
}

test(`${LIVES} loans end the same, in whatever order their payments become known`, {
  timeout: 20_000 + LIVES * 200,
}, () => {
  const counts = { late: 0, excess: 0, paid: 0, ended: 0, moot: 0, waived: 0 }
  let excused = 0
  fc.assert(
    fc.property(aLife, fc.infiniteStream(fc.nat()), (life, numbers) => {
      const facts = factsOfLife(life)
      const asMade = facts.payments.toSorted((a, b) => a.at.getTime() - b.at.getTime())
      const inAnyOrder = facts.payments
        .map(each => ({ each, number: numbers.next().value ?? 0 }))
        .toSorted((a, b) => a.number - b.number)
        .map(({ each }) => each)
      const expected = lived(facts, asMade)
      const actual = lived(facts, inAnyOrder)
      const paise = Math.max(...[expected, actual].map(each => tooMuchBack(facts, each)))
      expect(paise).toBeLessThanOrEqual(maxExcessRefund(facts))
      if (paise > 0) excused += 1
      else expect(pictureOf(actual, facts)).toEqual(pictureOf(expected, facts))
      count(counts, expected, facts)
    }),
    { numRuns: LIVES },
  )
  expect(excused).toBeLessThanOrEqual(1 + LIVES / 1_000)
  for (const [what, count] of Object.entries(counts))
    expect(count, `${what} of ${JSON.stringify(counts)}`).toBeGreaterThan(LIVES / 100)
})

function count(
  counts: Record<'late' | 'excess' | 'paid' | 'ended' | 'moot' | 'waived', number>,
  { course, sentBack }: Lived,
  facts: LoanFacts,
): void {
  const { loan, extensions, isPlanMoot } = course
  const state = extensions.get('e')?.state
  const end = positionOn(loan, on(LAST_DAY))
  if (worstOverdueDays(loan, on(LAST_DAY)) > 0) counts.late += 1
  if (sentBack > 0) counts.excess += 1
  if (state === 'paid') counts.paid += 1
  if (state === 'ended') counts.ended += 1
  if (isPlanMoot) counts.moot += 1
  if (facts.waivers.length > 0 && end.waived > 0) counts.waived += 1
}

test(`${LIVES} loans owe what the oracle says that payments by their days leave`, {
  timeout: 20_000 + LIVES * 100,
}, () => {
  const parts = fc.array(
    fc.record({
      hours: fc.integer({ min: 1, max: 24 * 40 }),
      amount: fc.integer({ min: 1_00, max: 3_000_00 }),
    }),
    { minLength: 1, maxLength: 6 },
  )
  const life = fc.record({ instalments: fc.integer({ min: 1, max: 4 }), parts })
  fc.assert(
    fc.property(life, fc.integer({ min: 0, max: LAST_DAY }), ({ instalments, parts }, later) => {
      const loan = runningLoan(instalments)
      const payments = numbered(
        parts.map(({ hours, amount }, at) => payment(`p${at}`, hours, amount)),
      )
      const events = parts
        .toSorted((a, b) => a.hours - b.hours)
        .map(({ hours, amount }): LoanEvent => {
          return { kind: 'payment', day: Math.floor(hours / 24), amount }
        })
      const day = Math.max(later, ...events.map(each => each.day))
      const { owed } = positionOn(courseOf(factsOf(loan, { payments })).loan, on(day))
      expect(owed).toEqual(loanByOracle({ instalments }, events).on(day).owed())
      expect(dayOfHours(24 * day)).toBe(on(day))
    }),
    { numRuns: LIVES },
  )
})
