import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isReturned } from '#domain/lending/cooling-off.ts'
import { type Course, courseOf } from '#domain/lending/course.ts'
import { journalOf } from '#domain/lending/course-journal.ts'
import type { LoanFacts, MadePayment, RequestedExtension } from '#domain/lending/loan-facts.ts'
import { worstOverdueDays } from '#domain/lending/paid-day.ts'
import { paidInAll } from '#domain/lending/paid-in-all.ts'
import { pastPositionOn, positionOn } from '#domain/lending/repayment.ts'
import { statementOfAccount } from '#domain/lending/statement-of-account.ts'
import { paise } from '#domain/money.ts'
import {
  after,
  dayOfHours,
  factsOf,
  grantedPlan,
  learned,
  payment,
  request,
  waiver,
} from '#domain/testing/facts.ts'
import { livesToTry } from '#domain/testing/lives.ts'
import { on, runningLoan } from '#domain/testing/loans.ts'
import { type NaiveEvent, naivePayoff } from '#domain/testing/naive-loan.ts'

/*
 * Whatever becomes known first, a loan ends in the same position, with the same refunds, history and
 * documents (decision 6). LIVES is the number of lives; 10,000 take some minutes.
 */
const LIVES = livesToTry(300)
const LAST_DAY = 45

const aPayment = fc.record({
  hours: fc.integer({ min: 1, max: 24 * 40 }),
  amount: fc.oneof(
    fc.integer({ min: 1_00, max: 6_000_00 }),
    fc.constantFrom(1_00, 5_035_00, 2_500_00, 525_00),
  ),
  /** What its page was opened for, and whether the payment before was made on the same one. */
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

/** The fee as it was asked for while nobody knew of the payments before: more than is owed at most. */
const FEE = {
  serviceFee: paise(500_00),
  gst: paise(76_27),
  penal: paise(50_00),
  interest: paise(60_00),
}

/** All that was asked for. Of a fee in parts, one may have gone back before the other is known. */
const WHOLE_FEE = 610_00

function factsOfLife({
  instalments,
  payments,
  does,
  doneAt,
  waives,
  isAbandoned,
}: Life): LoanFacts {
  const made: MadePayment[] = []
  for (const [index, { hours, amount, page }] of payments.entries()) {
    const before = made.at(-1)?.page
    const about =
      page === 'same' && before
        ? before
        : {
            lastInstalment: page === 'first' ? 1 : page === 'second' ? 2 : undefined,
            extensionId: page === 'fee' && does === 'extends' ? 'e' : undefined,
          }
    // A fee is paid within a day of its request, or a little later.
    const isFee = about.extensionId !== undefined
    const sum = page === 'same' ? before?.amount : isFee ? WHOLE_FEE : undefined
    // No page is paid before it was opened.
    const at = isFee ? doneAt + (hours % 30) : hours
    made.push(payment(`p${index}`, at, sum ?? amount, about))
  }
  const ended: RequestedExtension['ended'] = isAbandoned
    ? { abandoned: { at: after(doneAt + 5), known: 0 } }
    : undefined
  return factsOf(runningLoan(instalments), {
    payments: made,
    extensions: does === 'extends' ? [request('e', doneAt, FEE, ended)] : [],
    plan: does === 'defers' ? grantedPlan(1, doneAt, 14) : undefined,
    waivers: waives ? [waiver(waives.hours, waives.amount)] : [],
  })
}

type Lived = { readonly course: Course; readonly sentBack: ReadonlyMap<string, number> }

/** Learns of the payments one by one. What is too much is ordered to be sent back at once. */
function lived(facts: LoanFacts, order: readonly MadePayment[]): Lived {
  const sentBack = new Map<string, { asExcess: number; ofHeld: number }>()
  let course = courseOf({ ...facts, payments: [] })
  for (let count = 1; count <= order.length; count += 1) {
    const payments = learned(order.slice(0, count)).map(each => {
      const { asExcess = 0, ofHeld = 0 } = sentBack.get(each.id) ?? {}
      return { ...each, sentBack: { asExcess: paise(asExcess), ofHeld: paise(ofHeld) } }
    })
    course = courseOf({ ...facts, payments })
    for (const [id, { excess, returned }] of course.uses) {
      const before = sentBack.get(id) ?? { asExcess: 0, ofHeld: 0 }
      expect(excess + returned).toBeGreaterThanOrEqual(before.asExcess + before.ofHeld)
      sentBack.set(id, { asExcess: excess, ofHeld: returned })
    }
  }
  const sums = [...sentBack].map(([id, each]) => [id, each.asExcess + each.ofHeld] as const)
  return { course, sentBack: new Map(sums.toSorted()) }
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

/** The money that went back and is needed after all, which cannot be taken back. */
function tooMuchBack(facts: LoanFacts, { sentBack }: Lived): number {
  const { uses } = courseOf(facts)
  return [...sentBack].reduce((sum, [id, amount]) => {
    const { excess = 0, returned = 0 } = uses.get(id) ?? {}
    return sum + Math.max(0, amount - excess - returned)
  }, 0)
}

/** By how much it can be: where interest is rounded on other amounts, or a waiver meets other ones. */
const ROUNDING = 5

test(`${LIVES} loans end the same, in whatever order their payments become known`, {
  timeout: 20_000 + LIVES * 200,
}, () => {
  const seen = { late: 0, excess: 0, paid: 0, ended: 0, moot: 0, waived: 0 }
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
      const found = lived(facts, inAnyOrder)
      const paise = Math.max(...[expected, found].map(each => tooMuchBack(facts, each)))
      expect(paise).toBeLessThanOrEqual(ROUNDING)
      if (paise > 0) excused += 1
      else expect(pictureOf(found, facts)).toEqual(pictureOf(expected, facts))
      count(seen, expected, facts)
    }),
    { numRuns: LIVES },
  )
  expect(excused).toBeLessThanOrEqual(LIVES / 30)
  for (const [what, count] of Object.entries(seen))
    expect(count, `${what} of ${JSON.stringify(seen)}`).toBeGreaterThan(LIVES / 100)
})

function count(
  seen: Record<'late' | 'excess' | 'paid' | 'ended' | 'moot' | 'waived', number>,
  { course, sentBack }: Lived,
  facts: LoanFacts,
): void {
  const { loan, extensions, isPlanMoot } = course
  const state = extensions.get('e')?.state
  const end = positionOn(loan, on(LAST_DAY))
  if (worstOverdueDays(loan, on(LAST_DAY)) > 0) seen.late += 1
  if ([...sentBack.values()].some(amount => amount > 0)) seen.excess += 1
  if (state === 'paid') seen.paid += 1
  if (state === 'ended') seen.ended += 1
  if (isPlanMoot) seen.moot += 1
  if (facts.waivers.length > 0 && end.waived > 0) seen.waived += 1
}

test(`${LIVES} loans owe what a second computation says that payments by their days leave`, {
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
      const payments = learned(
        parts.map(({ hours, amount }, at) => payment(`p${at}`, hours, amount)),
      )
      const { rate, penalRate, penalCap } = loan
      const terms = { principal: 5_000_00, rate: rate / 365, penalRate: penalRate / 365, penalCap }
      const events = parts
        .toSorted((a, b) => a.hours - b.hours)
        .map(({ hours, amount }): NaiveEvent => {
          return { kind: 'payment', day: Math.floor(hours / 24), amount }
        })
      const day = Math.max(later, ...events.map(each => each.day))
      const { owed } = positionOn(courseOf(factsOf(loan, { payments })).loan, on(day))
      expect(owed).toEqual(naivePayoff({ ...terms, instalments }, events, day))
      expect(dayOfHours(24 * day)).toBe(on(day))
    }),
    { numRuns: LIVES },
  )
})
