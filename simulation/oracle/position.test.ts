import { describe, expect, test } from 'vitest'
import { dayText } from './calendar.ts'
import type { Happening, Page, Terms } from './facts.ts'
import { positionOf } from './position.ts'

/** 5,000 at 0.1 % a day for a week: 5.00 of interest a day. */
const seven: Terms = {
  principal: 5_000_00,
  ratePpmYear: 365_000,
  feeBps: 1_000,
  discountBps: 0,
  periodDays: 7,
  instalments: 1,
  maxTenorDays: 28,
  penalRatePpmYear: 365_000,
  penalCapBps: 500,
  extensionFeeBps: 1_000,
  coolingOffDays: 1,
}
/** 1,000 at 0.1 % a day in two weekly instalments: 498.26 + 7.00, then 501.74 + 3.51. */
const twice: Terms = { ...seven, principal: 1_000_00, instalments: 2, maxTenorDays: 90 }

const ARRIVED_ON = '2026-01-01'
/** The day so many days after the money arrived; noon in India on it is 06:30 UTC. */
const day = (number: number) => dayText(20_454 + number)
const noon = (number: number) => `${day(number)}T06:30:00Z`
const hourBefore = (number: number) => `${day(number)}T05:30:00Z`
const position = (number: number, happenings: Happening[] = [], terms = seven) =>
  positionOf({ terms, arrivedOn: ARRIVED_ON, happenings }, day(number))
type PaymentAbout = {
  id?: string
  page?: string
  purpose?: Page['purpose']
  due?: number
  at?: string
  paidAt?: string
}
const paid = (number: number, amount: number, about: PaymentAbout = {}): Happening => {
  const { id = 'a', purpose = 'all', at = noon(number), paidAt } = about
  const page = { id: about.page ?? id, openedAt: noon(0), amount: about.due ?? amount, purpose }
  return { kind: 'payment', id, amount, page, at, paidAt }
}
const requested = (number: number, extension = 1): Happening => ({
  kind: 'extension-requested',
  number: extension,
  at: noon(number),
})
const FEE = { purpose: { extension: 1 } }

test('the days of these tests', () => {
  expect([day(0), day(7)]).toEqual(['2026-01-01', '2026-01-08'])
})

/** Penal charges are given up on a day (decision 67). */
const waived = (number: number, amount: number): Happening => ({
  kind: 'penal-waived',
  amount,
  at: noon(number),
})

describe('a waiver', () => {
  // One day late: 0.1 % of 5,000.00 and of the 35.00 of interest. Ten days after the money arrived: three.
  test('gives up penal charges alone, and the days after it are charged as agreed', () => {
    expect(position(10, [waived(10, 10_00)]).owed).toEqual({
      penal: 5_11,
      interest: 50_00,
      principal: 5_000_00,
    })
    expect(position(11, [waived(10, 15_11)]).owed.penal).toBe(5_03)
  })

  test('counts towards the cap, and in the books as no income', () => {
    // The cap is 5 % of the loan; it is reached after 50 days.
    expect(position(200, [waived(10, 15_11)]).owed.penal).toBe(250_00 - 15_11)
    expect(position(10, [waived(10, 10_00)]).ledger).toMatchObject({
      penalReceivable: 5_11,
      penalIncome: 5_11,
    })
  })

  test('counts before an earlier payment that is reported after it', () => {
    // On the eighth day 5.04 were owed, which were given up; the excess goes back.
    const late = paid(11, 5_050_11, { paidAt: noon(8) })
    const { owed, receipts, refunds } = position(11, [waived(10, 10_00), late])
    expect(receipts).toMatchObject([
      { day: day(8), parts: { penal: 0, interest: 40_00, principal: 5_000_00 }, excess: 10_11 },
    ])
    expect(refunds).toMatchObject([{ amount: 10_11, cause: 'excess' }])
    expect(owed).toEqual({ penal: 0, interest: 0, principal: 0 })
  })

  test('is refused above what is owed, and of a loan that is not overdue', () => {
    expect(() => position(10, [waived(10, 15_12)])).toThrow('were owed')
    expect(() => position(10, [waived(10, 0)])).toThrow('were owed')
    expect(() => position(7, [waived(7, 1)])).toThrow('in time')
    expect(() => position(8, [requested(8), waived(8, 1)])).toThrow('awaited')
  })
})

test('a refused plan keeps no payment from the day on which its money moved', () => {
  const request = { kind: 'plan-requested', moveDays: 21, at: noon(4) } as const
  const refused = { kind: 'plan-answered', how: 'refused', by: 'desk', at: noon(5) } as const
  // 4 days of 5.00.
  const late = paid(6, 5_020_00, { paidAt: noon(4) })
  const { owed, receipts } = position(6, [request, refused, late])
  expect(owed).toMatchObject({ interest: 0, principal: 0 })
  expect(receipts).toMatchObject([{ day: day(4), parts: { interest: 20_00, principal: 5_000_00 } }])
})

describe('a payment that is reported after a later one (decision 6)', () => {
  const arrival = noon(9)
  test('comes first: the later one goes back, and no lateness is left', () => {
    // On the due day 5,035.00 close the loan; a day later 5,045.04 do, with 5.04 of penal charge.
    const later = paid(8, 5_045_04, { id: 'later' })
    const inTime = paid(9, 5_035_00, { id: 'in time', at: arrival, paidAt: noon(7) })
    expect(position(9, [later])).toMatchObject({ paid: { penal: 5_04 }, worstOverdueDays: 1 })
    expect(position(9, [later, inTime])).toMatchObject({
      paid: { penal: 0, interest: 35_00, principal: 5_000_00 },
      refunds: [{ id: 'later', amount: 5_045_04, cause: 'excess' }],
      worstOverdueDays: 0,
      state: 'settled',
    })
  })

  test('leaves the interest of the days on which both were paid: 16.02 for parts in reverse order', () => {
    const cheap = { ...seven, ratePpmYear: 292_000 }
    const rest = paid(9, 30_00, { id: 'rest', at: arrival, paidAt: noon(5) })
    const most = paid(9, 4_991_00, { id: 'most', at: arrival, paidAt: noon(4) })
    const { paid: parts, refunds } = position(9, [rest, most], cheap)
    expect(parts).toEqual({ penal: 0, interest: 16_02, principal: 5_000_00 })
    expect(refunds).toEqual([{ id: 'rest', amount: 4_98, cause: 'excess' }])
  })

  test('replaces the refunded part of the later one that is needed after all', () => {
    // The page of 300.00 was paid by 500.00, and all the rest: 501.94 too much. Then another 300.00.
    const page = { page: 'page', due: 300_00 }
    const again = paid(3, 500_00, { id: 'again', ...page })
    const all = paid(7, 5_035_00, { id: 'all' })
    const one = paid(8, 300_00, { id: 'one', paidAt: noon(2), ...page })
    expect(position(7, [again, all]).refunds).toEqual([
      { id: 'all', amount: 501_94, cause: 'excess' },
    ])
    const { payoff, refunds } = position(8, [again, all, one])
    expect(payoff).toBe(0)
    expect(refunds.slice(1)).toEqual([{ id: 'again', amount: 299_51, cause: 'excess' }])
  })
})

describe('interest (product §5)', () => {
  test.each([
    [0, 5_00],
    [1, 5_00],
    [2, 10_00],
    [7, 35_00],
    [8, 40_00],
  ])('after %i days is %i paise: at least one day', (number, interest) => {
    expect(position(number).owed).toMatchObject({ interest, principal: 5_000_00 })
  })

  test('a part payment lowers it from the next day', () => {
    // 15.00 of interest and 985.00 of principal; then 4 days of 0.1 % on 4,015.00.
    const part = [paid(3, 1_000_00)]
    expect(position(3, part).receipts).toEqual([
      {
        id: 'a',
        parts: { penal: 0, interest: 15_00, principal: 985_00 },
        setAside: 0,
        excess: 0,
        day: day(3),
      },
    ])
    expect(position(7, part).owed).toEqual({ penal: 0, interest: 16_06, principal: 4_015_00 })
  })

  test('an instalment paid early repays principal of the next (decision 8)', () => {
    const early = [paid(3, 505_26, { purpose: { instalment: 1 } })]
    const { instalments, fallsDue } = position(3, early, twice)
    // 3.00 of interest, 498.26 of principal, and 4.00 of the next instalment's 501.74.
    expect(instalments.map(({ owed }) => owed.principal)).toEqual([0, 497_74])
    // 11 more days of 0.1 % on 497.74 are 5.47514.
    expect(fallsDue).toEqual({
      day: day(14),
      parts: { penal: 0, interest: 5_48, principal: 497_74 },
    })
  })
})

describe('penal charge (product §5, Overdue; decision 7)', () => {
  test.each([
    [7, 0],
    // 0.1 % of the 5,035.00 that fell due is 5.035, half up 5.04.
    [8, 5_04],
    [9, 10_07],
    // 49 days are 246.715, and 5 % of 5,000 is the most.
    [56, 246_72],
    [57, 250_00],
    [125, 250_00],
  ])('on day %i is %i paise', (number, penal) => {
    const { owed, overdueDays, state } = position(number)
    expect(owed.penal).toBe(penal)
    expect(overdueDays).toBe(Math.max(0, number - 7))
    expect(state).toBe(number > 7 ? 'overdue' : 'loaned')
  })

  test('a cap that is met exactly', () => {
    // 0.1 % of 1,000 on 50 days is 50.00, which is 5 % of it, without interest.
    const free = { ...seven, principal: 1_000_00, ratePpmYear: 0 }
    expect(position(56, [], free).owed.penal).toBe(49_00)
    expect(position(57, [], free).owed.penal).toBe(50_00)
    expect(position(58, [], free).owed.penal).toBe(50_00)
  })

  test('is paid first, then interest, then principal', () => {
    const late = position(9, [paid(9, 60_00)])
    expect(late.receipts[0]?.parts).toEqual({ penal: 10_07, interest: 45_00, principal: 4_93 })
    expect(late.state).toBe('overdue')
  })

  test('arrears that are paid leave the other instalments', () => {
    // For two days 0.1 % of 505.26 is 1.01, and its own principal bears 0.99652 more than 7.00.
    const cured = position(9, [paid(9, 507_27)], twice)
    expect(cured.receipts[0]?.parts).toEqual({ penal: 1_01, interest: 8_00, principal: 498_26 })
    expect(cured).toMatchObject({ state: 'loaned', worstOverdueDays: 2, overdueDays: 0 })
  })
})

describe('the end of a loan', () => {
  test('the excess is refunded (product §5, Payments)', () => {
    const { state, settledOn, refunds, worstOverdueDays } = position(7, [paid(7, 5_100_00)])
    expect({ state, settledOn, worstOverdueDays }).toEqual({
      state: 'settled',
      settledOn: day(7),
      worstOverdueDays: 0,
    })
    expect(refunds).toEqual([{ id: 'a', amount: 65_00, cause: 'excess' }])
  })

  test('a duplicate is refunded, and leaves the next instalment alone', () => {
    const purpose = { instalment: 1 }
    const both = [paid(7, 505_26, { purpose }), paid(7, 505_26, { purpose, id: 'b' })]
    const { refunds, owed } = position(7, both, twice)
    expect(refunds).toEqual([{ id: 'b', amount: 505_26, cause: 'excess' }])
    expect(owed).toEqual({ penal: 0, interest: 0, principal: 501_74 })
  })

  test('a page that is paid twice brings a duplicate', () => {
    const both = [paid(3, 5_015_00, { due: 5_015_00 }), paid(5, 5_015_00, { id: 'b', page: 'a' })]
    expect(position(5, both).refunds).toEqual([{ id: 'b', amount: 5_015_00, cause: 'excess' }])
    // Two days after the page asked for it, 10.00 more were owed; paying again was not meant.
    const short = [paid(5, 5_015_00, { due: 5_015_00 }), paid(5, 5_015_00, { id: 'b', page: 'a' })]
    expect(position(5, short)).toMatchObject({
      payoff: 10_00,
      refunds: [{ id: 'b', amount: 5_015_00, cause: 'excess' }],
    })
  })

  test('a payment counts on the day on which the money moved (product §5)', () => {
    const late = paid(9, 5_035_00, { paidAt: noon(7) })
    expect(position(8, [late])).toMatchObject({ state: 'overdue' })
    expect(position(9, [late])).toMatchObject({
      state: 'settled',
      settledOn: day(7),
      worstOverdueDays: 0,
    })
  })

  test('midnight in India divides the due day from the first day overdue', () => {
    const lastSecond = paid(7, 5_035_00, { at: '2026-01-08T18:29:59Z' })
    expect(position(8, [lastSecond])).toMatchObject({ state: 'settled', worstOverdueDays: 0 })
    const midnight = paid(8, 5_035_00, { at: '2026-01-08T18:30:00Z' })
    expect(position(8, [midnight])).toMatchObject({ state: 'overdue', worstOverdueDays: 1 })
  })

  test('a loan paid within the cooling-off period was returned (decision 27)', () => {
    expect(position(9, [paid(1, 5_005_00)])).toMatchObject({ state: 'settled', wasReturned: true })
    expect(position(9, [paid(2, 5_010_00)])).toMatchObject({ state: 'settled', wasReturned: false })
  })

  test('after a reversed payout nothing is owed, and all payments are refunded', () => {
    const reversed = position(9, [
      paid(3, 1_000_00),
      { kind: 'payout-reversed', at: noon(4) },
      paid(5, 7_00, { id: 'b' }),
    ])
    expect(reversed).toMatchObject({ state: 'failed', payoff: 0 })
    expect(reversed.refunds.map(({ id, amount }) => [id, amount])).toEqual([
      ['a', 1_000_00],
      ['b', 7_00],
    ])
    expect(reversed.ledger).toMatchObject({
      principalReceivable: 0,
      feeIncome: 0,
      refunds: 1_007_00,
    })
  })
})

test('a fee that comes after a reversed payout goes back, and its extension stays ended', () => {
  const fee = paid(3, 520_00, { ...FEE, at: noon(5), paidAt: noon(3) })
  const reversal: Happening = { kind: 'payout-reversed', at: noon(4) }
  const { extensions, refunds, state } = position(9, [requested(3), reversal, fee])
  expect(state).toBe('failed')
  expect(extensions).toMatchObject([{ state: 'ended' }])
  expect(refunds).toMatchObject([{ amount: 520_00 }])
})

describe('extension (product §6, decision 15)', () => {
  // 10 % of 5,000 with 76.27 of GST in it, and five days of interest.
  const offer = {
    instalment: 1,
    newDueDay: day(12),
    service: 500_00,
    gst: 76_27,
    penal: 0,
    interest: 25_00,
  }

  test('its fee has three parts', () => {
    expect(position(5).offer).toEqual(offer)
    // Three days of 5.035 are 15.105.
    expect(position(10).offer).toMatchObject({ penal: 15_11, interest: 50_00, newDueDay: day(17) })
  })

  test.each([
    [1, 'cooling-off'],
    [21, { newDueDay: '2026-01-29' }],
    [22, 'longest-tenor'],
  ])('on day %i', (number, expected) => {
    const { offer } = position(number)
    if (typeof expected === 'string') expect(offer).toBe(expected)
    else expect(offer).toMatchObject(expected)
  })

  test('once paid, the due day moves and interest starts again', () => {
    const extended = [requested(5), paid(5, 525_00, FEE)]
    expect(position(5, extended)).toMatchObject({
      state: 'loaned',
      owed: { penal: 0, interest: 0, principal: 5_000_00 },
      offer: 'not-available',
      fallsDue: { day: day(12), parts: { penal: 0, interest: 35_00, principal: 5_000_00 } },
    })
    const settled = position(12, [...extended, paid(12, 5_035_00, { id: 'b' })])
    expect(settled).toMatchObject({ state: 'settled', worstOverdueDays: 0, refunds: [] })
    // The net amount of 4,410.00 of a fee of 500.00; both fees without GST are 500.00 + 423.73.
    expect(settled.ledger).toMatchObject({
      principalReceivable: 0,
      feeIncome: 923_73,
      gstPayable: 166_27,
      interestIncome: 60_00,
    })
  })

  test('of an overdue loan settles the penal charge, and no day after the request counts', () => {
    const extended = [requested(10), paid(11, 565_11, { ...FEE, at: hourBefore(11) })]
    // The twelfth day's interest belongs to the loan, but no penal charge does.
    expect(position(11, extended)).toMatchObject({
      state: 'loaned',
      owed: { penal: 0, interest: 5_00 },
      worstOverdueDays: 3,
    })
  })

  test('requested on the due day and paid after it leaves a loan that was never overdue', () => {
    const extended = [requested(7), paid(8, 535_00, { ...FEE, at: hourBefore(8) })]
    expect(position(8, extended)).toMatchObject({ state: 'loaned', worstOverdueDays: 0 })
  })

  test('paid in parts sets money aside, and refunds the excess', () => {
    const first = [requested(5), paid(5, 200_00, FEE)]
    expect(position(5, first)).toMatchObject({
      state: 'extension',
      ledger: { extensionAdvances: 200_00 },
    })
    const { receipts, state } = position(5, [...first, paid(5, 335_00, { ...FEE, id: 'b' })])
    expect(receipts[1]).toMatchObject({ setAside: 325_00, excess: 10_00 })
    expect(state).toBe('loaned')
  })

  test('that lapses makes the money set aside a payment on the loan', () => {
    const { extensions, state, owed } = position(8, [
      requested(7),
      paid(7, 200_00, FEE),
      { kind: 'extension-ended', number: 1, how: 'lapsed', at: noon(8) },
    ])
    // 5.04 of penal charge and 40.00 of interest; the rest is principal.
    expect(extensions[0]).toMatchObject({
      state: 'lapsed',
      released: { parts: { penal: 5_04, interest: 40_00, principal: 154_96 }, excess: 0 },
    })
    expect({ state, owed }).toEqual({
      state: 'overdue',
      owed: { penal: 0, interest: 0, principal: 4_845_04 },
    })
  })

  test('paid after 24 hours is late: the money is an ordinary payment', () => {
    const late = paid(6, 525_00, { ...FEE, paidAt: noon(6) })
    const { extensions, receipts } = position(6, [requested(5), late])
    expect(extensions[0]?.state).toBe('lapsed')
    expect(receipts[0]?.parts).toEqual({ penal: 0, interest: 30_00, principal: 495_00 })
  })

  test('paid in time is paid, also when the report comes late', () => {
    const inTime = paid(8, 525_00, { ...FEE, paidAt: hourBefore(6) })
    const { extensions, receipts } = position(8, [requested(5), inTime])
    expect(extensions[0]?.state).toBe('paid')
    expect(receipts[0]).toMatchObject({ setAside: 525_00, day: day(6) })
  })

  test('of a loan that is repaid ends, and its money is refunded', () => {
    const { extensions, refunds } = position(5, [
      requested(5),
      paid(5, 200_00, FEE),
      paid(5, 5_025_00, { id: 'b' }),
    ])
    expect(extensions[0]?.state).toBe('ended')
    expect(refunds).toEqual([{ id: 'a', amount: 200_00, cause: 'extension-ended' }])
  })

  test('paid twice is refunded', () => {
    const twicePaid = [requested(5), paid(5, 525_00, FEE), paid(5, 525_00, { ...FEE, id: 'b' })]
    expect(position(5, twicePaid).refunds).toEqual([{ id: 'b', amount: 525_00, cause: 'excess' }])
  })

  test('V8 of product §11: three extensions cost 6,640 on 4,410 in 28 days', () => {
    const extensions = [1, 2, 3].flatMap(number => [
      requested(number * 7, number),
      paid(number * 7, 535_00, { id: `fee ${number}`, purpose: { extension: number } }),
    ])
    const end = position(28, [...extensions, paid(28, 5_035_00)])
    expect(end).toMatchObject({ state: 'settled', settledOn: '2026-01-29', refunds: [] })
    expect(position(28, extensions).payoff).toBe(5_035_00)
  })
})
