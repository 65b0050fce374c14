/** Overdue loans: the list, a loan with its calls, notes, promises and waiver, and requests for later due days. */
import { describe, expect, test } from 'vitest'
import { inboxOf, NOW, proposalsOf, TODAY } from '#console/testing/answers.ts'
import { open, openCase } from '#console/testing/open.tsx'
import { cells } from '#console/testing/page.ts'
import type { Output } from '#contract/endpoint.ts'
import { collection } from '#contract/staff/collection.ts'
import { staffHardship } from '#contract/staff/hardship.ts'
import { inbox } from '#contract/staff/inbox.ts'
import { proposal } from '#contract/staff/proposal.ts'
import { basisPoints } from '#domain/money.ts'
import type { Role } from '#domain/staff/permissions.ts'
import { on, rs } from '#web/testing/answers.ts'
import { arrive, control, field, says, see, shown, tap, type } from '#web/testing/page.ts'
import { type State, testStates } from '#web/testing/states.ts'
import { stub } from '#web/testing/stub.ts'

type Loan = Output<typeof collection.open>
type Request = Output<typeof staffHardship.open>

const LOAN = '/collection/o1'
const REQUEST = '/hardship/o1'
const ORDER = 'SR 2603 0500 AB12 CD34'
/** Three days overdue: ₹15.11 of penal charges (specification, V3). */
const loan: Loan = {
  orderId: 'o1',
  orderNo: ORDER,
  daysPastDue: 3,
  bucket: '1-30',
  overdue: rs(5_050.11),
  penal: rs(15.11),
  today: TODAY,
  payoff: rs(5_050.11),
  maskedPhone: '••••••3210',
  cannotCall: null,
  waiverUntil: null,
  notes: [],
}
/** A loan of ₹5,000 for seven days, moved by three weeks: ₹105 more of interest (product §5). */
const request: Request = {
  orderId: 'o1',
  orderNo: ORDER,
  borrowerId: 'b1',
  productName: 'Saral Weekly',
  principal: rs(5_000),
  owedToday: rs(5_030),
  requestedAt: NOW,
  answerBy: on('2026-03-08'),
  referredFor: ['long-move', 'earlier-plan'],
  worstOverdueDays: 0,
  extensionsPaid: 0,
  earlierPlans: 1,
  moveDays: 21,
  before: [{ day: on('2026-03-08'), amount: rs(5_035) }],
  after: [{ day: on('2026-03-29'), amount: rs(5_140) }],
  addedInterest: rs(105),
  totalBefore: rs(5_035),
  totalAfter: rs(5_140),
  apr: basisPoints(7_012),
  tenorDays: 28,
  maxTenorDays: 90,
}
const giveLoan = (about: Partial<Loan> = {}) => stub(collection.open, { ...loan, ...about })
const giveRequest = () => stub(staffHardship.open, request)
const cannotCall = (why: NonNullable<Loan['cannotCall']>, text: string): State<Role> => ({
  at: LOAN,
  when: `there is no call: ${why}`,
  given: () => giveLoan({ cannotCall: why }),
  sees: [text],
  lacks: ['Call: show name and number, and count the call'],
})

const STATES: readonly State<Role>[] = [
  {
    at: LOAN,
    when: 'it is three days overdue',
    given: giveLoan,
    sees: [
      `${ORDER}: 3 days past due`,
      '₹15.11',
      '••••••3210',
      'Say who you are and whom you call for. Speak with the borrower alone. The call is counted now.',
      'No call, note or promise yet.',
    ],
  },
  cannotCall(
    'outside-contact-hours',
    'No call now: it is outside 8:00 to 19:00 in India, or outside the time that the borrower chose.',
  ),
  cannotCall('text-messages-only', 'No call: the borrower agreed to text messages alone.'),
  cannotCall('disputed', 'No call: a complaint of the borrower about this is open.'),
  cannotCall(
    'payment-under-way',
    'No call: a payment of the borrower is under way, and its bank or UPI service has not answered yet.',
  ),
  cannotCall('called-today', 'No call: the borrower was called today.'),
  cannotCall(
    'called-this-week',
    'No call: the borrower was called often enough within seven days.',
  ),
  {
    at: LOAN,
    when: 'there is a record',
    given: () =>
      giveLoan({
        notes: [
          {
            what: 'promise',
            at: NOW,
            by: 'ravi@lender.example',
            text: null,
            promise: { amount: rs(5_000), day: on('2026-03-07'), state: 'waiting' },
          },
          { what: 'call', at: NOW, by: 'ravi@lender.example', text: null, promise: null },
          { what: 'note', at: NOW, by: 'ravi@lender.example', text: 'After five.', promise: null },
        ],
      }),
    sees: [
      '5 Mar 2026, 10:00 am · ravi@lender.example · ₹5,000.00 promised for 7 Mar 2026: waiting',
      '5 Mar 2026, 10:00 am · ravi@lender.example · call',
      'After five.',
    ],
  },
  {
    at: LOAN,
    when: 'a waiver waits for a second person',
    given: () => giveLoan({ waiverUntil: new Date('2026-03-12T04:30:00Z') }),
    sees: [
      'A proposal to waive penal charges waits for a second person, until 12 Mar 2026, 10:00 am.',
    ],
    lacks: ['Propose the waiver'],
  },
  {
    at: LOAN,
    when: 'no penal charge is owed',
    given: () => giveLoan({ penal: rs(0) }),
    sees: ['Keep the promise'],
    lacks: ['Propose the waiver'],
  },
  {
    at: REQUEST,
    when: 'a borrower asks for three weeks',
    given: giveRequest,
    sees: [
      'The borrower asks to move each unpaid due day by 21 days, without a fee.',
      'Without an answer by the end of 8 Mar 2026 it counts as granted.',
      'More days than the rules grant',
      'Another loan of the borrower had a plan',
      '₹105.00',
      '70.12%',
      '28 of at most 90',
    ],
    lacks: ['The loan was overdue before'],
  },
  {
    at: REQUEST,
    when: 'the role does not answer requests',
    given: giveRequest,
    sees: [
      'Your role does not allow this: it needs the permission to answer requests for later due days.',
    ],
    lacks: ['Grant the later days', 'Refuse'],
    by: 'operations',
  },
]
testStates(STATES, (at, role = 'collections') => openCase(at, role, 'collection'))

const COUNTS = [
  { bucket: '1-30', count: 0 },
  { bucket: '31-60', count: 1 },
  { bucket: '61-90', count: 10_000 },
  { bucket: 'over-90', count: 0 },
] as const

describe('the list', () => {
  const stubList = () =>
    stub(collection.list, ({ bucket = '31-60', after }) => ({
      bucket,
      counts: [...COUNTS],
      items: bucket === '31-60' && !after ? [{ ...loan, daysPastDue: 33, bucket }] : [],
      next: after ? null : '2026-01-31~00000000-0000-0000-0000-000000000001',
    }))

  test('opens at the bucket that the server chose, with the count of each', async () => {
    stubList()
    await open('/collections', 'collections')
    await says(`${ORDER}: 33 days past due`)
    await says(
      'The due day is the first day past due, as RBI counts: 30 days after it a loan is in 31 to 60.',
    )
    const bucket = await field('Days past due')
    expect(bucket.value).toBe('31-60')
    expect([...bucket.children].map(({ textContent }) => textContent)).toEqual([
      '1 to 30 (0)',
      '31 to 60 (1)',
      '61 to 90 (10,000 or more)',
      'more than 90 (0)',
    ])
    expect(await control('Open')).toHaveProperty('pathname', '/console/collection/o1')
  })

  test('has its bucket and page in the address', async () => {
    const calls = stubList()
    await open('/collections', 'collections')
    await tap('Next page')
    expect(calls.inputs.at(-1)).toEqual({
      bucket: '31-60',
      after: '2026-01-31~00000000-0000-0000-0000-000000000001',
    })
    await says('No loan is overdue by this many days.')
    await tap('First page')
    await arrive('/console/collections?bucket=31-60')
    await type('Days past due', '1-30')
    await arrive('/console/collections?bucket=1-30')
  })
})

describe('work on an overdue loan', () => {
  test.each([
    ['collections:work', 'work on overdue loans', ['Keep the note', 'Keep the promise', /^Call:/]],
    ['waivers:propose', 'propose to waive penal charges', ['Propose the waiver']],
  ] as const)('is offered to nobody without %s', async (permission, words, acts) => {
    giveLoan()
    await openCase(LOAN, 'collections', 'collection', permission)
    await says(`Your role does not allow this: it needs the permission to ${words}.`)
    for (const act of acts) expect(shown(act), String(act)).toEqual([])
  })

  test('shows name and number for one call, which is counted', async () => {
    giveLoan()
    const call = stub(collection.call, { name: 'Asha Kumar', phone: '98765 43210' })
    await openCase(LOAN, 'collections', 'collection')
    await tap('Call: show name and number, and count the call')
    await says('Asha Kumar · 98765 43210')
    expect(call.inputs).toEqual([{ orderId: 'o1' }])
  })

  test('keeps a note, and the typed text until then', async () => {
    const read = giveLoan()
    const note = stub(collection.note, null)
    await openCase(LOAN, 'collections', 'collection')
    expect(await control('Keep the note')).toHaveProperty('disabled', true)
    await type('Note', 'After five.')
    await tap('Keep the note')
    expect(note.inputs).toEqual([{ orderId: 'o1', text: 'After five.' }])
    expect((await field('Note')).value).toBe('')
    expect(read.inputs.at(-1), 'the same look').toEqual({
      orderId: 'o1',
      why: 'collection',
      again: true,
    })
  })

  test('keeps a promise of an amount for one of the next days', async () => {
    giveLoan()
    const calls = stub(collection.promise, null)
    await openCase(LOAN, 'collections', 'collection')
    expect((await field('Amount promised, in rupees')).value).toBe('5050')
    const days = (await field('Promised for the day')).querySelectorAll('option:not([disabled])')
    expect(days[0]?.getAttribute('value'), 'today').toBe('2026-03-05')
    await type('Promised for the day', '2026-03-07')
    await type('Amount promised, in rupees', 'much')
    expect(await control('Keep the promise')).toHaveProperty('disabled', true)
    await type('Amount promised, in rupees', '2,500.50')
    await tap('Keep the promise')
    expect(calls.inputs).toEqual([{ orderId: 'o1', amount: rs(2_500.5), day: '2026-03-07' }])
  })
})

describe('a waiver', () => {
  test.each([
    ['0', true],
    ['15.12', true],
    ['ten', true],
    ['', true],
    ['0.01', false],
    ['15.11', false],
  ])('of %s rupees of ₹15.11 is impossible: %s', async (amount, isImpossible) => {
    giveLoan()
    await openCase(LOAN, 'collections')
    await says('At most ₹15.11, the amount owed today. Interest and principal stay.')
    await type('Reason', 'Their wages came late.')
    await type('Penal charges to waive, in rupees', amount)
    expect(await control('Propose the waiver')).toHaveProperty('disabled', isImpossible)
  })

  test('is proposed with a reason', async () => {
    giveLoan()
    stub(proposal.list, proposalsOf())
    const calls = stub(proposal.waivePenal, { proposalId: 'p1' })
    await openCase(LOAN, 'collections')
    expect((await field('Penal charges to waive, in rupees')).value).toBe('15.11')
    expect(await control('Propose the waiver'), 'without one').toHaveProperty('disabled', true)
    await says('Another person has to approve it.')
    await type('Reason', 'Their wages came late.')
    await tap('Propose the waiver')
    await arrive('/console/proposals')
    expect(calls.inputs).toEqual([
      { orderId: 'o1', amount: rs(15.11), why: 'Their wages came late.' },
    ])
  })
})

describe('a request for later due days', () => {
  test('shows each repayment as it is and as it would be, and is granted', async () => {
    giveRequest()
    stub(inbox.list, inboxOf())
    const calls = stub(staffHardship.grant, null)
    await openCase(REQUEST, 'credit-officer')
    await see('The loan')
    expect(cells('What the plan changes, if it is granted today')).toEqual([
      ['1', '8 Mar 2026', '₹5,035.00', '29 Mar 2026', '₹5,140.00'],
    ])
    await tap('Grant the later days')
    await arrive('/console/')
    expect(calls.inputs).toEqual([{ orderId: 'o1' }])
  })

  test('is refused with a reason that the borrower reads', async () => {
    giveRequest()
    stub(inbox.list, inboxOf())
    const calls = stub(staffHardship.refuse, null)
    await openCase(REQUEST, 'collections')
    expect(await control('Refuse')).toHaveProperty('disabled', true)
    await type('Reason that the borrower reads', 'Please call us on Monday.')
    await says('The borrower will read: Please call us on Monday.')
    await tap('Refuse')
    await arrive('/console/')
    expect(calls.inputs).toEqual([{ orderId: 'o1', reason: 'Please call us on Monday.' }])
  })
})
