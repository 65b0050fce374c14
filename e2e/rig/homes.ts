import type * as v from 'valibot'
import type { home as endpoints } from '#contract/home.ts'
import { day } from '#domain/day.ts'

type Home = v.InferInput<typeof endpoints.index.output>
type ProductCard = Home['homeProductVos'][number]
type OrderCard = Home['undwayList'][number]

const product: ProductCard = {
  id: 'p1',
  name: 'Saral Weekly',
  logo: 'S7',
  maxAmount: 5000,
  orderNum: 1,
  productStatus: 1,
  isFull: 0,
  productType: 1,
  h5Href: null,
  fullMsg: null,
  tenorText: '91~180 days',
  interestRate: 0.08,
  apr: 47.39,
  loansNeeded: 0,
}
const locked: ProductCard = {
  ...product,
  id: 'p2',
  name: 'Saral Monthly',
  maxAmount: 20000.5,
  orderNum: 2,
  productStatus: 0,
  fullMsg: 'Opens after 3 loans.',
  loansNeeded: 3,
}
const full: ProductCard = { ...product, id: 'p3', orderNum: 3, isFull: 1, fullMsg: 'Full today.' }
const elsewhere: ProductCard = {
  ...product,
  id: 'p4',
  name: 'Partner',
  logo: '',
  productType: 0,
  h5Href: 'https://loans.example/',
  tenorText: '7 days',
  interestRate: null,
  apr: null,
}

const application: OrderCard = {
  orderId: 'o1',
  orderState: '1',
  name: 'Saral Weekly',
  logo: '/icon.svg',
  amountMsg: 'Loan amount',
  amount: 3000,
  interest: 33.6,
  fullButtonName: 'View',
  toReceive: 2823,
  dueDay: null,
  stillToRepay: null,
  overdueDays: 0,
  penal: 0,
  canRequestHardship: 0,
  answerBy: null,
  autoPayMsg: null,
  underWay: null,
}
const due: OrderCard = {
  ...application,
  orderId: 'o2',
  orderState: '5',
  amount: 3033.6,
  toReceive: null,
  dueDay: day('2026-03-08'),
  stillToRepay: 6067.2,
  canRequestHardship: 1,
}
const overdue: OrderCard = { ...due, orderId: 'o3', orderState: '6', overdueDays: 4, penal: 12.5 }

const home: Home = {
  homeProductVos: [product, locked, full, elsewhere],
  undwayList: [],
  loansRepaid: 0,
  loansRepaidOnTime: 0,
  tiers: [{ loansOnTime: 1, discount: 5 }],
  ladder: [
    { loansRepaid: 1, least: 1000, most: 5000 },
    { loansRepaid: 3, least: 3000, most: 10000 },
    { loansRepaid: 5, least: 5000, most: 40000 },
  ],
  outcome: null,
  reapplyAt: null,
}

/** The kinds of home, as the server sends them. */
export const homes = {
  'nothing borrowed yet': home,
  'a regular with an own limit': {
    ...home,
    homeProductVos: [{ ...product, fullMsg: 'Above your own limit.' }, locked],
    loansRepaid: 2,
    loansRepaidOnTime: 5,
  },
  'an application': { ...home, undwayList: [application] },
  'a confirmation that waits': { ...home, undwayList: [{ ...application, orderState: '2' }] },
  'a loan': { ...home, undwayList: [due] },
  'several loans, one overdue': { ...home, undwayList: [overdue, due, application] },
  'a wait after a denial': { ...home, reapplyAt: '2026-03-09T10:30:00.000Z' },
  'an outcome': {
    ...home,
    undwayList: [due],
    outcome: {
      kind: 'paid',
      at: '2026-03-01T10:30:00.000Z',
      orderId: 'o2',
      productId: 'p1',
      productName: 'Saral Weekly',
      amount: 3033.6,
      excess: 0,
      bankNo: null,
      next: { day: day('2026-03-08'), amount: 3033.6 },
      reasons: [],
      reapplyAt: null,
    },
  },
} satisfies Record<string, Home>
