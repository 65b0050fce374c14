import { expect, test } from 'vitest'
import { looksOfDays, maskedName, maskedPhone } from './look.ts'

test('a masked number shows its last two digits', () => {
  expect(maskedPhone('919876543210')).toBe('••••••••10')
})

test('a masked name shows the first letter of each part', () => {
  expect(maskedName(' Asha  Rao')).toBe('A••• R•••')
  expect(maskedName('')).toBe('')
})

test('looks of a day that read alike are one with its count, in the order of the newest', () => {
  const look = (at: string, why: 'money' | 'review' = 'money') =>
    ({ at: new Date(at), role: 'operations', part: 'order', why }) as const
  const looks = [
    look('2026-11-25T18:31:00Z'),
    look('2026-11-25T18:29:00Z'),
    look('2026-11-25T10:00:00Z', 'review'),
    look('2026-11-24T18:31:00Z'),
  ]
  expect(looksOfDays(looks)).toEqual([
    { newest: looks[0], count: 1 },
    { newest: looks[1], count: 2 },
    { newest: looks[2], count: 1 },
  ])
})
