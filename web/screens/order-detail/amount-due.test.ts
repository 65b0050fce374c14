import { expect, test } from 'vitest'
import { day } from '#domain/day.ts'
import { paise } from '#domain/money.ts'
import { totalOf } from '#domain/parts.ts'
import { amountDue, penalBase } from './amount-due.ts'
import type { Position } from './order-data.ts'

const parts = (penal: number, interest: number, principal: number) => ({
  penal: paise(penal),
  interest: paise(interest),
  principal: paise(principal),
})
const nothing = parts(0, 0, 0)

function instalment(
  number: number,
  dueDay: string,
  about: Partial<Position['instalments'][number]>,
) {
  return {
    number,
    dueDay: day(dueDay),
    agreed: paise(503_500),
    owed: nothing,
    paid: nothing,
    overdueDays: 0,
    state: 'upcoming' as const,
    ...about,
  }
}

/** Saral Seven, three days late: the figures of the design. */
const late: Position = {
  today: day('2026-12-01'),
  dueNow: paise(506_511),
  payoff: paise(506_511),
  interestDays: 10,
  nextDueDay: day('2026-11-28'),
  owed: parts(1_511, 5_000, 500_000),
  paid: nothing,
  fallsDue: { day: day('2026-12-01'), parts: parts(1_511, 5_000, 500_000), amount: paise(506_511) },
  instalments: [
    instalment(1, '2026-11-28', {
      owed: parts(1_511, 5_000, 500_000),
      overdueDays: 3,
      state: 'overdue',
    }),
  ],
}

const early: Position = {
  today: day('2026-11-21'),
  dueNow: paise(500_500),
  payoff: paise(500_500),
  interestDays: 1,
  nextDueDay: day('2026-11-28'),
  owed: parts(0, 500, 500_000),
  paid: nothing,
  fallsDue: { day: day('2026-11-28'), parts: parts(0, 3_500, 500_000), amount: paise(503_500) },
  instalments: [instalment(1, '2026-11-28', { owed: parts(0, 500, 500_000) })],
}

const weekly: Position = {
  today: day('2026-11-21'),
  dueNow: paise(39_986),
  payoff: paise(500_400),
  interestDays: 1,
  nextDueDay: day('2026-11-28'),
  owed: parts(0, 400, 500_000),
  paid: nothing,
  fallsDue: { day: day('2026-11-28'), parts: parts(0, 2_800, 37_186), amount: paise(39_986) },
  instalments: [
    instalment(1, '2026-11-28', { agreed: paise(39_986), owed: parts(0, 400, 37_186) }),
    instalment(2, '2026-12-05', { agreed: paise(39_986), owed: parts(0, 0, 462_814) }),
  ],
}

test.each([
  ['late', late, 'arrears', parts(1_511, 5_000, 500_000)],
  ['before its day', early, 'whole', parts(0, 500, 500_000)],
  ['the next of several', weekly, 'next', parts(0, 2_800, 37_186)],
] as const)(
  '%s: the amount due now equals the sum of its parts',
  (_name, position, kind, expected) => {
    const due = amountDue(position)
    expect(due).toEqual({ kind, parts: expected })
    expect(totalOf(due.parts)).toBe(position.dueNow)
  },
)

test('counts an instalment due today as due, not as the next one', () => {
  expect(amountDue({ ...early, today: day('2026-11-28') })).toEqual({
    kind: 'arrears',
    parts: parts(0, 3_500, 500_000),
  })
})

test('computes the penal charge on the late instalment as agreed', () => {
  expect(penalBase(late)).toBe(503_500)
  expect(penalBase(early)).toBe(0)
})
