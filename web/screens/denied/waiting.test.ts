import { expect, test } from 'vitest'
import { waitFromQuery } from './waiting.ts'

const from = (text: string) => waitFromQuery(new URLSearchParams(text))

test('reads the days and hours of an address', () => {
  expect(from('day=14&hour=6')).toEqual({ day: 14, hour: 6 })
  expect(from('day=0&hour=0')).toEqual({ day: 0, hour: 0 })
})

test('ignores an invalid wait', () => {
  for (const text of [
    '',
    'day=3',
    'hour=3',
    'day=-1&hour=2',
    'day=a&hour=1',
    'day=1.5&hour=1',
    'day=999&hour=1',
    'day=1&hour=24',
  ]) {
    expect(from(text)).toBeUndefined()
  }
})
