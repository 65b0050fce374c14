/** The search, and the pages of a borrower and of an order. */
import { describe, expect, test } from 'vitest'
import { NOW, proposalsOf, TODAY } from '#console/testing/answers.ts'
import { open, openCase } from '#console/testing/open.tsx'
import { cells } from '#console/testing/page.ts'
import type { Output } from '#contract/endpoint.ts'
import { staffBorrower } from '#contract/staff/borrower.ts'
import { staffOrder } from '#contract/staff/order.ts'
import { proposal } from '#contract/staff/proposal.ts'
import { basisPoints } from '#domain/money.ts'
import type { Role } from '#domain/staff/permissions.ts'
import { rs } from '#web/testing/answers.ts'
import { arrive, control, field, says, see, shown, tap, type } from '#web/testing/page.ts'
import { type State, testStates } from '#web/testing/states.ts'
import { stub } from '#web/testing/stub.ts'

type Borrower = Output<typeof staffBorrower.open>
type Event = Borrower['timeline']['events'][number]
type Order = Output<typeof staffOrder.open>

const BORROWER = '/borrower/b1'
const ORDER = '/order/SR26030500AB12CD34'
const ORDER_NO = 'SR 2603 0500 AB12 CD34'
const event: Event = {
  id: 'e1',
  at: NOW,
  kind: 'order',
  what: 'approve',
  how: ['staff'],
  orderNo: ORDER_NO,
  amount: null,
  by: 'asha@lender.example',
  note: null,
}
const borrower: Borrower = {
  borrowerId: 'b1',
  maskedName: 'A•••• K••••',
  maskedPhone: '••••••3210',
  since: NOW,
  isVerified: true,
  loansRepaid: 3,
  loansRepaidOnTime: 2,
  discount: basisPoints(500),
  owed: rs(5_035),
  orders: [
    {
      orderNo: ORDER_NO,
      productName: 'Saral Weekly',
      principal: rs(5_000),
      state: 'overdue',
      appliedAt: NOW,
      owed: rs(5_035),
    },
  ],
  timeline: { events: [event], next: null },
}
const act = (name: Order['acts'][number]['act'], about: Partial<Order['acts'][number]> = {}) => ({
  act: name,
  subject: null,
  cannot: null,
  ...about,
})
const order: Order = {
  borrowerId: 'b1',
  orderId: 'o1',
  orderNo: ORDER_NO,
  productName: 'Saral Weekly',
  state: 'lending',
  appliedAt: NOW,
  principal: rs(5_000),
  arrive: rs(4_882),
  serviceFee: rs(100),
  gst: rs(18),
  interest: rs(35),
  apr: basisPoints(16_341),
  owedToday: rs(0),
  moves: [{ event: 'payoutSucceeded', state: 'loaned', actor: 'server', at: NOW, cause: null }],
  schedule: [],
  balances: [
    { account: 'bank', balance: rs(-4_882) },
    { account: 'fee_income', balance: rs(-100) },
    { account: 'penal_income', balance: rs(0) },
  ],
  entries: [
    {
      posting: 'payout-sent:x1',
      day: TODAY,
      debit: 'payout_in_transit',
      credit: 'bank',
      amount: rs(4_882),
    },
    {
      posting: 'payout-succeeded:x1',
      day: TODAY,
      debit: 'principal_receivable',
      credit: 'fee_income',
      amount: rs(100),
    },
  ],
  payouts: [
    {
      payoutId: 'x1',
      amount: rs(4_882),
      state: 'pending',
      vendor: 'razorpayx',
      utr: 'UTR1',
      reason: null,
      createdAt: NOW,
      endedAt: null,
      stoppedAt: NOW,
    },
  ],
  requests: [
    {
      paymentId: 'y1',
      scope: 'all',
      amount: rs(5_035),
      received: rs(5_000),
      status: 'paid',
      vendor: 'razorpay',
      reference: null,
      createdAt: NOW,
    },
  ],
  receipts: [],
  refunds: [],
  documents: [],
  proposals: [],
  acts: [],
}
const giveBorrower = (about: Partial<Borrower> = {}) =>
  stub(staffBorrower.open, { ...borrower, ...about })
const giveOrder = (about: Partial<Order> = {}) => stub(staffOrder.open, { ...order, ...about })

const STATES: readonly State<Role>[] = [
  {
    at: BORROWER,
    when: 'a loan is overdue',
    given: giveBorrower,
    sees: [
      'identity verified',
      'with us since 5 Mar 2026',
      '₹5,035.00',
      '5%',
      'Overdue',
      'owes ₹5,035.00',
      'applied 5 Mar 2026, 10:00 am',
      'After a theft: every session ends at once, and each device has to confirm its owner again.',
    ],
    lacks: ['Overdued', 'Show Name', 'Older events'],
  },
  {
    at: BORROWER,
    when: 'it is somebody new',
    given: () =>
      giveBorrower({ isVerified: false, orders: [], timeline: { events: [], next: null } }),
    sees: ['identity not verified', 'No order yet.'],
  },
  {
    at: BORROWER,
    when: 'there is a promise, a question and a complaint',
    given: () =>
      giveBorrower({
        timeline: {
          events: [
            { ...event, kind: 'collection', what: 'promise', how: ['2026-03-07'], amount: rs(10) },
            { ...event, id: 'e2', kind: 'question', what: 'asked', how: ['income'] },
            { ...event, id: 'e3', kind: 'complaint', what: 'closed', how: ['partly'] },
            { ...event, id: 'e4', kind: 'note', what: 'written', how: [], note: 'Call late.' },
          ],
          next: null,
        },
      }),
    sees: ['7 Mar 2026', 'How the income is earned', 'accepted in part', 'Call late.'],
  },
  {
    at: BORROWER,
    when: 'the role signs nobody out',
    given: giveBorrower,
    sees: [
      'Your role does not allow this: it needs the permission to sign borrowers out everywhere.',
    ],
    lacks: ['Sign out everywhere'],
    by: 'collections',
  },
  {
    at: ORDER,
    when: 'money is on its way',
    given: giveOrder,
    sees: [
      'Payout under way',
      '163.41%',
      'There is no schedule before the money has arrived.',
      'Under way, stopped',
      'razorpayx · UTR1',
      '₹5,000.00 of ₹5,035.00 received',
      'Payment request (the whole loan)',
      'No document is issued yet.',
    ],
  },
  {
    at: ORDER,
    when: 'a proposal about it waits',
    given: () =>
      giveOrder({
        entries: [],
        proposals: [
          { proposalId: 'p1', act: 'stop-payout', until: new Date('2026-03-12T04:30:00Z') },
        ],
      }),
    sees: [
      /^A proposal waits for a second person: Stop a payout, until 12 Mar 2026, 10:00 am\./,
      'Nothing is booked.',
    ],
  },
  ...(
    [
      ['wrong-state', 'Its state does not allow this.'],
      ['rules-decide', 'The rules decide it: nothing was referred to a person.'],
      ['no-request', 'The borrower has not asked for it.'],
      ['no-penal', 'No penal charge is owed.'],
      ['no-payout', 'There is no payout.'],
      ['payout-ended', 'The payout has ended.'],
      ['payout-stopped', 'The payout is stopped already; the bank’s answer decides.'],
      ['no-refund', 'No refund is owed.'],
      ['refund-under-way', 'The provider is still sending the refund.'],
      ['proposal-waits', 'A proposal about it waits for a second person.'],
    ] as const
  ).map(
    ([cannot, text]): State<Role> => ({
      at: ORDER,
      when: `an act is impossible: ${cannot}`,
      given: () => giveOrder({ acts: [act('stop-payout', { cannot })] }),
      sees: [text],
    }),
  ),
  {
    at: ORDER,
    when: 'the role lacks the permission of an act',
    given: () => giveOrder({ acts: [act('waive-penal')] }),
    sees: [
      'Your role does not allow this: it needs the permission to propose to waive penal charges.',
    ],
  },
  {
    at: ORDER,
    when: 'there is no such order',
    given: () => stub(staffOrder.open, { refused: 'order-not-found' }),
    sees: ['We could not find this order.'],
  },
]
testStates(STATES, (at, role = 'operations') => openCase(at, role, 'money'))

describe('the search', () => {
  const QUERY = 'Name, number, reference or code'
  const result = {
    searched: ['phone' as const],
    found: [
      {
        borrowerId: 'b1',
        maskedName: 'A•••',
        maskedPhone: '••3210',
        by: 'phone' as const,
        orderNo: null,
      },
    ],
    hasMore: false,
  }

  test('needs a text and a reason, and leaves the text out of the address', async () => {
    const calls = stub(staffBorrower.search, result)
    await open('/borrowers', 'operations')
    expect((await field(QUERY)) === document.activeElement).toBe(true)
    await type('Why do you open it?', 'borrower-asked')
    expect(await control('Search')).toHaveProperty('disabled', true)
    await type(QUERY, '9876543210')
    await tap('Search')
    await see('Searched as: mobile number.', '[role=status]')
    expect(await control('A••• ••3210')).toHaveProperty('pathname', '/console/borrower/b1')
    expect(calls.inputs).toEqual([{ query: '9876543210', why: 'borrower-asked' }])
    expect(location.href).not.toContain('9876543210')
  })

  test.each([
    [{ ...result, searched: [], found: [] }, 'This fits nothing that can be searched.'],
    [{ ...result, found: [] }, 'Searched as: mobile number. No borrower was found.'],
    [
      { ...result, hasMore: true },
      'Searched as: mobile number. More than ten were found. Add something that tells them apart.',
    ],
  ])('says what it did: %#', async (answer, text) => {
    stub(staffBorrower.search, answer)
    await open('/borrowers', 'operations')
    await type('Why do you open it?', 'review')
    await type(QUERY, '9876543210')
    await tap('Search')
    expect(document.querySelector('main > p[role=status]')?.textContent?.trim()).toBe(text)
  })

  test('is refused at the limit of looks', async () => {
    stub(staffBorrower.search, { refused: 'look-limit-reached' })
    await open('/borrowers', 'operations')
    await type('Why do you open it?', 'review')
    await type(QUERY, '9876543210')
    await tap('Search')
    await says(
      'You have opened as much of borrowers today as your role may. Go on tomorrow, or ask compliance for a higher limit.',
    )
  })
})

describe('on the page of a borrower', () => {
  test('a number is revealed to those who may, with the reason', async () => {
    giveBorrower()
    const revealed = stub(staffBorrower.reveal, { value: '98765 43210' })
    await openCase(BORROWER, 'credit-officer', 'decision')
    await tap('Show Mobile number')
    await says('98765 43210')
    expect(revealed.inputs).toEqual([{ borrowerId: 'b1', part: 'phone', why: 'decision' }])
  })

  test('they are signed out after a second press, and the page is read again as the same look', async () => {
    const read = giveBorrower()
    const out = stub(staffBorrower.signOut, null)
    await openCase(BORROWER, 'operations', 'money')
    await tap('Sign out everywhere')
    await tap('Cancel')
    await tap('Sign out everywhere')
    expect(out.inputs).toEqual([])
    await tap('Yes, sign the borrower out')
    expect(out.inputs).toEqual([{ borrowerId: 'b1' }])
    expect(read.inputs.at(-1)).toEqual({ borrowerId: 'b1', why: 'money', again: true })
  })

  test('a note is added, and older events are read', async () => {
    giveBorrower({ timeline: { events: [event], next: '1772685000000_e1' } })
    const note = stub(staffBorrower.note, null)
    const older = stub(staffBorrower.timeline, {
      events: [{ ...event, id: 'e0', kind: 'note', note: 'Older note.' }],
      next: null,
    })
    await openCase(BORROWER, 'operations')
    expect(await control('Add the note')).toHaveProperty('disabled', true)
    await type('Note', 'Call late.')
    await tap('Add the note')
    expect(note.inputs).toEqual([{ borrowerId: 'b1', note: 'Call late.' }])
    await tap('Older events')
    await says('Older note.')
    expect(older.inputs).toEqual([{ borrowerId: 'b1', after: '1772685000000_e1' }])
    expect(shown('Older events')).toEqual([])
  })
})

describe('on the page of an order', () => {
  test('each act leads to its page or opens its form', async () => {
    giveOrder({
      acts: [
        act('decide', { cannot: 'rules-decide' }),
        act('waive-penal'),
        act('answer-hardship'),
        act('stop-payout', { subject: 'x1' }),
        act('settle-refund', { subject: 'r1' }),
      ],
    })
    stub(proposal.list, proposalsOf())
    const calls = stub(proposal.stopPayout, { proposalId: 'p1' })
    await openCase(ORDER, 'collections')
    expect(await control('Propose to waive penal charges')).toHaveProperty(
      'pathname',
      '/console/collection/o1',
    )
    expect(await control('Answer the hardship request')).toHaveProperty(
      'pathname',
      '/console/hardship/o1',
    )
    expect(await control('Propose to stop the payout')).toHaveProperty('disabled', true)
    await openCase(ORDER, 'operations')
    const impossible = await control('Decide the application')
    expect(impossible).toHaveProperty('disabled', true)
    const why = impossible.getAttribute('aria-describedby') ?? ''
    expect(document.getElementById(why)?.textContent).toBe(
      'The rules decide it: nothing was referred to a person.',
    )
    await tap('Propose to stop the payout')
    await type('Reason', 'The bank is silent.')
    await tap('Propose')
    await arrive('/console/proposals')
    expect(calls.inputs).toEqual([{ payoutId: 'x1', why: 'The bank is silent.' }])
  })

  test('the figures of the ledger open the entries that make them', async () => {
    giveOrder()
    await openCase(ORDER, 'operations')
    await see('Ledger')
    expect(cells('All entries')).toHaveLength(2)
    expect(shown(/^Penal income/), 'nothing is booked there').toEqual([])
    await tap(/^Fee income/)
    expect(cells('Fee income')).toEqual([
      ['5 Mar 2026', 'money arrived', 'Principal receivable', 'Fee income', '₹100.00'],
    ])
    await tap(/^Fee income/)
    expect(cells('All entries')).toHaveLength(2)
  })
})
