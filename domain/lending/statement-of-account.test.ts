import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, day } from '#domain/day.ts'
import {
  type Account,
  accounts,
  postAccrual,
  postExtensionPaid,
  postExtensionPayment,
  postExtensionReturned,
  postPayment,
  postPayoutReversed,
  postPayoutSent,
  postPayoutSucceeded,
  postPenalWaiver,
  postRefund,
  reversed,
  type Transfer,
} from '#domain/lending/ledger.ts'
import { type DatedTransfer, statementOfAccount } from '#domain/lending/statement-of-account.ts'
import { paise } from '#domain/money.ts'
import { NO_PARTS } from '#domain/parts.ts'
import { on, runningLoan } from '#domain/testing/loans.ts'

const disbursal = { arrive: paise(4_882_00), serviceFee: paise(100_00), gst: paise(18_00) }
const nothing = { interest: paise(0), penal: paise(0) }
const parts = (principal: number, interest: number, penal = 0) => ({
  principal: paise(principal),
  interest: paise(interest),
  penal: paise(penal),
})

/** Postings as booked, one day apart. */
function booked(...postings: readonly Transfer[][]): DatedTransfer[] {
  return postings.flatMap((transfers, at) =>
    transfers.map(transfer => ({
      ...transfer,
      posting: `posting:${at}`,
      day: addDays(day('2026-11-21'), at),
    })),
  )
}
const text = (transfers: readonly DatedTransfer[]) =>
  statementOfAccount(transfers).lines.map(line => [line.side, line.with, line.amount, line.balance])

test('a loan from its payout to its last payment, overpaid by a paisa', () => {
  const loan = booked(
    postPayoutSent(disbursal),
    postPayoutSucceeded(disbursal),
    postAccrual(nothing, { interest: paise(5_00), penal: paise(0) }),
    postAccrual(
      { interest: paise(5_00), penal: paise(0) },
      { interest: paise(10_00), penal: paise(0) },
    ),
    postPayment(paise(5_010_01), parts(5_000_00, 10_00)),
  )
  expect(text(loan)).toEqual([
    ['charge', 'payout_in_transit', 4_882_00, 4_882_00],
    ['charge', 'fee_income', 100_00, 4_982_00],
    ['charge', 'gst_payable', 18_00, 5_000_00],
    ['charge', 'interest_income', 10_00, 5_010_00],
    ['credit', 'bank', 5_010_01, -1],
    ['charge', 'refunds_payable', 1, 0],
  ])
  const { lines, charged, credited, balance } = statementOfAccount(loan)
  expect({ charged, credited, balance }).toEqual({
    charged: 5_010_00,
    credited: 5_010_00,
    balance: 0,
  })
  expect(lines[3]).toMatchObject({ since: '2026-11-23', day: '2026-11-24' })
})

test('daily interest and penal charge are one line each between two other lines', () => {
  const daily = [
    [5_00, 0],
    [10_00, 5_00],
    [15_00, 10_00],
    [20_00, 15_00],
    [25_00, 20_00],
  ].map(([interest = 0, penal = 0]) => ({ interest: paise(interest), penal: paise(penal) }))
  const [first = nothing, second = nothing, third = nothing, ...later] = daily
  const [fourth = nothing, fifth = nothing] = later
  const loan = booked(
    postPayoutSucceeded(disbursal),
    postAccrual(nothing, first),
    postAccrual(first, second),
    postAccrual(second, third),
    postPayment(paise(25_00), parts(0, 15_00, 10_00)),
    postAccrual(third, fourth),
    postAccrual(fourth, fifth),
  )
  expect(text(loan).slice(3)).toEqual([
    ['charge', 'interest_income', 15_00, 5_015_00],
    ['charge', 'penal_income', 10_00, 5_025_00],
    ['credit', 'bank', 25_00, 5_000_00],
    ['charge', 'interest_income', 10_00, 5_010_00],
    ['charge', 'penal_income', 10_00, 5_020_00],
  ])
  const { lines } = statementOfAccount(loan)
  expect(lines.slice(3).map(({ since, day: until }) => [since, until])).toEqual([
    ['2026-11-22', '2026-11-24'],
    ['2026-11-23', '2026-11-24'],
    ['2026-11-25', '2026-11-25'],
    ['2026-11-26', '2026-11-27'],
    ['2026-11-26', '2026-11-27'],
  ])
})

test('interest and penal charge are dated from the day on which they arose', () => {
  // 5,000 rupees of 5.00 a day, due on the seventh day; the penal charge of 5.00 a day begins after it (key facts, V3).
  const week = runningLoan(1)
  const until = (days: number, interest: number, penal: number, before = nothing) =>
    postAccrual(before, { interest: paise(interest), penal: paise(penal) }).map(transfer => ({
      ...transfer,
      posting: `accrual:${days}`,
      day: on(days),
    }))
  const first = { interest: paise(15_00), penal: paise(0) }
  const transfers = [...until(3, 15_00, 0), ...until(10, 50_00, 15_00, first)]
  const { lines } = statementOfAccount(transfers, week)
  expect(lines.map(line => [line.with, line.since, line.day, line.amount])).toEqual([
    ['interest_income', on(1), on(10), 50_00],
    ['penal_income', on(8), on(10), 15_00],
  ])
  const settled = runningLoan(1, 1000, [[10, 5_065_00]])
  expect(statementOfAccount(transfers, settled).lines, 'a later payment changes no day').toEqual(
    lines,
  )
  const paid = { debit: 'bank', credit: 'collection_clearing', amount: paise(1) } as const
  const apart = statementOfAccount(
    [
      ...until(3, 15_00, 0),
      { ...paid, posting: 'payment:1', day: on(3) },
      ...until(10, 50_00, 15_00, first),
    ],
    week,
  )
  expect(
    apart.lines.filter(line => line.with === 'interest_income').map(line => [line.since, line.day]),
  ).toEqual([
    [on(1), on(3)],
    [on(4), on(10)],
  ])
})

test('a charge that paused is dated from the day on which it went on', () => {
  // Two weekly instalments of 2,510-odd rupees: the first is overdue from the eighth day and repaid
  // on the ninth, the second is overdue from the fifteenth.
  const weeks = runningLoan(2, 1000, [[9, 2_550_00]])
  const penal = (amount: number) => ({ interest: paise(0), penal: paise(amount) })
  const onDay = (days: number, transfers: readonly Transfer[]) =>
    transfers.map(transfer => ({ ...transfer, posting: `accrual:${days}`, day: on(days) }))
  const { lines } = statementOfAccount(
    [
      ...onDay(9, postAccrual(nothing, penal(5_04))),
      ...onDay(10, postPayment(paise(2_550_00), parts(2_544_96, 0, 5_04))),
      ...onDay(16, postAccrual(penal(5_04), penal(10_08))),
    ],
    weeks,
  )
  expect(
    lines.filter(line => line.with === 'penal_income').map(line => [line.since, line.day]),
  ).toEqual([
    [on(8), on(9)],
    [on(15), on(16)],
  ])
})

test('a charge that was waived before any other line is not shown', () => {
  const charged = { interest: paise(0), penal: paise(5_04) }
  const waived = booked(
    postPayoutSucceeded(disbursal),
    postAccrual(nothing, charged),
    postAccrual(charged, nothing),
  )
  expect(text(waived)).toHaveLength(3)
  expect(statementOfAccount(waived)).toMatchObject({ charged: 5_000_00, balance: 5_000_00 })
})

test('waived penal charges are a line of their own among the daily charges', () => {
  const charged = { interest: paise(0), penal: paise(15_11) }
  const more = { interest: paise(0), penal: paise(10_15) }
  const waiver = booked(postPenalWaiver(paise(10_00))).map(transfer => ({
    ...transfer,
    posting: 'waiver:1',
  }))
  const loan = [
    ...booked(postPayoutSucceeded(disbursal), postAccrual(nothing, charged)),
    ...waiver,
    ...booked(postAccrual({ ...charged, penal: paise(5_11) }, more)).map(transfer => ({
      ...transfer,
      posting: 'posting:9',
    })),
  ]
  expect(text(loan).slice(-3)).toEqual([
    ['charge', 'penal_income', 15_11, 5_015_11],
    ['waived', 'penal_income', 10_00, 5_005_11],
    ['charge', 'penal_income', 5_04, 5_010_15],
  ])
  expect(statementOfAccount(loan)).toMatchObject({ charged: 5_010_15, balance: 5_010_15 })
})

test('an advance for an extension does not change what is owed until the fee is complete, and then the fee is shown', () => {
  const fee = {
    serviceFee: paise(500_00),
    gst: paise(76_27),
    penal: paise(0),
    interest: paise(35_00),
  }
  const extended = booked(
    postPayoutSucceeded(disbursal),
    postAccrual(nothing, { interest: paise(35_00), penal: paise(0) }),
    postExtensionPayment(paise(535_00), paise(535_00)),
    postExtensionPaid(fee),
  )
  expect(text(extended).slice(4)).toEqual([
    ['credit', 'bank', 535_00, 4_500_00],
    ['charge', 'extension_advances', 535_00, 5_035_00],
    ['credit', 'extension_advances', 535_00, 4_500_00],
    ['charge', 'fee_income', 423_73, 4_923_73],
    ['charge', 'gst_payable', 76_27, 5_000_00],
  ])
})

test('a payment received twice is charged once; the refund is shown as pending until it was sent, then with its day and reference', () => {
  const paidTwice = booked(
    postPayoutSucceeded(disbursal),
    postAccrual(nothing, { interest: paise(35_00), penal: paise(0) }),
    postPayment(paise(5_035_00), parts(5_000_00, 35_00)),
    postPayment(paise(5_035_00), NO_PARTS),
  )
  const whole = { charged: 5_035_00, credited: 5_035_00, balance: 0, setAside: 0 }
  expect(statementOfAccount(paidTwice)).toMatchObject({
    ...whole,
    sentBack: 0,
    toBeSentBack: 5_035_00,
  })
  const refunded = postRefund(paise(5_035_00)).map(transfer => ({
    ...transfer,
    posting: 'refund:019a-ref',
    day: day('2026-11-29'),
  }))
  const after = statementOfAccount([...paidTwice, ...refunded])
  expect(after).toMatchObject({ ...whole, sentBack: 5_035_00, toBeSentBack: 0 })
  expect(after.lines.at(-1)).toMatchObject({
    side: 'sent',
    amount: 5_035_00,
    balance: 0,
    day: '2026-11-29',
    reference: '019a-ref',
  })
})

test('an advance used for an extension is charged once', () => {
  const fee = { serviceFee: paise(390_00), gst: paise(59_49), penal: paise(0), interest: paise(0) }
  const extended = booked(
    postPayoutSucceeded(disbursal),
    postAccrual(nothing, { interest: paise(35_00), penal: paise(0) }),
    postExtensionPayment(paise(390_00), paise(390_00)),
    postExtensionPaid(fee),
    postPayment(paise(5_035_00), parts(5_000_00, 35_00)),
  )
  expect(statementOfAccount(extended)).toMatchObject({
    charged: 5_425_00,
    credited: 5_425_00,
    balance: 0,
    setAside: 0,
  })
  expect(statementOfAccount(extended.filter(({ posting }) => posting < 'posting:3'))).toMatchObject(
    {
      charged: 5_035_00,
      credited: 0,
      balance: 5_035_00,
      setAside: 390_00,
    },
  )
})

test('a reversed payout leaves nothing owed, and shows refunds of what had been paid', () => {
  // One rupee is more than was owed, and is owed back already.
  const before = postPayment(paise(1_001_00), parts(1_000_00, 0))
  const reversedLines = booked(
    postPayoutSucceeded(disbursal),
    before,
    postPayoutReversed(disbursal),
    [...reversed(before), ...postPayment(paise(1_001_00), NO_PARTS)],
  )
  const { lines, ...sums } = statementOfAccount(reversedLines)
  expect(sums).toEqual({
    charged: 0,
    credited: 0,
    setAside: 0,
    sentBack: 0,
    toBeSentBack: 1_001_00,
    balance: 0,
  })
  expect(lines.at(-1)).toMatchObject({ side: 'charge', with: 'refunds_payable', amount: 1_000_00 })
})

test('an extension undone with its payout leaves no charge, and its fee is owed back', () => {
  const fee = { serviceFee: paise(500_00), gst: paise(76_27), penal: paise(0), interest: paise(0) }
  const undone = booked(
    postPayoutSucceeded(disbursal),
    postExtensionPayment(paise(500_00), paise(500_00)),
    postExtensionPaid(fee),
    postPayoutReversed(disbursal),
    [...reversed(postExtensionPaid(fee)), ...postExtensionReturned(paise(500_00))],
  )
  const { lines: _, ...sums } = statementOfAccount(undone)
  expect(sums).toEqual({
    charged: 0,
    credited: 0,
    setAside: 0,
    sentBack: 0,
    toBeSentBack: 500_00,
    balance: 0,
  })
})

const anAccount = fc.constantFrom(...(Object.keys(accounts) as Account[]))
const anyTransfers = fc
  .array(fc.tuple(anAccount, anAccount, fc.integer({ min: 1, max: 1_000_00 }), fc.nat(4)), {
    maxLength: 30,
  })
  .map(all =>
    all
      .filter(([debit, credit]) => debit !== credit)
      .sort((a, b) => a[3] - b[3])
      .map(([debit, credit, amount, at]) => ({
        debit,
        credit,
        amount: paise(amount),
        posting: `p:${at}`,
        day: day('2026-11-21'),
      })),
  )

/** The debt, less money that arrived and is not applied yet. */
const ACCOUNTS_OF_THE_DEBT: Account[] = [
  'principal_receivable',
  'interest_receivable',
  'penal_receivable',
  'collection_clearing',
]

test('the balance is the debt in the books after any booking, and the lines add up to it', () => {
  fc.assert(
    fc.property(anyTransfers, transfers => {
      const { lines, charged, credited, balance } = statementOfAccount(transfers)
      const sumOf = (side: 'debit' | 'credit') =>
        transfers
          .filter(transfer => ACCOUNTS_OF_THE_DEBT.includes(transfer[side]))
          .reduce((sum, { amount }) => sum + amount, 0)
      expect(balance).toBe(sumOf('debit') - sumOf('credit'))
      expect(balance).toBe(charged - credited)
      expect(lines.every(({ amount }) => amount > 0)).toBe(true)
      expect(lines.at(-1)?.balance ?? 0).toBe(balance)
    }),
  )
})
