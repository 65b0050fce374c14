import { expect, test } from 'vitest'
import { STEP_KEYS } from '#domain/identity/verification.ts'
import { orderOf, placeOf } from './step-place.ts'

const flags = { basic: 0, work: 0, kycAadhaarAndPan: 0, kycFaceAndHold: 0, contact: 0 } as const

test('returns the steps in configured order', () => {
  expect(orderOf(undefined)).toEqual(STEP_KEYS)
  expect(orderOf({ ...flags, userAuthConfigVoList: [{ key: 'face' }, { key: 'basic' }] })).toEqual([
    'face',
    'basic',
  ])
})

test.each([
  ['step=2&as=5', 2, 5],
  ['step=1&as=3', 1, 3],
  ['', 3, 5],
  ['step=0&as=5', 3, 5],
  ['step=6&as=5', 3, 5],
  ['step=1&as=99', 3, 5],
  ['step=x&as=5', 3, 5],
  ['step=1.5&as=5', 3, 5],
])('"%s" is step %d of %d', (search, number, total) => {
  expect(placeOf('identity', STEP_KEYS, new URLSearchParams(search))).toEqual({ number, total })
})
