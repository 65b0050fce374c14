import { describe, expect, test } from 'vitest'
import {
  type Account,
  accounts,
  balances,
  postAccrual,
  postExtensionPaid,
  postExtensionPayment,
  postExtensionReleased,
  postExtensionReturned,
  postPayment,
  postPayoutReversed,
  postPayoutSent,
  postPayoutSucceeded,
  postRefund,
  postSum,
  postTakenOver,
  type Transfer,
} from '#domain/lending/ledger.ts'
import { paise } from '#domain/money.ts'
import { changeOf, shareOf, sumFlows } from './report.ts'

const once = (transfers: readonly Transfer[]) => transfers.map(each => ({ ...each, count: 1 }))
const loan = { arrive: paise(488_200), serviceFee: paise(10_000), gst: paise(1_800) }
const parts = (penal: number, interest: number, principal: number) => ({
  penal: paise(penal),
  interest: paise(interest),
  principal: paise(principal),
})
const fee = { serviceFee: paise(1_180), gst: paise(180), penal: paise(50), interest: paise(70) }
const everything: Transfer[] = [
  ...postPayoutSent(loan),
  ...postPayoutSucceeded(loan),
  ...postAccrual(
    { interest: paise(0), penal: paise(0) },
    { interest: paise(900), penal: paise(60) },
  ),
  ...postPayment(paise(40_000), parts(10, 500, 39_000)),
  ...postExtensionPayment(paise(1_400), paise(1_300)),
  ...postExtensionPaid(fee),
  ...postExtensionReleased(paise(100), parts(0, 0, 100)),
  ...postExtensionReturned(paise(20)),
  ...postRefund(paise(490)),
]

describe('movements', () => {
  test('cover every posting of the ledger, and change each account by what the ledger says', () => {
    const sums = sumFlows(once(everything))
    const expected = balances(everything)
    for (const account of Object.keys(accounts) as Account[])
      expect([account, changeOf(account, sums)]).toEqual([account, expected[account]])
  })

  test('of a loan of 5,000 rupees are its net amount, its fee and the GST', () => {
    const amounts = sumFlows(once(postPayoutSucceeded(loan)))
    expect(amounts.filter(({ amount }) => amount !== 0)).toEqual([
      { flow: 'disbursed-net', count: 1, amount: 488_200 },
      { flow: 'disbursed-fee', count: 1, amount: 10_000 },
      { flow: 'disbursed-gst', count: 1, amount: 1_800 },
    ])
  })

  test('of a payout that the bank took back leave nothing', () => {
    const back = [
      ...postPayoutSent(loan),
      ...postPayoutSucceeded(loan),
      ...postPayoutReversed(loan),
    ]
    expect(sumFlows(once(back)).filter(({ amount }) => amount !== 0)).toEqual([])
  })

  test('show charges that the daily sums hold as those that a journal books (decision 81)', () => {
    const sum = { interest: paise(900), penal: paise(60) }
    const paid = { interest: paise(300), penal: paise(20) }
    const some = (transfers: readonly Transfer[]) =>
      sumFlows(transfers.map(each => ({ ...each, count: 3 }))).filter(({ count }) => count !== 0)
    expect(some(postSum(sum))).toEqual([
      { flow: 'accrued-interest', count: 3, amount: 900 },
      { flow: 'accrued-penal', count: 3, amount: 60 },
    ])
    expect(some(postTakenOver(paid))).toEqual([
      { flow: 'accrued-interest', count: -3, amount: -300 },
      { flow: 'accrued-penal', count: -3, amount: -20 },
    ])
  })

  test('refuse an entry that no report would show', () => {
    const entry = { debit: 'bank', credit: 'fee_income', amount: paise(1), count: 1 } as const
    expect(() => sumFlows([entry])).toThrow('no report knows entries from fee_income to bank')
  })
})

test('a share is in basis points, and a share of nothing is undefined', () => {
  expect(shareOf(1, 3)).toBe(3_333)
  expect(shareOf(5, 5)).toBe(10_000)
  expect(shareOf(0, 0)).toBeUndefined()
})
