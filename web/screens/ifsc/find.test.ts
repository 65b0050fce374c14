import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Entry, found, split } from './chain.ts'

const branches: Entry[] = [
  { id: '1', name: 'Law College Road', note: 'SBIN0011701' },
  { id: '2', name: 'MARKET YARD ROAD', note: 'SBIN0000575' },
  { id: '3', name: 'Kothrud', note: 'SBIN0007339' },
]

test('a part of a name is found, whatever its case', () => {
  expect(found(branches, ' RoAd ').map(({ id }) => id)).toEqual(['1', '2'])
})

test('a part of a code is found, too', () => {
  expect(found(branches, '7339').map(({ id }) => id)).toEqual(['3'])
})

test('nothing typed finds everything', () => {
  expect(found(branches, '  ')).toBe(branches)
})

test('what was typed is found where it stands', () => {
  expect(split('Law College Road', 'ro')).toEqual(['Law College ', 'Ro', 'ad'])
  expect(split('Kothrud', 'xyz')).toEqual(['Kothrud', '', ''])
})

test('no text means anything but itself, and its parts make the whole again', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'grapheme' }),
      fc.string(),
      (before, typed, after) => {
        const text = before + typed + after
        const parts = split(text, typed)
        expect(parts.join('')).toBe(text)
        if (typed.trim() !== '') expect(parts[1].toLowerCase()).toBe(typed.trim().toLowerCase())
      },
    ),
  )
})
