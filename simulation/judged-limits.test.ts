import { expect, test } from 'vitest'
import { day } from '#domain/day.ts'
import { paise } from '#domain/money.ts'
import { restraintFaults } from './judged-limits.ts'
import type { LimitAttempt, LoanAttempt } from './life.ts'

const TODAY = day('2026-11-23')
const FIVE = paise(5_000_00)
const noon = (date: string) => ({ from: `${date}T06:30:00.000Z`, until: `${date}T06:30:01.000Z` })
const NOT_PAUSED = { pause: { value: null, later: null }, pausedUntil: null } as const

const asksForFive: LimitAttempt = {
  wish: { ceiling: FIVE },
  ...noon('2026-11-23'),
  answer: { today: TODAY, amounts: [], ceiling: { value: FIVE, later: null }, ...NOT_PAUSED },
}
const asksForNone: LimitAttempt = {
  wish: { ceiling: null },
  ...noon('2026-11-24'),
  answer: {
    today: day('2026-11-24'),
    amounts: [],
    ceiling: { value: FIVE, later: { value: null, from: day('2026-12-01') } },
    ...NOT_PAUSED,
  },
}
const limits = [asksForFive, asksForNone]
const loan = (date: string, amount: number, outcome: string): LoanAttempt => ({
  amount,
  outcome,
  ...noon(date),
})
const faultsOf = (...loans: LoanAttempt[]) => restraintFaults({ limits, loans }, [])

test('an answer that agrees with the oracle is no fault', () => {
  expect(
    faultsOf(
      loan('2026-11-22', 6_000_00, 'done'),
      loan('2026-11-24', 5_000_00, 'done'),
      loan('2026-11-30', 5_000_01, 'own-ceiling'),
      loan('2026-12-01', 5_000_01, 'done'),
    ),
  ).toEqual([])
})

test('a loan beyond the limits is named, in the requests and in the books', () => {
  const beyond = loan('2026-11-30', 5_000_01, 'done')
  expect(faultsOf(beyond)).toEqual([
    expect.stringContaining('ended with done, but the oracle says own-ceiling'),
  ])
  expect(restraintFaults({ limits, loans: [] }, [beyond])).toHaveLength(1)
})

test('a refusal within the limits is named, one for another reason is not judged', () => {
  expect(faultsOf(loan('2026-12-01', 5_000_01, 'own-ceiling'))).toEqual([
    expect.stringContaining('ended with own-ceiling, but the oracle says done'),
  ])
  expect(faultsOf(loan('2026-11-24', 1_000_00, 'own-pause'))).toHaveLength(1)
  expect(faultsOf(loan('2026-11-24', 1_000_00, 'order-in-progress'))).toEqual([])
})

test('a loan that was decided while a limit was asked for may have met it or not', () => {
  expect(faultsOf(loan('2026-11-23', 6_000_00, 'done'))).toEqual([])
  expect(faultsOf(loan('2026-11-23', 6_000_00, 'own-ceiling'))).toEqual([])
})

test('an answer is named if it differs, is for another day, or is missing', () => {
  const answersWith = (answer: LimitAttempt['answer']) =>
    restraintFaults({ limits: [{ ...asksForFive, answer }], loans: [] }, [])
  const none = { today: TODAY, amounts: [], ceiling: { value: null, later: null }, ...NOT_PAUSED }
  expect(answersWith(none)).toEqual([expect.stringContaining('"value":500000')])
  expect(answersWith({ ...none, today: day('2026-11-24') })).toEqual([
    expect.stringContaining('answered as of 2026-11-24'),
  ])
  expect(answersWith(undefined)).toEqual([expect.stringContaining('the last was refused')])
})
