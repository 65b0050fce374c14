import { randomUUID } from 'node:crypto'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { staffContract } from '#contract/staff/index.ts'
import { addDays, type Day, day, indiaDayOf } from '#domain/day.ts'
import { BUCKETS } from '#domain/lending/days-past-due.ts'
import { type Account, accounts } from '#domain/lending/ledger.ts'
import { changeOf, type FlowSum } from '#domain/lending/report.ts'
import { paise } from '#domain/money.ts'
import { runCloseOfBusiness } from '#server/lending/closing/close-of-business.ts'
import { fileOf } from '#server/staff/reports/report-file.ts'
import { type ReportRow, rowsBehind } from '#server/staff/reports/report-rows.ts'
import type { Browser } from '#server/testing/browser.ts'
import { forFile } from '#server/testing/for-file.ts'
import { addendumRead } from '#server/testing/key-facts.ts'
import {
  type Borrower,
  lendingWorld,
  pay,
  runningLoan,
  trialBalance,
  wish,
} from '#server/testing/lending.ts'
import { staffBrowser } from '#server/testing/staff.ts'

/*
 * A small portfolio that lives from 21 November 2026 to 5 January 2027. Each loan is of ₹5,000 with a fee of
 * ₹100 and GST of ₹18, so that ₹4,882 arrive (product §5). The seven-day loans bear ₹5 a day. The first
 * of thirteen instalments of ₹399.86 at 0.08 % a day has ₹28.00 of interest and ₹371.86 of principal; the
 * principal of the next four is ₹373.94, ₹376.04, ₹378.14 and ₹380.26.
 */

const START = day('2026-11-21')
let staff: Browser
const SEVEN = { productId: 'saral-seven' }
const key = () => ({ idempotencyKey: randomUUID() })
const reports = () => staff.calls(staffContract.report)

/** Advances to a day, with a close of business on each. */
async function liveTo(until: Day): Promise<void> {
  while (indiaDayOf(world.server.clock.now()) < until) {
    world.server.clock.advance({ days: 1 })
    await runCloseOfBusiness(world.services)
    await world.runJobs()
  }
}

async function extend(borrower: Borrower, orderId: string): Promise<void> {
  const { calculate, apply } = borrower.browser.calls(contract.extension)
  const offer = await calculate({ id: orderId })
  if (!offer.ok) throw new Error(offer.reason)
  const { extensionId, orderRepayId } = offer.data
  const request = { extensionId, orderRepayId, orderId }
  const keyFactsHash = await addendumRead(borrower.browser, request)
  const answer = await apply({ ...request, keyFactsHash }, key())
  if (!answer.ok) throw new Error(answer.reason)
  const paymentId = answer.data.paymentUrl.split('/').at(-1) ?? ''
  await world.webhook(world.provider.attempt(paymentId))
}

async function payPart(borrower: Borrower, orderId: string, amount: number): Promise<void> {
  const page = await borrower.browser.calls(contract.repay).repay({ orderId, scope: 'all' }, key())
  if (!page.ok) throw new Error(page.reason)
  await world.webhook(world.provider.attempt(page.data.paymentId, { amount: paise(amount) }))
}

const world = forFile(() => lendingWorld())
beforeAll(async () => {
  const people = []
  for (let count = 0; count < 6; count += 1) people.push(await world.borrower())
  const [onTime, never, extends_, partly, weekly, returned] = people as [
    Borrower,
    Borrower,
    Borrower,
    Borrower,
    Borrower,
    Borrower,
  ]
  const first = await runningLoan(world, onTime, SEVEN)
  const second = await runningLoan(world, never, SEVEN)
  const third = await runningLoan(world, extends_, SEVEN)
  const fourth = await runningLoan(world, partly, SEVEN)
  const fifth = await runningLoan(world, weekly)
  await runningLoan(world, returned, SEVEN)
  world.bank.set(world.bank.sent.at(-1)?.key ?? '', { state: 'reversed', reason: 'returned' })
  const poor = await world.borrower({ monthlyIncome: '4000' })
  await poor.browser.calls(contract.order).apply(wish(poor), key())
  await world.runJobs()
  await liveTo(day('2026-11-24'))
  await payPart(partly, fourth, 1_015_00)
  await liveTo(day('2026-11-28'))
  await pay(world, onTime, first, 'all')
  await extend(extends_, third)
  await pay(world, weekly, fifth)
  await liveTo(day('2027-01-05'))
  await pay(world, never, second, 'all')
  await world.runJobs()
  staff = await staffBrowser(world.server, 'finance')
})

async function book(of: string) {
  const answer = await reports().book({ day: day(of) })
  if (!answer.ok) throw new Error(answer.reason)
  return answer.data
}
async function month(of: string) {
  const answer = await reports().month({ day: day(of) })
  if (!answer.ok) throw new Error(answer.reason)
  return answer.data
}
const some = <T extends { loans: number }>(all: readonly T[]) => all.filter(each => each.loans > 0)

describe('the portfolio', () => {
  test('at the end of November has two late loans, and the total of the ledger', async () => {
    const { portfolio, ledgerPrincipal, before } = await book('2026-11-30')
    expect(before).toBe('2026-10-31')
    // The extended loan falls due on 5 December; of the weekly one ₹371.86 are repaid.
    expect(some(portfolio)).toEqual([
      { bucket: 'current', loans: 2, principal: 9_628_14 },
      { bucket: '1-30', loans: 2, principal: 9_000_00 },
    ])
    expect(ledgerPrincipal).toBe(18_628_14)
  })

  test('at the end of December has aged by the due days, the moved one included', async () => {
    const { portfolio, ledgerPrincipal, roll } = await book('2026-12-31')
    expect(some(portfolio)).toEqual([
      { bucket: '1-30', loans: 2, principal: 9_628_14 },
      { bucket: '31-60', loans: 2, principal: 9_000_00 },
    ])
    expect(ledgerPrincipal).toBe(18_628_14)
    expect(roll.toSorted((a, b) => (a.from < b.from ? -1 : 1))).toEqual([
      { from: '1-30', to: '31-60', loans: 2, opening: 9_000_00 },
      { from: 'current', to: '1-30', loans: 2, opening: 9_628_14 },
    ])
  })

  test('today lacks the loan that was repaid today, and equals the trial balance', async () => {
    const { portfolio, ledgerPrincipal } = await book('2027-01-05')
    const total = portfolio.reduce((sum, { principal }) => sum + principal, 0)
    expect(total).toBe((await trialBalance(world)).principal_receivable)
    expect(ledgerPrincipal).toBe(total)
    expect(some(portfolio)).toEqual([{ bucket: '31-60', loans: 3, principal: 13_628_14 }])
  })

  test('is that of today without a day', async () => {
    expect(await reports().book({})).toMatchObject({
      data: { day: '2027-01-05', today: '2027-01-05' },
    })
  })

  test('on the first day includes the loan that the bank took back later', async () => {
    const { portfolio, ledgerPrincipal } = await book(START)
    expect(some(portfolio)).toEqual([{ bucket: 'current', loans: 6, principal: 30_000_00 }])
    expect(ledgerPrincipal).toBe(30_000_00)
    expect(some((await book('2026-11-20')).portfolio)).toEqual([])
  })
})

/*
 * RBI's example for an amount due on 31 March: overdue at the end of that day, SMA-1 on 30 April, SMA-2
 * on 30 May, NPA on 29 June (RBI/2021-22/125). Here the loan of ₹4,000 was due on 28 November.
 */
describe('the classes of days past due', () => {
  let now: Date
  beforeAll(async () => {
    now = world.server.clock.now()
    world.server.clock.set(new Date('2027-03-01T04:30:00Z'))
    staff = await staffBrowser(world.server, 'finance')
  })
  afterAll(async () => {
    world.server.clock.set(now)
    staff = await staffBrowser(world.server, 'finance')
  })

  test.each([
    ['2026-11-27', 'current'],
    ['2026-11-28', '1-30'],
    ['2026-12-27', '1-30'],
    ['2026-12-28', '31-60'],
    ['2027-01-26', '31-60'],
    ['2027-01-27', '61-90'],
    ['2027-02-25', '61-90'],
    ['2027-02-26', 'over-90'],
  ] as const)('at the end of %s put what was due on 28 November into %s', async (of, bucket) => {
    for (const each of BUCKETS) {
      const about = { report: 'portfolio', key: each, day: day(of), after: undefined } as const
      const page = await rowsBehind(world.services.db, about, 50)
      const amounts = page?.rows.map(({ amount }) => amount) ?? []
      expect([each, amounts.includes(paise(4_000_00))]).toEqual([each, each === bucket])
    }
    const { portfolio } = await book(of)
    const atRisk = portfolio.filter(each => each.bucket !== 'current' && each.principal > 0)
    expect(atRisk.length > 0).toBe(bucket !== 'current')
  })
})

describe('the collection of principal', () => {
  const sums = async (of: string) =>
    Object.fromEntries(
      (await book(of)).collection.map(({ part, owed, collected }) => [part, [owed, collected]]),
    )

  test('of a month covers what fell due in it, also where the due day was moved meanwhile', async () => {
    expect(await sums('2026-11-30')).toEqual({
      arrears: [0, 0],
      due: [20_371_86, 6_371_86],
      ahead: [0, 0],
    })
    // Arrears are the two late loans; due are the moved loan and four weekly instalments.
    expect(await sums('2026-12-31')).toEqual({
      arrears: [9_000_00, 0],
      due: [6_508_38, 0],
      ahead: [0, 0],
    })
    expect(await sums('2027-01-05')).toMatchObject({ arrears: [15_508_38, 5_000_00] })
  })

  test('adds up to the principal collected in the ledger', async () => {
    for (const of of ['2026-11-23', '2026-11-24', '2026-11-30', '2026-12-31', '2027-01-05']) {
      const { collection } = await book(of)
      const { flows } = await month(of)
      expect(collection.reduce((sum, each) => sum + each.collected, 0)).toBe(
        flows.find(({ flow }) => flow === 'collected-principal')?.amount,
      )
    }
  })
})

describe('the movements of a month', () => {
  const amounts = (flows: readonly FlowSum[]) =>
    Object.fromEntries(
      flows
        .filter(({ amount, count }) => amount !== 0 || count !== 0)
        .map(({ flow, count, amount }) => [flow, [count, amount]]),
    )

  test('are the amounts of the documents', async () => {
    const { flows } = await month('2026-11-30')
    expect(amounts(flows)).toMatchObject({
      // Six payouts less the one that came back.
      'disbursed-net': [5, 24_410_00],
      'disbursed-fee': [5, 500_00],
      'disbursed-gst': [5, 90_00],
      'payouts-sent': [5, 24_410_00],
      // 5,035.00, 1,015.00, 399.86, and for the extension 100.00 with its GST and 35.00 of interest.
      received: [4, 6_584_86],
      'collected-principal': [3, 6_371_86],
      'collected-interest': [3, 78_00],
      'extension-fee': [1, 84_75],
      'extension-gst': [1, 15_25],
      'extension-interest': [1, 35_00],
    })
    const lent = (await month('2026-11-30')).days.map(({ day: of, disbursed }) => [of, disbursed])
    expect(lent.filter(([, disbursed]) => disbursed !== 0)).toEqual([
      ['2026-11-21', 30_000_00],
      ['2026-11-22', -5_000_00],
    ])
  })

  test('change every account by the amounts of the trial balance', async () => {
    const months = ['2026-11-30', '2026-12-31', '2027-01-05']
    const sums = (await Promise.all(months.map(month))).flatMap(({ flows }) => flows)
    const balance = await trialBalance(world)
    const inSum: Partial<Record<Account, Account>> = {
      interest_receivable: 'accrued_interest',
      penal_receivable: 'accrued_penal',
      interest_income: 'accrued_interest_income',
      penal_income: 'accrued_penal_income',
    }
    const withSums = (Object.keys(accounts) as Account[])
      .filter(account => !Object.values(inSum).includes(account))
      .map(account => {
        const alsoIn = inSum[account]
        return [account, balance[account] + (alsoIn ? balance[alsoIn] : 0)]
      })
    expect(withSums.map(([account]) => [account, changeOf(account as Account, sums)])).toEqual(
      withSums,
    )
    expect(balance.accrued_interest, 'a running loan has charges in the sums').not.toBe(0)
    expect(balance.gst_payable).toBe(105_25)
    expect(balance.fee_income).toBe(584_75)
  })
})

test('the vintage of November shows its share more than 30 days late at the end of each month', async () => {
  const vintage = () => reports().vintage({ day: day('2027-01-05') })
  // Each call computes one end of a month.
  await vintage()
  await vintage()
  const answer = await vintage()
  if (!answer.ok) throw new Error(answer.reason)
  expect(answer.data).toEqual({
    day: '2027-01-05',
    today: '2027-01-05',
    missing: 0,
    cohorts: [
      {
        month: '2026-11',
        lent: 30_000_00,
        points: [
          { age: 0, day: '2026-11-30', late: 0 },
          { age: 1, day: '2026-12-31', late: 9_000_00 },
          { age: 2, day: '2027-01-05', late: 13_628_14 },
        ],
      },
    ],
  })
  // The ends of past months are stored, and read the next time.
  const { db } = world.services
  const stored = await db.raw(
    'SELECT day, bucket, principal FROM portfolio_month_end ORDER BY 1, 2',
  )
  expect(stored).toEqual([
    { day: '2026-11-30', bucket: 0, principal: 9_628_14 },
    { day: '2026-11-30', bucket: 1, principal: 9_000_00 },
    { day: '2026-12-31', bucket: 1, principal: 9_628_14 },
    { day: '2026-12-31', bucket: 2, principal: 9_000_00 },
  ])
  expect(await vintage()).toEqual(answer)
})

describe('a due day that is moved', () => {
  let now: Date
  beforeAll(() => {
    now = world.server.clock.now()
    world.server.clock.set(new Date('2027-07-01T04:30:00Z'))
  })
  afterAll(() => world.server.clock.set(now))

  test('counts from the day on which an extension or a plan moved it, the newest of several', async () => {
    const start = day('2027-07-01')
    const twice = await world.borrower()
    const planned = await world.borrower()
    const extended = await runningLoan(world, twice, SEVEN)
    const deferred = await runningLoan(world, planned, SEVEN)
    world.server.clock.set(new Date('2027-07-08T04:30:00Z'))
    await extend(twice, extended)
    const hardship = planned.browser.calls(contract.hardship)
    const read = await hardship.keyFacts({ orderId: deferred, moveDays: 7 })
    if (!read.ok) throw new Error(read.reason)
    const request = { orderId: deferred, moveDays: 7, keyFactsHash: read.data.hash }
    expect(await hardship.request(request, key())).toMatchObject({ data: { isGranted: 1 } })
    world.server.clock.set(new Date('2027-07-15T04:30:00Z'))
    await extend(twice, extended)
    world.server.clock.set(new Date('2027-07-23T04:30:00Z'))
    const numbers = await world.services.db.raw(
      'SELECT order_id, order_no FROM loan_order WHERE order_id = ANY ($1)',
      [[extended, deferred]],
    )
    const bucketOn = async (days: number, orderId: string) => {
      const on = addDays(start, days)
      const no = numbers.find(row => row.order_id === orderId)?.order_no
      for (const bucket of BUCKETS) {
        const about = { report: 'portfolio', key: bucket, day: on, after: undefined } as const
        const page = await rowsBehind(world.services.db, about, 50)
        if (page?.rows.some(({ orderNo }) => orderNo === no)) return bucket
      }
      return undefined
    }
    // Due on the 7th day; the extensions move it to the 14th and the 21st, the plan to the 14th.
    expect(await bucketOn(7, extended)).toBe('current')
    expect(await bucketOn(14, extended)).toBe('current')
    expect(await bucketOn(20, extended)).toBe('current')
    expect(await bucketOn(21, extended)).toBe('1-30')
    expect(await bucketOn(7, deferred)).toBe('current')
    expect(await bucketOn(13, deferred)).toBe('current')
    expect(await bucketOn(14, deferred)).toBe('1-30')
  })
})

test('one call computes one end of a month; the next call continues', async () => {
  const { clock } = world.server
  const now = clock.now()
  const later = day('2027-06-30')
  clock.set(new Date('2027-06-30T04:30:00Z'))
  const missing = async () => {
    const answer = await reports().vintage({ day: later })
    return answer.ok ? answer.data.missing : answer.reason
  }
  // From November to May seven months have ended, of which two are stored; the portfolio of the day comes last.
  const counts: unknown[] = []
  for (let calls = 0; calls < 7; calls += 1) counts.push(await missing())
  expect(counts).toEqual([5, 4, 3, 2, 1, 0, 0])
  clock.set(now)
})

test('declines are counted by reason, and new borrowers by their last step', async () => {
  const answer = await reports().applications({ day: day('2026-11-30') })
  expect(answer).toMatchObject({
    ok: true,
    data: {
      declined: 1,
      reasons: [{ reason: 'instalment-too-high', orders: 1 }],
      funnel: [
        { stage: 'joined', people: 7 },
        { stage: 'basic', people: 7 },
        { stage: 'work', people: 7 },
        { stage: 'identity', people: 7 },
        { stage: 'face', people: 7 },
        { stage: 'contacts', people: 7 },
        { stage: 'applied', people: 7 },
        { stage: 'paid', people: 6 },
      ],
    },
  })
  expect(await reports().applications({ day: day('2026-12-31') })).toMatchObject({
    data: { declined: 0, reasons: [] },
  })
})

/** All rows of a figure, two at a time, so that every page is turned. */
async function rowsOf(report: Parameters<typeof rowsBehind>[1]['report'], of: string, on: string) {
  const rows: ReportRow[] = []
  let after: string | undefined
  do {
    const page = await rowsBehind(world.services.db, { report, key: of, day: day(on), after }, 2)
    if (!page) throw new Error(`there is no figure ${of}`)
    rows.push(...page.rows)
    after = page.next ?? undefined
  } while (after !== undefined)
  return rows
}
const sumOf = (rows: readonly ReportRow[], of: 'amount' | 'collected' = 'amount') =>
  rows.reduce((sum, row) => sum + (row[of] ?? 0), 0)

describe('each figure opens the rows that make it', () => {
  test('of the portfolio', async () => {
    const late = await rowsOf('portfolio', '31-60', '2026-12-31')
    expect(late.map(({ amount, daysPastDue }) => [amount, daysPastDue]).toSorted()).toEqual([
      [4_000_00, 33],
      [5_000_00, 33],
    ])
    const all = await rowsOf('portfolio', 'all', '2026-11-30')
    expect([all.length, sumOf(all)]).toEqual([4, 18_628_14])
    expect(all.every(({ orderNo }) => /^SR /.test(orderNo ?? ''))).toBe(true)
  })

  test('of rolls, collections, vintages, movements, declines and new borrowers', async () => {
    expect(sumOf(await rowsOf('roll', 'current:1-30', '2026-12-31'))).toBe(9_628_14)
    // What was owed when the month began, not what is left of it: this loan is repaid.
    expect(sumOf(await rowsOf('roll', '31-60:none', '2027-01-05'))).toBe(5_000_00)
    const due = await rowsOf('collection', 'due', '2026-11-30')
    expect([due.length, sumOf(due), sumOf(due, 'collected')]).toEqual([5, 20_371_86, 6_371_86])
    expect(sumOf(await rowsOf('vintage', '2026-11', '2026-12-31'))).toBe(9_000_00)
    const net = await rowsOf('flow', 'disbursed-net', '2026-11-30')
    expect([net.length, sumOf(net)]).toEqual([7, 24_410_00])
    for (const flow of ['accrued-interest', 'accrued-penal'] as const)
      for (const until of ['2026-11-30', '2026-12-31', '2027-01-05']) {
        const rows = await rowsOf('flow', flow, until)
        const booked = (await month(until)).flows.find(each => each.flow === flow)
        expect(sumOf(rows), `${flow} until ${until}`).toBe(booked?.amount)
      }
    const accrued = await rowsOf('flow', 'accrued-interest', '2026-11-30')
    const inSum = accrued.filter(({ orderNo }) => orderNo === null)
    expect(inSum[0]?.notes).toEqual([
      'accrual-sum',
      expect.stringMatching(/^saral-(seven|weekly)$/),
    ])
    expect(inSum.length).toBeLessThan(accrued.length)
    expect(await rowsOf('declines', 'instalment-too-high', '2026-11-30')).toMatchObject([
      { day: START, amount: 5_000_00, notes: ['instalment-too-high'] },
    ])
    expect(await rowsOf('declines', 'all', '2026-11-30')).toHaveLength(1)
    const paid = await rowsOf('funnel', 'paid', '2026-11-30')
    expect(paid).toHaveLength(6)
    expect(paid[0]).toEqual({
      orderNo: null,
      day: START,
      amount: null,
      collected: null,
      daysPastDue: null,
      notes: ['paid'],
      daysOpen: null,
      complaintId: null,
    })
  })

  test('refuses an unknown figure, a bad cursor or a future day', async () => {
    const { rows } = reports()
    const today = day('2027-01-05')
    const query = { report: 'portfolio', key: 'all', day: today } as const
    expect(await rows(query)).toMatchObject({ ok: true })
    for (const bad of [
      { ...query, key: '1-31' },
      { ...query, report: 'roll', key: 'current' } as const,
      { ...query, report: 'flow', key: 'fee' } as const,
      { ...query, report: 'vintage', key: '2026-13' } as const,
      { ...query, after: Buffer.from('["x","y"]').toString('base64url') },
      { ...query, day: addDays(today, 1) },
      { ...query, day: day('0001-01-01') },
    ])
      expect(await rows(bad), JSON.stringify(bad)).toMatchObject({ reason: 'input-invalid' })
  })
})

describe('an export', () => {
  const figure = { report: 'portfolio', key: '31-60', day: day('2026-12-31') } as const
  const address = async (format: 'csv' | 'xlsx') => {
    const answer = await reports().export({ ...figure, format })
    if (!answer.ok) throw new Error(answer.reason)
    return answer.data.address
  }

  test('as CSV has a row for each loan, names nobody, and is audited', async () => {
    const response = await staff.fetch(await address('csv'))
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="portfolio_31-60_2026-12-31.csv"',
    )
    const [header, ...lines] = (await response.text()).trimEnd().split('\r\n')
    expect(header).toBe(
      'order_no,day,amount_rupees,collected_rupees,days_past_due,note,days_open,complaint_id',
    )
    expect(lines.map(line => line.split(',').slice(1)).toSorted()).toEqual([
      ['2026-11-21', '4000', '', '33', 'Saral Seven', '', ''],
      ['2026-11-21', '5000', '', '33', 'Saral Seven', '', ''],
    ])
    const [entry] = await world.services.db.raw(
      `SELECT actor, subject FROM audit_entry WHERE action = 'report-exported' ORDER BY at DESC, number DESC LIMIT 1`,
    )
    expect(entry).toEqual({
      actor: expect.stringMatching(/^staff:/),
      subject: 'portfolio/31-60/2026-12-31/csv',
    })
  })

  test('as XLSX is a workbook with numbers as numbers', async () => {
    const response = await staff.fetch(await address('xlsx'))
    const { sheets } = await readXlsx(new Uint8Array(await response.arrayBuffer()))
    const [header, ...rows] = sheets[0]?.rows ?? []
    expect(header?.[2]).toBe('amount_rupees')
    expect(rows.map(row => row[2]).toSorted()).toEqual([4_000, 5_000])
  })

  test('opens only for the person who requested it', async () => {
    const link = await address('csv')
    const other = await staffBrowser(world.server, 'compliance')
    for (const browser of [other, world.server.browser()])
      expect((await browser.fetch(link)).status).toBe(404)
    expect((await staff.fetch(link.replace(/.{9}$/, 'AAAAAAAAA'))).status).toBe(404)
    expect((await staff.fetch('/api1/staff/v1/reports/file')).status).toBe(404)
  })

  test('writes no formula in either form', async () => {
    async function* rows() {
      yield ['=1+1', '@x', -5.25, 'a,"b"', null, '-x']
    }
    const csv = await new Response(fileOf(rows(), 'csv') as never).text()
    expect(csv.split('\r\n')[1]).toBe(`'=1+1,'@x,-5.25,"a,""b""",,'-x`)
    const bytes = await new Response(fileOf(rows(), 'xlsx') as never).arrayBuffer()
    const { sheets } = await readXlsx(new Uint8Array(bytes))
    expect(sheets[0]?.rows[1]?.[0]).toBe('=1+1')
    expect(JSON.stringify(sheets)).not.toContain('"formula"')
  })
})
