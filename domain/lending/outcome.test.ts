import { expect, test } from 'vitest'
import { day } from '#domain/day.ts'
import { type OrderMove, orderMoves } from '#domain/lending/order.ts'
import { isOutcomeNews, outcomeOfMove } from '#domain/lending/outcome.ts'

const now = new Date('2026-11-23T05:00:00Z')
const today = day('2026-11-23')
const nothing = { nextDueDay: undefined, reapplyAt: undefined }
const minutes = (count: number) => new Date(now.getTime() + count * 60_000)

test('Get Money, a denial and a payout that failed have an outcome, other moves have none', () => {
  const moves = Object.keys(orderMoves) as OrderMove[]
  const brought = moves.flatMap(move => {
    const outcome = outcomeOfMove(move)
    return outcome === undefined ? [] : [[move, outcome]]
  })
  expect(Object.fromEntries(brought)).toEqual({
    deny: 'denial',
    confirm: 'payout',
    payoutRefused: 'failure',
    payoutReversed: 'failure',
  })
})

test('a payout is news until the first due day', () => {
  const news = (about: Parameters<typeof isOutcomeNews>[1]) =>
    isOutcomeNews({ kind: 'payout', at: now }, about, { now, today })
  expect(news({ ...nothing, state: 'lending' })).toBe(true)
  expect(news({ ...nothing, state: 'loaned', nextDueDay: day('2026-11-24') })).toBe(true)
  expect(news({ ...nothing, state: 'loaned', nextDueDay: today })).toBe(false)
  expect(news({ ...nothing, state: 'overdue', nextDueDay: day('2026-11-22') })).toBe(false)
  expect(news({ ...nothing, state: 'settled' })).toBe(false)
})

test('a denial is news until the borrower may apply again', () => {
  const denied = (reapplyAt: Date | undefined) =>
    isOutcomeNews(
      { kind: 'denial', at: now },
      { ...nothing, state: 'denied', reapplyAt },
      { now, today },
    )
  expect(denied(minutes(1))).toBe(true)
  expect(denied(now)).toBe(false)
  expect(denied(undefined)).toBe(false)
})

test('a payment is news until a due day is missed after it, a failure always', () => {
  const paid = (nextDueDay: string | undefined, days = 0) =>
    isOutcomeNews(
      { kind: 'payment', at: minutes(-days * 24 * 60) },
      { ...nothing, state: 'loaned', nextDueDay: nextDueDay ? day(nextDueDay) : undefined },
      { now, today },
    )
  expect(paid(undefined, 30)).toBe(true)
  expect(paid('2026-11-23', 7)).toBe(true)
  expect(paid('2026-11-22', 7)).toBe(false)
  expect(paid('2026-11-22', 1)).toBe(false)
  // A part of what is overdue.
  expect(paid('2026-11-22', 0)).toBe(true)
  const failed = { kind: 'failure', at: minutes(-90 * 24 * 60) } as const
  expect(isOutcomeNews(failed, { ...nothing, state: 'failed' }, { now, today })).toBe(true)
})
