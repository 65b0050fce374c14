import { expect, test } from 'vitest'
import { nextPage } from './next-page.ts'

const steps = [
  { key: 'basic' },
  { key: 'work' },
  { key: 'identity' },
  { key: 'face' },
  { key: 'contacts' },
] as const
const none = { basic: 0, work: 0, kycAadhaarAndPan: 0, kycFaceAndHold: 0, contact: 0 } as const
const all = { basic: 1, work: 1, kycAadhaarAndPan: 1, kycFaceAndHold: 1, contact: 1 } as const

test.each([
  ['nothing done', { ...none }, '/auth/basic?pid=p1&step=1&as=5'],
  ['the first done', { ...none, basic: 1 as const }, '/auth/work?pid=p1&step=2&as=5'],
  [
    'one left in the middle',
    { ...all, kycFaceAndHold: 0 as const },
    '/auth/face?pid=p1&step=4&as=5',
  ],
  ['all done', { ...all }, '/product/p1/detail'],
])('%s', (_, flags, target) => {
  expect(nextPage('p1', { ...flags, userAuthConfigVoList: [...steps] })).toBe(target)
})

test('follows the configured order and number of steps', () => {
  const userAuthConfigVoList = [{ key: 'contacts' as const }, { key: 'basic' as const }]
  expect(nextPage('p1', { ...none, contact: 1, userAuthConfigVoList })).toBe(
    '/auth/basic?pid=p1&step=2&as=2',
  )
  expect(nextPage('p1', { ...none, contact: 1, basic: 1, userAuthConfigVoList })).toBe(
    '/product/p1/detail',
  )
})

test('leads home without a product', () => {
  expect(nextPage('', { ...all, userAuthConfigVoList: [...steps] })).toBe('/')
})
