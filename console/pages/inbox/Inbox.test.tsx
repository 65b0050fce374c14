import { within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { type Item, inboxOf, NOW, proposalsOf } from '#console/testing/answers.ts'
import { open } from '#console/testing/open.tsx'
import { press, row } from '#console/testing/page.ts'
import { inbox } from '#contract/staff/inbox.ts'
import { proposal } from '#contract/staff/proposal.ts'
import { rs } from '#web/testing/answers.ts'
import {
  arrive,
  control,
  field,
  says,
  see,
  shown,
  tap,
  toasts,
  turn,
  type,
} from '#web/testing/page.ts'
import { type State, testStates } from '#web/testing/states.ts'
import { lost, stub } from '#web/testing/stub.ts'

const at = '/'
const stubItem =
  (...items: readonly Partial<Item>[]) =>
  () =>
    stub(inbox.list, inboxOf(...items))

const STATES: readonly State<'viewer' | 'operations'>[] = [
  { at, when: 'nothing waits', given: stubItem(), sees: ['Nothing waits for a person.'] },
  {
    at,
    when: 'the server does not answer',
    given: () => stub(inbox.list, lost),
    sees: ['There is no connection to the server.'],
  },
  {
    at,
    when: 'a refund was given up',
    given: stubItem({}),
    sees: ['1 item waits', 'given up by the provider', '₹5,035.00', 'order SR0001'],
  },
  {
    at,
    when: 'the role may not act on its money',
    given: stubItem({}),
    sees: [
      'Your role does not allow this: it needs the permission to propose to settle a refund by hand.',
    ],
    lacks: ['Propose settlement', 'Take', 'Put off'],
  },
  {
    at,
    when: 'a deadline ends with a day, and another within one',
    given: stubItem(
      { kind: 'hardship', notes: [], dueAt: new Date('2026-03-07T18:30:00Z') },
      {
        kind: 'complaint',
        id: 'c1',
        notes: ['reminded-2'],
        dueAt: new Date('2026-03-07T06:30:00Z'),
      },
    ),
    sees: ['due by the end of 7 Mar 2026', 'due 7 Mar 2026, 12:00 pm', '20 days passed'],
  },
  {
    at,
    when: 'somebody else has it',
    given: stubItem({ takenBy: 'asha@lender.example' }),
    sees: ['taken by asha@lender.example'],
    lacks: ['Take', 'Give back', 'Put off'],
    by: 'operations',
  },
  {
    at,
    when: 'a colleague handed it over',
    given: stubItem({ takenBy: 'o', isMine: true, handedBy: 'asha@lender.example' }),
    sees: ['handed to you by asha@lender.example', 'Give back', 'Hand to a colleague'],
    by: 'operations',
  },
  {
    at,
    when: 'the borrower was asked',
    given: stubItem({
      kind: 'application',
      notes: [],
      borrowerUntil: new Date('2026-03-11T18:30:00Z'),
    }),
    sees: ['waits for the borrower', 'the borrower may answer until the end of 11 Mar 2026'],
  },
  {
    at,
    when: 'it is put off, and a proposal waits',
    given: stubItem({
      putOffUntil: new Date('2026-03-09T18:30:00Z'),
      putOffWhy: 'The bank was asked.',
      hasProposal: true,
    }),
    sees: [
      'put off until 10 Mar 2026: The bank was asked.',
      'a proposal waits',
      'See the proposals',
    ],
    lacks: ['Propose settlement'],
    by: 'operations',
  },
  {
    at,
    when: 'feedback has a topic',
    given: stubItem({ kind: 'feedback', notes: ['conduct'], orderNo: null, amount: null }),
    sees: ['How I was treated'],
  },
  {
    at: '/trouble/mandate/m1',
    when: 'a vendor and we disagree about AutoPay',
    given: () =>
      stub(inbox.trouble, {
        since: NOW,
        orderNo: 'SR0001',
        amount: null,
        notes: [],
        vendor: 'digio',
        reference: 'M-77',
        stateThere: 'active',
        reason: null,
        tries: 3,
        againAt: NOW,
        codes: null,
      }),
    sees: [
      'Nothing is debited while the two disagree. Ask the vendor for the state of the mandate.',
      'digio',
      'M-77',
      '3',
    ],
    lacks: ['Amount', 'Reason'],
    by: 'operations',
  },
  {
    at: '/trouble/mandate/m1',
    when: 'its trouble is over',
    given: () => stub(inbox.trouble, { refused: 'outdated' }),
    sees: ['This has changed in the meantime. Look at it again.'],
    by: 'operations',
  },
  { at: '/trouble/nothing/m1', when: 'there is no such kind', sees: ['There is no such item.'] },
]
testStates(STATES, open)

test('the filter is in the address, and counts each kind', async () => {
  const list = stub(inbox.list, inboxOf({}, { kind: 'payout', id: 'x1', notes: ['under-way'] }))
  await open('/', 'operations')
  const kind = await field('Kind')
  expect([...kind.children].map(({ textContent }) => textContent)).toEqual([
    'Everything (2)',
    'Refund (1)',
    'Payout (1)',
  ])
  await type('Kind', 'payout')
  await turn('Only mine')
  await arrive('/console/?kind=payout&mine=1')
  expect(list.inputs.at(-1)).toEqual({ kind: 'payout', mine: 1 })
  await type('Kind', '')
  await arrive('/console/?mine=1')
})

test('the next page is added below', async () => {
  const list = stub(inbox.list, ({ after }) =>
    after === undefined
      ? { ...inboxOf({}), next: 'refund r1' }
      : inboxOf({ id: 'r2', orderNo: 'SR0002' }),
  )
  await open('/')
  await tap('Show more')
  await says('order SR0002')
  expect(shown('order SR0001')).toHaveLength(1)
  expect(list.inputs.at(-1)).toEqual({ after: 'refund r1' })
  expect(shown('Show more')).toEqual([])
})

test('an order opens for those who may read it', async () => {
  stub(inbox.list, inboxOf({ orderNo: 'SR 0001' }))
  await open('/', 'operations')
  expect(await control('SR 0001')).toHaveProperty('pathname', '/console/order/SR0001')
})

describe('an item is', () => {
  test('taken, and given back with an undo', async () => {
    let isMine = false
    stub(inbox.list, () => inboxOf({ takenBy: isMine ? 'o' : null, isMine }))
    const take = stub(inbox.take, () => {
      isMine = true
      return null
    })
    const back = stub(inbox.handOver, () => {
      isMine = false
      return null
    })
    await open('/', 'operations')
    await tap('Take')
    await says('taken by you')
    expect(toasts()).toEqual([])
    await tap('Give back')
    await see('Take')
    expect(back.inputs).toEqual([{ kind: 'refund', id: 'r1' }])
    expect(toasts()).toEqual(['The item is given back.'])
    await tap('Undo')
    await says('taken by you')
    expect(take.inputs).toHaveLength(2)
  })

  test('taken by a colleague meanwhile, and the page says so', async () => {
    stub(inbox.list, inboxOf({}))
    stub(inbox.take, { refused: 'outdated' })
    await open('/', 'operations')
    await tap('Take')
    await says('This has changed in the meantime. Look at it again.')
  })

  test('handed to a colleague who may do its work', async () => {
    stub(inbox.list, inboxOf({ takenBy: 'o', isMine: true }))
    const calls = stub(inbox.colleagues, {
      colleagues: [{ staffId: 's2', mail: 'asha@lender.example' }],
    })
    const handed = stub(inbox.handOver, null)
    await open('/', 'operations')
    await tap('Hand to a colleague')
    expect(await control('Hand it over')).toHaveProperty('disabled', true)
    await type('Colleague', 's2')
    await tap('Hand it over')
    expect(calls.inputs[0]).toEqual({ kind: 'refund' })
    expect(handed.inputs).toEqual([{ kind: 'refund', id: 'r1', to: 's2' }])
    stub(inbox.colleagues, { colleagues: [] })
    await open('/', 'operations')
    await tap('Hand to a colleague')
    await says('No colleague has the permission for this work.')
  })

  test('put off to one of the next 14 days with a reason, and back to where it was', async () => {
    stub(inbox.list, inboxOf({}))
    const off = stub(inbox.putOff, null)
    const resumed = stub(inbox.resume, null)
    await open('/', 'operations')
    await tap('Put off')
    const days = [...(await field('Until the day')).querySelectorAll('option:not([disabled])')]
    expect(days.map(each => each.getAttribute('value'))).toHaveLength(14)
    expect(days[0]?.textContent).toBe('6 Mar 2026')
    const submit = () => control('Put off', -1)
    await type('Until the day', '2026-03-09')
    expect(await submit(), 'a reason is needed').toHaveProperty('disabled', true)
    await type('Reason', 'The bank was asked.')
    await tap('Put off', -1)
    expect(off.inputs).toEqual([
      { kind: 'refund', id: 'r1', until: '2026-03-09', why: 'The bank was asked.' },
    ])
    expect(toasts()).toEqual(['The item is put off until 9 Mar 2026.'])
    expect(document.activeElement, 'the focus is back').toBe(row('Refund, SR0001'))
    await tap('Undo')
    expect(resumed.inputs).toEqual([{ kind: 'refund', id: 'r1' }])
  })

  test('put back to the earlier day where it was put off before', async () => {
    const before = { putOffUntil: new Date('2026-03-06T18:30:00Z'), putOffWhy: 'Asked.' }
    stub(inbox.list, inboxOf(before))
    const off = stub(inbox.putOff, null)
    await open('/', 'operations')
    await tap('Put off')
    await type('Until the day', '2026-03-09')
    await type('Reason', 'Asked again.')
    await tap('Put off', -1)
    await tap('Undo')
    expect(off.inputs.at(-1)).toMatchObject({ until: '2026-03-07', why: 'Asked.' })
  })
})

describe('a proposal about money', () => {
  const waits = () => stub(proposal.list, proposalsOf())

  test('settles a refund with the reference of the bank and a reason', async () => {
    stub(inbox.list, inboxOf({}))
    waits()
    const calls = stub(proposal.settleRefund, { proposalId: 'p1' })
    await open('/', 'operations')
    await tap('Propose settlement')
    const reference = "The bank's reference of the transfer"
    expect((await field(reference)) === document.activeElement).toBe(true)
    await type(reference, 'AX*1')
    await says('A reference has 6 to 30 letters and digits.')
    await type('Reason', 'Paid by hand.')
    for (const short of ['AXIS1', 'A'.repeat(31)]) {
      await type(reference, short)
      expect(await control('Propose'), short).toHaveProperty('disabled', true)
    }
    await type(reference, 'axis00000001')
    await tap('Propose')
    await arrive('/console/proposals')
    expect(calls.inputs).toEqual([
      { refundId: 'r1', reference: 'AXIS00000001', why: 'Paid by hand.' },
    ])
  })

  test('stops a pending payout, with a reason', async () => {
    stub(inbox.list, inboxOf({ kind: 'payout', id: 'x1', notes: ['under-way'] }))
    waits()
    const calls = stub(proposal.stopPayout, { proposalId: 'p1' })
    await open('/', 'operations')
    await tap('Propose to stop it')
    expect(await control('Propose')).toHaveProperty('disabled', true)
    await type('Reason', 'The bank is silent.')
    await tap('Propose')
    await arrive('/console/proposals')
    expect(calls.inputs).toEqual([{ payoutId: 'x1', why: 'The bank is silent.' }])
  })

  test('closes an unknown payment, sent back or without any money', async () => {
    stub(
      inbox.list,
      inboxOf({
        kind: 'unknown-payment',
        id: 'e1',
        notes: [],
        names: ['razorpay'],
        orderNo: null,
        amount: rs(10),
      }),
    )
    waits()
    const calls = stub(proposal.closeUnknownPayment, { proposalId: 'p1' })
    await open('/', 'operations')
    await tap('Propose to close it')
    await says('Ask razorpay who paid it, and send it back first.')
    await type('Reason', 'It was a test.')
    expect(await control('Propose')).toHaveProperty('disabled', true)
    await turn(/^There was no money/)
    expect(shown("The bank's reference of the transfer")).toEqual([])
    await tap('Propose')
    await arrive('/console/proposals')
    expect(calls.inputs).toEqual([{ id: 'e1', reference: null, why: 'It was a test.' }])
  })

  test('is refused where the state has changed, and keeps the typed text', async () => {
    stub(inbox.list, inboxOf({ kind: 'payout', id: 'x1', notes: ['under-way'] }))
    stub(proposal.stopPayout, { refused: 'outdated' })
    await open('/', 'operations')
    await tap('Propose to stop it')
    await type('Reason', 'The bank is silent.')
    await tap('Propose')
    await says('This has changed in the meantime. Look at it again.')
    expect((await field('Reason')).value).toBe('The bank is silent.')
  })
})

describe('by keyboard', () => {
  const two = () => inboxOf({}, { id: 'r2', orderNo: 'SR0002' })

  test('j and k walk the rows, t takes and p puts off the focused one', async () => {
    stub(inbox.list, two())
    const take = stub(inbox.take, null)
    await open('/', 'operations')
    await see('2 items wait')
    const focused = () => document.activeElement?.getAttribute('aria-label')
    const visited: (string | null | undefined)[] = []
    for (const key of ['j', 'j', 'j', 'k', 'k', 'j']) {
      await press(key)
      visited.push(focused())
    }
    const first = 'Refund, SR0001'
    const second = 'Refund, SR0002'
    expect(visited).toEqual([first, second, second, first, first, second])
    await press('t')
    expect(take.inputs).toEqual([{ kind: 'refund', id: 'r2' }])
    await press('p')
    expect(within(row('Refund, SR0002')).getByLabelText('Until the day')).toBe(
      document.activeElement,
    )
    await press('k')
    expect(
      (await field('Until the day')) === document.activeElement,
      'a key in a field is typed',
    ).toBe(true)
  })

  test('o and Enter open the focused row', async () => {
    stub(inbox.list, inboxOf({ orderNo: null }))
    stub(inbox.trouble, { refused: 'outdated' })
    for (const key of ['o', 'Enter']) {
      await open('/', 'operations')
      await see('1 item waits')
      await press('j')
      await press(key)
      await arrive('/console/trouble/refund/r1')
    }
  })

  test('u undoes the last act while that is offered', async () => {
    stub(inbox.list, inboxOf({ takenBy: 'o', isMine: true }))
    stub(inbox.handOver, null)
    const take = stub(inbox.take, null)
    await open('/', 'operations')
    await tap('Give back')
    await press('u')
    expect(take.inputs).toEqual([{ kind: 'refund', id: 'r1' }])
  })
})
