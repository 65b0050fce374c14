import { expect, test } from 'vitest'
import { basisPoints, paise, ppmPerDay } from '#domain/money.ts'
import {
  type AuthStatus,
  applyTarget,
  externalSite,
  type HomeData,
  isEmptyShelf,
  markOf,
  offerOf,
  type Product,
} from './offer.ts'

const product: Product = {
  id: 'p1',
  name: 'Saral Weekly',
  logo: 'S',
  maxAmount: paise(500_000),
  orderNum: 1,
  productStatus: 1,
  isFull: 0,
  productType: 1,
  h5Href: null,
  fullMsg: null,
  tenorText: '91~180 days',
  interestRate: ppmPerDay(800),
  apr: basisPoints(4739),
  loansNeeded: 0,
}
const verified: AuthStatus = {
  userAuthConfigVoList: [
    { key: 'basic' },
    { key: 'work' },
    { key: 'identity' },
    { key: 'face' },
    { key: 'contacts' },
  ],
  basic: 1,
  work: 1,
  kycAadhaarAndPan: 1,
  kycFaceAndHold: 1,
  contact: 1,
}

test('shows a locked product as locked even if it is full or external', () => {
  expect(offerOf(product)).toBe('open')
  expect(offerOf({ ...product, productType: 0 })).toBe('external')
  expect(offerOf({ ...product, isFull: 1 })).toBe('full')
  expect(offerOf({ ...product, isFull: 1, productType: 0 })).toBe('full')
  expect(offerOf({ ...product, productStatus: 0, isFull: 1, productType: 0 })).toBe('locked')
})

test('leads to the first unfinished step in configured order, for external products too', () => {
  const status: AuthStatus = { ...verified, work: 0, contact: 0 }
  const step = { to: 'step', key: 'work', number: 2, total: 5 }
  expect(applyTarget(product, status)).toEqual(step)
  expect(applyTarget({ ...product, productType: 0 }, status)).toEqual(step)
  const reversed = { ...status, userAuthConfigVoList: [...status.userAuthConfigVoList].reverse() }
  expect(applyTarget(product, reversed)).toEqual({
    to: 'step',
    key: 'contacts',
    number: 1,
    total: 5,
  })
  const without = {
    ...status,
    userAuthConfigVoList: [{ key: 'basic' as const }, { key: 'face' as const }],
  }
  expect(applyTarget(product, without)).toEqual({ to: 'detail' })
})

test('leads a verified borrower to the other site, the full message or the detail page', () => {
  expect(applyTarget(product, verified)).toEqual({ to: 'detail' })
  expect(applyTarget({ ...product, productStatus: 0 }, verified)).toEqual({ to: 'locked' })
  expect(applyTarget({ ...product, productStatus: 0, productType: 0 }, verified)).toEqual({
    to: 'external',
  })
})

test('accepts only https for another site', () => {
  expect(externalSite('https://loans.example/a?b=1')).toEqual({
    href: 'https://loans.example/a?b=1',
    host: 'loans.example',
  })
  for (const href of [
    null,
    '',
    'http://loans.example/',
    'javascript:alert(1)',
    '//loans.example',
    '/own',
  ]) {
    expect(externalSite(href)).toBeUndefined()
  }
})

test('shows a picture, letters or no logo', () => {
  expect(markOf('/logos/weekly.svg')).toEqual({ src: '/logos/weekly.svg' })
  expect(markOf('https://cdn.example/a.png')).toEqual({ src: 'https://cdn.example/a.png' })
  expect(markOf('//elsewhere.example/a.png')).toEqual({ letter: '//' })
  expect(markOf('7')).toEqual({ letter: '7' })
  expect(markOf('')).toEqual({})
})

test('a shelf without offers is empty, unless the borrower is late', () => {
  const index = { homeProductVos: [], undwayList: [] } as unknown as HomeData
  const running = (overdueDays: number) => [{ overdueDays }] as unknown as HomeData['undwayList']
  expect(isEmptyShelf(index)).toBe(true)
  expect(isEmptyShelf({ ...index, undwayList: running(0) })).toBe(true)
  expect(isEmptyShelf({ ...index, undwayList: running(1) })).toBe(false)
  expect(isEmptyShelf({ ...index, homeProductVos: [product] })).toBe(false)
})
