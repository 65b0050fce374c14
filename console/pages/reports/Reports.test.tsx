import { beforeEach, describe, expect, test, vi } from 'vitest'
import { TODAY } from '#console/testing/answers.ts'
import { open } from '#console/testing/open.tsx'
import { cells } from '#console/testing/page.ts'
import type { Output } from '#contract/endpoint.ts'
import { report } from '#contract/staff/report.ts'
import { COMPLAINT_AGES } from '#domain/complaint.ts'
import type { Role } from '#domain/staff/permissions.ts'
import { on, rs } from '#web/testing/answers.ts'
import { arrive, control, field, says, see, shown, tap, type } from '#web/testing/page.ts'
import { type State, testStates } from '#web/testing/states.ts'
import { lost, stub } from '#web/testing/stub.ts'

type Book = Output<typeof report.book>
type Row = Output<typeof report.rows>['rows'][number]

/** happy-dom has no canvas: the charts are drawn on a stub. */
beforeEach(() => {
  const forgetful = new Proxy(
    {},
    {
      get: (_canvas, name) => (name === 'measureText' ? () => ({ width: 1 }) : () => undefined),
      set: () => true,
    },
  )
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(forgetful as never)
  vi.stubGlobal(
    'Path2D',
    class {
      moveTo() {}
      lineTo() {}
      rect() {}
      arc() {}
      addPath() {}
    },
  )
})

const ofDay = { day: TODAY, today: TODAY }
const none = { loans: 0, principal: rs(0) }
const book: Book = {
  ...ofDay,
  before: on('2026-02-28'),
  portfolio: [
    { bucket: 'current', loans: 3, principal: rs(6_000) },
    { bucket: '1-30', loans: 1, principal: rs(3_000) },
    { bucket: '31-60', loans: 1, principal: rs(1_000) },
    { bucket: '61-90', ...none },
    { bucket: 'over-90', ...none },
  ],
  ledgerPrincipal: rs(10_000),
  roll: [],
  collection: [
    { part: 'arrears', owed: rs(1_000), collected: rs(250) },
    { part: 'due', owed: rs(0), collected: rs(0) },
    { part: 'ahead', owed: rs(0), collected: rs(0) },
  ],
}
const giveBook = (about: Partial<Book> = {}) => stub(report.book, { ...book, ...about })
const row: Row = {
  orderNo: 'SR 0001',
  day: TODAY,
  amount: rs(1_000),
  collected: null,
  daysPastDue: 33,
  notes: ['Saral Weekly'],
  daysOpen: null,
  complaintId: null,
}
const FIGURE = '/reports/rows?report=portfolio&key=31-60&day=2026-03-05'

const STATES: readonly State<Role>[] = [
  {
    at: '/reports',
    when: 'a part is overdue, and the ledger agrees',
    given: giveBook,
    sees: [
      '40% of the principal is overdue by a day or more, 10% by more than 30 days.',
      'The ledger says ₹10,000.00: it agrees.',
      'At the end of 5 Mar 2026.',
    ],
  },
  {
    at: '/reports',
    when: 'the ledger differs',
    given: () => giveBook({ ledgerPrincipal: rs(9_999) }),
    sees: ['The ledger says ₹9,999.00: it DIFFERS. Have the books checked: npm run ops -- books.'],
  },
  {
    at: '/reports',
    when: 'no loan owes anything',
    given: () =>
      giveBook({
        portfolio: book.portfolio.map(({ bucket }) => ({ bucket, ...none })),
        ledgerPrincipal: rs(0),
      }),
    sees: ['No loan owes anything on this day.'],
    lacks: [/of the principal is overdue/],
  },
  {
    at: '/reports',
    when: 'the server does not answer',
    given: () => stub(report.book, lost),
    sees: ['There is no connection to the server.', 'Try again'],
  },
  {
    at: '/reports?view=collection',
    when: 'a quarter of the arrears is collected',
    given: giveBook,
    sees: ['From 1 Mar 2026 to 5 Mar 2026.', 'Overdue when the month began', '25%'],
  },
  {
    at: '/reports?view=vintage',
    when: 'months are still being computed',
    given: () =>
      stub(report.vintage, {
        ...ofDay,
        cohorts: [
          {
            month: '2026-01',
            lent: rs(1_000),
            points: [{ age: 1, day: on('2026-02-28'), late: rs(250) }],
          },
        ],
        missing: 2,
      }),
    sees: ['25%', 'The ends of 2 months are still being computed.'],
  },
  {
    at: '/reports?view=applications',
    when: 'one was declined',
    given: () =>
      stub(report.applications, {
        ...ofDay,
        declined: 1,
        reasons: [{ reason: 'no-income', orders: 1 }],
        funnel: [{ stage: 'joined', people: 4 }],
      }),
    sees: ['1 application was declined. It may have several reasons.', 'No income', 'Joined'],
    lacks: ['no-income'],
  },
  {
    at: '/reports?view=money',
    when: 'nothing moved',
    given: () => stub(report.month, { ...ofDay, flows: [], days: [] }),
    sees: ['Nothing moved in this period.'],
  },
  {
    at: '/reports',
    when: 'the role reads none',
    sees: ['Your role does not allow this: it needs the permission to read reports.'],
    by: 'operations',
  },
  {
    at: FIGURE,
    when: 'no row makes it',
    given: () => stub(report.rows, { rows: [], next: null }),
    sees: ['No row makes this figure.'],
    lacks: ['Export as CSV'],
  },
  {
    at: '/reports/rows?report=declines&key=instalment-too-high&day=2026-03-05',
    when: 'an application was declined for a reason',
    given: () => {
      const notes = ['instalment-too-high', 'no-income']
      return stub(report.rows, { rows: [{ ...row, notes }], next: null })
    },
    sees: ['Instalment too high', 'Instalment too high, No income'],
    lacks: ['instalment-too-high'],
  },
  {
    at: '/reports/rows?report=funnel&key=joined&day=2026-03-05',
    when: 'people got so far',
    given: () => {
      const rows = [['steps-done-2'], ['paid']].map(notes => ({ ...row, notes }))
      return stub(report.rows, { rows, next: null })
    },
    sees: ['2 steps done', 'Money paid out'],
  },
  {
    at: FIGURE,
    when: 'the role exports nothing',
    given: () => stub(report.rows, { rows: [row], next: null }),
    sees: ['Your role does not allow this: it needs the permission to export reports.'],
    lacks: ['Export as CSV', 'Export as XLSX'],
    by: 'viewer',
  },
  {
    at: '/reports/rows?report=portfolio&key=all&day=2026-02-30',
    when: 'there is no such day',
    sees: ['This page does not exist.'],
  },
]
testStates(STATES, (at, role = 'finance') => open(at, role))

test('each figure of the portfolio opens its rows', async () => {
  giveBook()
  await open('/reports', 'finance')
  await see('₹6,000.00')
  const table = cells('Principal outstanding by days past due')
  expect(table.slice(0, 3)).toEqual([
    ['Not overdue', '3', '₹6,000.00', '60%'],
    ['1 to 30', '1', '₹3,000.00', '30%'],
    ['31 to 60', '1', '₹1,000.00', '10%'],
  ])
  expect(table.at(-1)).toEqual(['Total', '5', '₹10,000.00', '100%'])
  stub(report.rows, { rows: [row], next: null })
  await tap('₹1,000.00')
  await arrive('/console/reports/rows?report=portfolio&key=31-60&day=2026-03-05')
  await see('SR 0001')
  expect(cells('31 to 60')).toEqual([['SR 0001', '5 Mar 2026', '₹1,000.00', '33', 'Saral Weekly']])
  await tap('Back to the report')
  await arrive('/console/reports?view=portfolio&day=2026-03-05')
})

test('the day is in the address, by the field or by whole months', async () => {
  const calls = stub(report.book, ({ day = TODAY }) => ({ ...book, day }))
  await open('/reports', 'finance')
  expect(await control('Today')).toHaveProperty('disabled', true)
  await tap('End of the month before')
  await arrive('/console/reports?view=portfolio&day=2026-02-28')
  expect((await field('As of the day')).max, 'no day to come').toBe('2026-03-05')
  await tap('End of the month before')
  await arrive('/console/reports?view=portfolio&day=2026-01-31')
  await tap('End of the month after')
  await tap('End of the month after')
  await arrive('/console/reports?view=portfolio&day=2026-03-05')
  await type('As of the day', '2026-02-10')
  await arrive('/console/reports?view=portfolio&day=2026-02-10')
  expect(calls.inputs.at(-1)).toEqual({ day: '2026-02-10' })
})

test('complaints by age open their rows, and a case opens for those who may', async () => {
  const byAge = COMPLAINT_AGES.map((age, at) => ({ age, complaints: at }))
  stub(report.complaints, { ...ofDay, open: byAge, closed: byAge })
  await open('/reports?view=complaints', 'compliance')
  await see('Closed in the month', 'h2')
  expect(cells('Closed in the month').at(-1)).toEqual(['Total', '6'])
  const rows = [
    {
      ...row,
      orderNo: null,
      amount: null,
      daysPastDue: null,
      daysOpen: 3,
      notes: ['charges', 'rejected'],
      complaintId: 'f1',
    },
  ]
  stub(report.rows, { rows, next: null })
  await tap('6', -1)
  await arrive('/console/reports/rows')
  await see('Charges, not accepted')
  expect(await control('Open')).toHaveProperty('pathname', '/console/complaint/f1')
  await open('/reports/rows?report=complaints&key=closed:all&day=2026-03-05', 'finance')
  await see('Charges, not accepted')
  expect(shown('Open')).toEqual([])
})

describe('the rows of a figure', () => {
  test('come a page at a time', async () => {
    const calls = stub(report.rows, ({ after }) => ({ rows: [row], next: after ? null : 'more' }))
    await open(FIGURE, 'finance')
    await tap('Next page')
    await tap('First page')
    expect(calls.inputs.map(({ after }) => after)).toContain('more')
    await arrive(`/console${FIGURE}`)
  })

  test.each(['csv', 'xlsx'] as const)('are exported as %s', async format => {
    stub(report.rows, { rows: [row], next: null })
    const calls = stub(report.export, { address: '/api1/file' })
    const assign = vi.spyOn(location, 'assign').mockReturnValue()
    await open(FIGURE, 'finance')
    await says('The file has all rows, and the export is written down.')
    await tap(`Export as ${format.toUpperCase()}`)
    expect(calls.inputs).toEqual([{ report: 'portfolio', key: '31-60', day: '2026-03-05', format }])
    expect(assign).toHaveBeenCalledWith('/api1/file')
  })

  test('are not exported beyond the limit of looks', async () => {
    stub(report.rows, { rows: [row], next: null })
    stub(report.export, { refused: 'look-limit-reached' })
    await open(FIGURE, 'finance')
    await tap('Export as CSV')
    await says(/^You have opened as much of borrowers today/)
  })
})
