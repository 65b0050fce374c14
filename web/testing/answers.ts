/** Answers of the server for a borrower and a seven-day loan of ₹5,000, to be changed where a test needs it. */

import type { Output } from '#contract/endpoint.ts'
import type { contract } from '#contract/index.ts'
import type { Day } from '#domain/day.ts'
import { basisPoints, type Paise, paise, ppmPerDay } from '#domain/money.ts'

type Order = typeof contract.order
export type OrderDetail = Output<Order['detail']>
export type Outcome = NonNullable<Output<Order['outcome']>['outcome']>

export const rs = (rupees: number): Paise => paise(Math.round(rupees * 100))
const percent = (value: number) => basisPoints(Math.round(value * 100))
export const on = (day: string) => day as Day

const tiers = [{ loansOnTime: 1, discount: percent(5) }]
const ladder: Output<typeof contract.product.info>['ladder'] = [
  { loansRepaid: 1, least: rs(1_000), most: rs(5_000) },
  { loansRepaid: 3, least: rs(3_000), most: rs(10_000) },
  { loansRepaid: 5, least: rs(5_000), most: rs(40_000) },
]

export const config: Output<typeof contract.content.config> = {
  customer: { phone: '1800 000 000', email: 'help@saral.example' },
  lender: null,
  isSandbox: true,
  notices: [],
  messages: [],
  isTrackingOn: false,
  isMarketingOn: false,
  pushPublicKey: null,
  isUpiOffered: false,
}

export const offered: Output<typeof contract.home.index>['homeProductVos'][number] = {
  id: 'p1',
  name: 'Saral Weekly',
  logo: '',
  maxAmount: rs(5_000),
  orderNum: 1,
  productStatus: 1,
  isFull: 0,
  productType: 1,
  h5Href: null,
  fullMsg: null,
  tenorText: '7 days',
  interestRate: ppmPerDay(1_000),
  apr: percent(163.41),
  loansNeeded: 0,
}

export const running: Output<typeof contract.home.index>['undwayList'][number] = {
  orderId: 'o1',
  orderState: 'loaned',
  name: 'Saral Weekly',
  logo: '',
  amountMsg: 'Loan amount',
  amount: rs(5_035),
  interest: rs(35),
  fullButtonName: 'View',
  toReceive: null,
  dueDay: on('2026-03-08'),
  stillToRepay: rs(5_035),
  overdueDays: 0,
  penal: rs(0),
  underWay: null,
  canRequestHardship: 0,
  autoPayMsg: null,
  answerBy: null,
}

export const home: Output<typeof contract.home.index> = {
  homeProductVos: [offered],
  undwayList: [],
  loansRepaid: 0,
  loansRepaidOnTime: 0,
  tiers,
  ladder,
  outcome: null,
  reapplyAt: null,
}

export const product: Output<typeof contract.product.info> = {
  loanProcessingTime: '5 minutes',
  period: 7,
  serviceRate: percent(2),
  interestRate: ppmPerDay(1_000),
  score: '4.8',
  slogan: 'See the whole cost',
  amountList: [rs(1_000), rs(3_000), rs(5_000)],
  detail: [{ content: ['Be 18 or older'] }, { content: ['Aadhaar'] }],
  id: 'p1',
  name: 'Saral Weekly',
  logo: '',
  orderNum: 1,
  productStatus: 1,
  isFull: 0,
  fullMsg: null,
  instalments: 1,
  maxTenorDays: 7,
  tenorText: '7 days',
  apr: percent(163.41),
  annualRate: percent(36.5),
  discount: percent(0),
  tiers,
  ladder,
  penalRate: ppmPerDay(1_000),
  loansNeeded: 0,
  ownCeiling: null,
  isHeldBack: false,
}

const costFacts = {
  instalments: 1,
  tenorText: '7 days',
  interestRate: ppmPerDay(1_000),
  annualRate: percent(36.5),
  apr: percent(163.41),
  feeRate: percent(2),
  discount: percent(0),
  penalRate: ppmPerDay(1_000),
  penalCap: rs(500),
  coolingOffDays: 1,
}
const instalment = {
  number: 1,
  dueAfterDays: 7,
  dueDay: on('2026-03-08'),
  opening: rs(5_000),
  principal: rs(5_000),
  interest: rs(35),
  amount: rs(5_035),
}

export const quote: Output<Order['quote']> = {
  ...costFacts,
  repaymentAmount: rs(5_035),
  serviceFee: rs(100),
  processFee: rs(100),
  gstFee: rs(18),
  interest: rs(35),
  interestFee: rs(35),
  arriveAmount: rs(4_882),
  cost: rs(153),
  schedule: [instalment],
  termsHash: 'terms',
}

export const card: Output<typeof contract.bank.cards>[number] = {
  id: 'c1',
  bank_id: 'b1',
  cardNo: '********8901',
  bankCode: 'SBIN0001234',
  bankName: 'State Bank of India',
  nameCheck: 'passed',
  deniedBecause: null,
}

export const mayApply: Output<Order['precheck']> = {
  orderStatus: 1,
  rejectStatusVO: null,
  reasons: [],
  reapplyAt: null,
}

const none = { penal: rs(0), interest: rs(0), principal: rs(0) }
const owed = { penal: rs(0), interest: rs(20), principal: rs(5_000) }

/** Four days after the payout. */
export const position: NonNullable<OrderDetail['position']> = {
  today: on('2026-03-05'),
  dueNow: rs(5_020),
  payoff: rs(5_020),
  fallsDue: {
    day: on('2026-03-08'),
    parts: { penal: rs(0), interest: rs(35), principal: rs(5_000) },
    amount: rs(5_035),
  },
  owed,
  paid: none,
  interestDays: 4,
  nextDueDay: on('2026-03-08'),
  instalments: [
    {
      number: 1,
      dueDay: on('2026-03-08'),
      agreed: rs(5_035),
      owed,
      paid: none,
      overdueDays: 0,
      state: 'upcoming',
    },
  ],
}

export const order: OrderDetail = {
  ...costFacts,
  orderId: 'o1',
  orderNo: 'SR0001',
  productId: 'p1',
  productName: 'Saral Weekly',
  loanAmount: rs(5_000),
  arriveAmount: rs(4_882),
  repaymentAmount: rs(5_035),
  period: 7,
  loanDate: on('2026-03-01'),
  repaymentDate: on('2026-03-08'),
  overdueDays: 0,
  overdueFee: rs(0),
  penalWaived: rs(0),
  serviceFee: rs(100),
  gstFee: rs(18),
  interest: rs(35),
  applyTime: new Date('2026-03-01T10:00:00Z'),
  orderState: 'loaned',
  extensionState: 0,
  isExtension: 0,
  extensionMsg: null,
  extensionDueDay: null,
  extensionFees: rs(0),
  reservation: 0,
  bankNo: '•••• 8901',
  canChooseAmount: 0,
  canReserve: 0,
  bankName: 'State Bank of India',
  cost: rs(153),
  schedule: [{ ...instalment, fallsDue: null }],
  reasons: [],
  isWithPerson: 0,
  questions: { asked: 0, answerBy: null },
  endedAt: null,
  reapplyAt: null,
  offerUntil: null,
  autoGetMoney: 0,
  position,
  coolingOff: null,
  wasReturned: 0,
  canRequestHardship: 0,
  hardship: null,
  isRestructured: 0,
  payment: null,
  underWay: null,
}

/** The payoff on the day of `position`. */
export const payoff: Output<typeof contract.repay.payoff> = {
  today: on('2026-03-05'),
  day: on('2026-03-05'),
  lastDay: on('2026-03-08'),
  principal: rs(5_000),
  interest: rs(20),
  interestDays: 4,
  penal: rs(0),
  paid: rs(0),
  amount: rs(5_020),
  saved: rs(15),
}

/** An application that a person or the rules have not decided. */
export const pending: OrderDetail = {
  ...order,
  orderState: 'auditing',
  loanDate: null,
  repaymentDate: null,
  position: null,
}

export const outcome: Outcome = {
  kind: 'paid',
  at: new Date('2026-03-05T10:00:00Z'),
  orderId: 'o1',
  productId: 'p1',
  productName: 'Saral Weekly',
  amount: rs(5_035),
  excess: rs(0),
  bankNo: null,
  next: null,
  reasons: [],
  reapplyAt: null,
}

export const statement: Output<Order['keyFactsOffered']> = {
  hash: 'facts',
  sections: [
    {
      title: 'Part 1: what the loan costs',
      rows: [{ label: 'APR', value: '163.41%', note: null }],
      table: null,
    },
  ],
}

export const reservation: Output<typeof contract.schedule.detail> = {
  id: 'r1',
  orderNo: 'SR0001',
  cardId: 'c1',
  expectBorrowAmount: rs(1_000),
  createTime: new Date('2026-03-01T10:00:00Z'),
  orderId: 'o1',
  state: 'waiting',
  productId: 'p1',
  productName: 'Saral Weekly',
  bankNo: '•••• 8901',
  bankName: 'State Bank of India',
  scheduledDay: on('2026-03-08'),
  estimate: null,
  reason: null,
  refusal: null,
  appliedOrderId: null,
}

export const extensionOffer: Output<typeof contract.extension.calculate> = {
  extensionId: 'x1',
  orderRepayId: 'i1',
  extensionFee: rs(125),
  extensionFeePaid: rs(0),
  extensionServiceFee: rs(100),
  extensionRate: percent(2),
  interest: rs(25),
  extensionApplyTime: null,
  extensionDay: 7,
  extensionTime: on('2026-03-15'),
  isAwaiting: 0,
  gst: rs(15.25),
  penal: rs(0),
  dueDay: on('2026-03-08'),
  newDueDay: on('2026-03-15'),
  newDueAmount: rs(5_050),
  autoPayMsg: null,
  expiresAt: new Date('2026-03-06T10:00:00Z'),
  secondsLeft: 86_400,
  arriveAmount: rs(4_882),
  totalRepaid: rs(5_175),
  totalIfPaidNow: rs(5_025),
  payoff: rs(5_025),
  apr: percent(150),
}

export const me: Output<typeof contract.account.me> = {
  maskedPhone: '98•••• 3210',
  loansRepaid: 0,
  loansRepaidOnTime: 0,
  tiers,
  ladder,
  isAppUser: false,
  isLimited: false,
  hasPasskey: false,
}
