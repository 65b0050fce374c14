import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Entry, matching, split } from './chain.ts'

const branches: Entry[] = [
  { id: '1', name: 'Law College Road', note: 'SBIN0011701' },
  { id: '2', name: 'MARKET YARD ROAD', note: 'SBIN0000575' },
  { id: '3', name: 'Kothrud', note: 'SBIN0007339' },
]

test('finds part of a name in any case', () => {
  expect(matching(branches, ' RoAd ').map(({ id }) => id)).toEqual(['1', '2'])
})

test('puts banks that begin with the text first, and finds banks by their initials', () => {
  const banks: Entry[] = [
    'Axis Bank',
    'Bank of Baroda',
    'Punjab National Bank',
    'State Bank of India',
  ].map(name => ({ id: name, name }))
  const matches = (typed: string) => matching(banks, typed).map(({ name }) => name)
  expect(matches('ban')).toEqual([
    'Bank of Baroda',
    'Axis Bank',
    'Punjab National Bank',
    'State Bank of India',
  ])
  expect(matches('sbi')).toEqual(['State Bank of India'])
  expect(matches('BOB')).toEqual(['Bank of Baroda'])
  expect(matches('pnb')).toEqual(['Punjab National Bank'])
  expect(matches('zz')).toEqual([])
})

test('finds part of a code', () => {
  expect(matching(branches, '7339').map(({ id }) => id)).toEqual(['3'])
})

test('finds every entry for an empty text', () => {
  expect(matching(branches, '  ')).toBe(branches)
})

test('splits a name at the match', () => {
  expect(split('Law College Road', 'ro')).toEqual(['Law College ', 'Ro', 'ad'])
  expect(split('Kothrud', 'xyz')).toEqual(['Kothrud', '', ''])
})

test('takes every text literally, and splits without loss', () => {
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
