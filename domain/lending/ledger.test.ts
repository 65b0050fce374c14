import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  accounts,
  balances,
  chargesOf,
  hasCharges,
  postAccrual,
  postExtensionPaid,
  postExtensionPayment,
  postExtensionReleased,
  postExtensionReturned,
  postPayment,
  postPayoutRefused,
  postPayoutReversed,
  postPayoutSent,
  postPayoutSucceeded,
  postRefund,
  postSum,
  postTakenOver,
  reversed,
  shareOfSums,
  sumCharges,
} from '#domain/lending/ledger.ts'
import { paise } from '#domain/money.ts'
import { NO_PARTS } from '#domain/parts.ts'

const disbursal = { arrive: paise(4_882_00), serviceFee: paise(100_00), gst: paise(18_00) }
const nothing = Object.fromEntries(Object.keys(accounts).map(account => [account, 0]))

test('a successful payout leaves the whole principal owed', () => {
  expect(balances([...postPayoutSent(disbursal), ...postPayoutSucceeded(disbursal)])).toEqual({
    ...nothing,
    bank: -4_882_00,
    principal_receivable: 5_000_00,
    fee_income: 100_00,
    gst_payable: 18_00,
  })
})

test('a payout refused, or reversed later, leaves every account empty', () => {
  expect(balances([...postPayoutSent(disbursal), ...postPayoutRefused(disbursal)])).toEqual(nothing)
  expect(
    balances([
      ...postPayoutSent(disbursal),
      ...postPayoutSucceeded(disbursal),
      ...postPayoutReversed(disbursal),
    ]),
  ).toEqual(nothing)
})

test('a loan overpaid late ends in income and a refund', () => {
  const paid = { penal: paise(15_11), interest: paise(50_00), principal: paise(5_000_00) }
  const life = [
    ...postPayoutSent(disbursal),
    ...postPayoutSucceeded(disbursal),
    ...postAccrual(NO_PARTS, paid),
    ...postPayment(paise(5_165_11), paid),
    ...postRefund(paise(100_00)),
  ]
  expect(balances(life)).toEqual({
    ...nothing,
    bank: 183_11,
    fee_income: 100_00,
    gst_payable: 18_00,
    interest_income: 50_00,
    penal_income: 15_11,
  })
})

const amount = fc.integer({ min: 0, max: 10_000_00 }).map(paise)

test('after any payment clearing is empty, the bank holds the money, and debits equal credits', () => {
  fc.assert(
    fc.property(amount, amount, amount, amount, (penal, interest, principal, excess) => {
      const whole = paise(penal + interest + principal + excess)
      const posting = [
        ...postAccrual(NO_PARTS, { penal, interest }),
        ...postPayment(whole, { penal, interest, principal }),
      ]
      const standing = balances(posting)
      expect(standing.bank).toBe(whole)
      expect(
        standing.collection_clearing + standing.penal_receivable + standing.interest_receivable,
      ).toBe(0)
      expect(standing.refunds_payable).toBe(excess)
      expect(posting.every(transfer => transfer.amount > 0)).toBe(true)
      expect(balances([...posting, ...reversed(posting)])).toEqual(nothing)
    }),
  )
})

test('charges are income once, in the sums until the journal takes them over', () => {
  const charges = fc.record({
    interest: fc.integer({ min: -10_000, max: 100_000 }).map(paise),
    penal: fc.integer({ min: -10_000, max: 100_000 }).map(paise),
  })
  fc.assert(
    fc.property(charges, charges, charges, (booked, summed, borne) => {
      const days = balances(postSum(summed))
      expect(days.accrued_interest_income + days.accrued_penal_income).toBe(
        summed.interest + summed.penal,
      )
      const journal = [
        ...postAccrual(NO_PARTS, booked),
        ...postAccrual(booked, borne),
        ...postTakenOver(summed),
      ]
      expect(shareOfSums(journal, NO_PARTS), 'all that it ever added').toEqual(summed)
      expect(balances([...postSum(summed), ...journal])).toEqual({
        ...nothing,
        interest_receivable: borne.interest,
        interest_income: borne.interest,
        penal_receivable: borne.penal,
        penal_income: borne.penal,
      })
    }),
  )
})

test('charges of many loans are summed by kind, and a sum of nothing has none', () => {
  const charges = (interest: number, penal: number) => ({
    interest: paise(interest),
    penal: paise(penal),
  })
  expect(sumCharges([charges(5_00, 0), charges(5_00, 5_04), charges(-2_00, 0)])).toEqual(
    charges(8_00, 5_04),
  )
  expect(sumCharges([])).toEqual(charges(0, 0))
  expect(hasCharges(charges(0, 0))).toBe(false)
  for (const some of [charges(5_00, 0), charges(0, 5_04), charges(-5_00, 0), charges(5_00, 5_04)])
    expect(hasCharges(some), JSON.stringify(some)).toBe(true)
})

test('more than was paid cannot be applied', () => {
  expect(() =>
    postPayment(paise(1), { penal: paise(0), interest: paise(0), principal: paise(2) }),
  ).toThrow(RangeError)
})

test('an extension overpaid in two parts: fee, GST, charges and interest are earned, the rest is owed back', () => {
  const fee = {
    serviceFee: paise(500_00),
    gst: paise(76_27),
    penal: paise(15_11),
    interest: paise(50_00),
  }
  const life = [
    ...postAccrual(NO_PARTS, fee),
    ...postExtensionPayment(paise(200_00), paise(200_00)),
    ...postExtensionPayment(paise(400_00), paise(365_11)),
    ...postExtensionPaid(fee),
  ]
  expect(balances(life)).toEqual({
    ...nothing,
    bank: 600_00,
    fee_income: 423_73,
    gst_payable: 76_27,
    penal_income: 15_11,
    interest_income: 50_00,
    refunds_payable: 34_89,
  })
})

test('however an extension ends, none of its advances remain, and the bank holds what was paid', () => {
  fc.assert(
    fc.property(
      amount,
      amount,
      amount,
      amount,
      amount,
      (serviceFee, penal, interest, principal, tooMuch) => {
        const gst = paise(Math.floor(serviceFee / 7))
        const amount = paise(serviceFee + penal + interest)
        const paid = paise(amount + tooMuch)
        const came = postExtensionPayment(paid, amount)
        expect(balances(came)).toMatchObject({
          bank: paid,
          extension_advances: amount,
          refunds_payable: tooMuch,
        })
        const applied = { penal, interest, principal: paise(Math.min(principal, serviceFee)) }
        const ends = [
          postExtensionPaid({ serviceFee, gst, penal, interest }),
          postExtensionReleased(amount, applied),
          postExtensionReturned(amount),
        ]
        for (const end of ends) {
          const charges = end === ends[2] ? NO_PARTS : applied
          const standing = balances([...postAccrual(NO_PARTS, charges), ...came, ...end])
          expect(standing).toMatchObject({
            bank: paid,
            extension_advances: 0,
            collection_clearing: 0,
          })
          expect(standing.penal_receivable + standing.interest_receivable).toBe(0)
          expect(balances([...end, ...reversed(end)])).toEqual(nothing)
        }
      },
    ),
  )
})

test('charges are booked day by day by their increase, never twice; waived charges are reversed', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ penal: amount, interest: amount }), { minLength: 1, maxLength: 6 }),
      days => {
        const postings = days.flatMap((borne, index) =>
          postAccrual(days[index - 1] ?? NO_PARTS, borne),
        )
        const last = days.at(-1)
        expect(balances(postings)).toEqual({
          ...nothing,
          interest_receivable: last?.interest,
          interest_income: last?.interest,
          penal_receivable: last?.penal,
          penal_income: last?.penal,
        })
        expect(postAccrual(last ?? NO_PARTS, last ?? NO_PARTS)).toEqual([])
      },
    ),
  )
})

test('the charges of a loan are what was paid of it plus what is owed', () => {
  const owed = { penal: paise(1), interest: paise(20), principal: paise(300) }
  const paid = { penal: paise(4_000), interest: paise(50_000), principal: paise(600_000) }
  expect(chargesOf({ owed, paid })).toEqual({ penal: 4_001, interest: 50_020 })
})
