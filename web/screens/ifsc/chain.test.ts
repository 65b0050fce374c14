import { expect, test } from 'vitest'
import { type Chain, grouped, isOpen, levels, nothingChosen, withChoice } from './chain.ts'

const full: Chain = {
  bank: { id: 'b1', name: 'State Bank of India' },
  state: { id: 's1', name: 'Maharashtra' },
  city: { id: 'c1', name: 'Pune' },
  branch: { id: 'SBIN0007339', name: 'Kothrud', note: 'SBIN0007339' },
}
const other = { id: 'other', name: 'Another' }

function standing(chain: Chain) {
  return levels.filter(level => chain[level] !== undefined)
}

test.each([
  ['bank', ['bank']],
  ['state', ['bank', 'state']],
  ['city', ['bank', 'state', 'city']],
  ['branch', ['bank', 'state', 'city', 'branch']],
] as const)('clears the later choices when the %s changes', (level, rest) => {
  const after = withChoice(full, level, other)
  expect(standing(after)).toEqual(rest)
  expect(after[level]).toBe(other)
})

test('changes nothing when the same entry is chosen again', () => {
  expect(withChoice(full, 'bank', { id: 'b1', name: 'State Bank of India' })).toBe(full)
})

test('clears the branch alone', () => {
  expect(standing(withChoice(full, 'branch', undefined))).toEqual(['bank', 'state', 'city'])
})

test('opens a list once everything before it is chosen', () => {
  expect(levels.filter(level => isOpen(nothingChosen, level))).toEqual(['bank'])
  expect(levels.filter(level => isOpen(withChoice(nothingChosen, 'bank', other), level))).toEqual([
    'bank',
    'state',
  ])
  expect(levels.filter(level => isOpen(full, level))).toEqual(levels)
})

test('shows a code in its three parts', () => {
  expect(grouped('SBIN0007339')).toBe('SBIN 0 007339')
})
