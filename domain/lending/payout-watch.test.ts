import { expect, test } from 'vitest'
import { PAYOUT_CHECK_PAUSES } from '#domain/lending/payout-watch.ts'

test('a payout is asked about daily for two weeks, every three days to the 45th, then weekly', () => {
  expect(PAYOUT_CHECK_PAUSES).toEqual([
    { fromAge: 0, days: 1 },
    { fromAge: 14, days: 3 },
    { fromAge: 45, days: 7 },
  ])
})
