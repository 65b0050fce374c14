import { expect, test } from 'vitest'
import {
  DEFAULT_LOOKS_PER_DAY,
  LOOK_POINTS,
  LOOK_USES,
  lookLimitOf,
  lookVerdict,
  searchedEnding,
} from '#domain/staff/look-limits.ts'

/** The table of decision 96. */
test('a page counts one, a whole value two, a search that finds nobody two, an export ten', () => {
  expect(LOOK_USES.map(use => [use, LOOK_POINTS[use]])).toEqual([
    ['open', 1],
    ['reveal', 2],
    ['search', 1],
    ['search-in-vain', 2],
    ['export', 10],
  ])
})

test.each(['reveal', 'search-in-vain'] as const)(
  'sixty of %s in a day are above the default limit of officers who decide cases',
  use => {
    for (const role of [
      'credit-officer',
      'kyc-officer',
      'operations',
      'grievance-officer',
    ] as const)
      expect(lookVerdict(60 * LOOK_POINTS[use], DEFAULT_LOOKS_PER_DAY[role])).toBe('above')
  },
)

test('a limit is that of the highest role, as the lender has set it, times the scale', () => {
  expect(lookLimitOf(['viewer'], {}, 1)).toBe(20)
  expect(lookLimitOf(['viewer', 'operations'], {}, 1)).toBe(100)
  expect(lookLimitOf(['viewer', 'operations'], { operations: 5 }, 1)).toBe(20)
  expect(lookLimitOf(['operations'], { operations: 500 }, 1)).toBe(500)
  expect(lookLimitOf(['operations'], {}, 0.005)).toBe(1)
  expect(lookLimitOf([], {}, 1)).toBe(0)
})

test('the verdict changes above the limit, and above twice of it', () => {
  expect([100, 101, 200, 201].map(points => lookVerdict(points, 100))).toEqual([
    'within',
    'above',
    'above',
    'refused',
  ])
})

test.each([
  ['+91 98765 43210', '10'],
  ['ABCPK1234F', '4F'],
  ['SR 2026 1121 AAAA AB1C', '1C'],
  ['1234', ''],
  ['Asha Verma', ''],
  ['', ''],
])('of %j the end %j is kept', (typed, ending) => {
  expect(searchedEnding(typed)).toBe(ending)
})
