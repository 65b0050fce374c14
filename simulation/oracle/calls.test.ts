import { expect, test } from 'vitest'
import { unlawfulCalls } from './calls.ts'

/** A moment in India, which is five and a half hours ahead of UTC. */
const at = (day: number, time = '12:00') => {
  const one = new Date(`2026-01-${String(day).padStart(2, '0')}T${time}:00+05:30`).toISOString()
  return { from: one, until: one }
}

test('calls are lawful from 08:00 until 19:00 in India', () => {
  expect(unlawfulCalls([at(1, '08:00')])).toEqual([])
  expect(unlawfulCalls([at(1, '18:59')])).toEqual([])
  for (const time of ['07:59', '19:00', '23:30'])
    expect(unlawfulCalls([at(1, time)])).toHaveLength(1)
})

test('calls are lawful once a day, and three times in seven days', () => {
  expect(unlawfulCalls([at(1, '08:00'), at(1, '18:00')])).toHaveLength(1)
  expect(unlawfulCalls([at(1), at(2), at(3), at(8)])).toEqual([])
  expect(unlawfulCalls([at(1), at(2), at(3), at(7)])).toHaveLength(1)
})
