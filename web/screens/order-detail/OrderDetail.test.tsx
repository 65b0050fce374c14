import { expect, test, vi } from 'vitest'
import { contract } from '#contract/index.ts'
import { addDays } from '#domain/day.ts'
import { type OrderDetail, on, order, payoff, pending, position, rs } from '#web/testing/answers.ts'
import { giveNavigator } from '#web/testing/device.ts'
import { open } from '#web/testing/open.tsx'
import { see, shown, tap, turn, type } from '#web/testing/page.ts'
import { type State, testStates } from '#web/testing/states.ts'
import { stub } from '#web/testing/stub.ts'
import { stubOrder } from '#web/testing/stubs.ts'

const { repay } = contract
const at = '/orders/o1/detail'
const has = (detail: Partial<OrderDetail>) => () => stubOrder(detail)
const tooHigh = {
  reason: 'instalment-too-high',
  details: { instalment: rs(5_035) },
  msg: 'The instalment is high.',
}
const coolingOff = {
  until: on('2026-03-02'),
  principal: rs(5_000),
  interest: rs(4),
  interestDays: 1,
  paid: rs(0),
  amount: rs(5_004),
}
const hardship = {
  state: 'awaiting' as const,
  moveDays: 14,
  requestedDay: on('2026-03-05'),
  refusal: null,
}
const returned = {
  ...pending,
  orderState: 'settled' as const,
  loanDate: on('2026-03-01'),
  wasReturned: 1 as const,
}
/** A weekly loan of which the first of two instalments falls due next. */
const weekly = { dueNow: rs(399.86), payoff: rs(5_004) }
const MAY_RETURN = /^You can return this loan until the end of /

const states: readonly Omit<State, 'at'>[] = [
  {
    when: 'the loan runs',
    given: stubOrder,
    sees: ['Loaned', 'Repayment', '₹5,035.00', '163.41%'],
    lacks: [MAY_RETURN, 'Ask for later dates'],
  },
  {
    when: 'it cannot be found',
    given: () => stub(contract.order.detail, { refused: 'order-not-found' }),
    sees: ['We could not find this order.'],
  },
  {
    when: 'it may be returned',
    given: has({ coolingOff }),
    sees: [
      /^You can return this loan until the end of 2 Mar 2026\. /,
      'Interest, 1 day',
      '₹5,004.00',
      'Charge for returning it',
      /^The processing fee of ₹100\.00 and its GST of ₹18\.00/,
    ],
  },
  {
    when: 'it was returned',
    given: has(returned),
    sees: ['Returned within the cooling-off period. You owe nothing.'],
  },
  {
    when: 'the application was denied',
    given: has({
      ...pending,
      orderState: 'denied',
      reasons: [tooHigh],
      endedAt: new Date('2026-03-01T10:30:00Z'),
      reapplyAt: new Date('2026-03-16T10:30:00Z'),
    }),
    sees: [
      'The instalment of ₹5,035.00 is high for the income you stated.',
      /^You can apply again from 16 Mar 2026, /,
      'Denied on',
    ],
  },
  {
    when: 'the bank refused the payout',
    given: has({
      ...pending,
      orderState: 'failed',
      reasons: [{ reason: 'payout-refused', msg: 'Rejected.' }],
      endedAt: new Date('2026-03-01T10:30:00Z'),
    }),
    sees: ['Failed on', /^Your bank rejected the transfer\. You owe nothing\. Please check/],
    lacks: ['Repayment'],
  },
  {
    when: 'penal charges were waived',
    given: has({ orderState: 'overdue', penalWaived: rs(10) }),
    sees: ['The lender waived ₹10.00 of penal charges. You do not owe this amount.'],
  },
  {
    when: 'later dates can be asked for',
    given: has({ canRequestHardship: 1 }),
    sees: ['Ask for later dates by 8 Mar 2026. There is no fee.'],
  },
  {
    when: 'a person will answer about later dates',
    given: has({ hardship }),
    sees: [/^You asked for later dates on 5 Mar 2026\. A person will answer\./],
  },
  {
    when: 'later dates were refused',
    given: has({
      hardship: { ...hardship, state: 'refused', refusal: 'Please call us on Monday.' },
    }),
    sees: ['We could not give you later dates: Please call us on Monday.'],
  },
  {
    when: 'later dates were granted',
    given: has({ hardship: { ...hardship, state: 'granted' }, isRestructured: 1 }),
    sees: [/^Your repayments come 14 days later, without a fee\./],
  },
]
testStates(states.map(state => ({ ...state, at })))

testStates([
  {
    at: '/order',
    when: 'there is none',
    given: () => [stub(contract.order.list, []), stub(contract.order.outcome, { outcome: null })],
    sees: [/^No order history/],
  },
  ...(['denied', 'failed'] as const).map(orderState => ({
    at: '/order',
    when: `an order is ${orderState === 'denied' ? 'denied' : 'failed'}`,
    given: () => {
      stub(contract.order.outcome, { outcome: null })
      const amounts = { loanAmount: rs(5_000), arriveAmount: null, repaymentAmount: null }
      const none = { overdue: null, next: null, paidInAll: null, underWay: null }
      const name = { orderId: 'o1', productName: 'Saral Weekly', orderNo: 'SR0001' }
      stub(contract.order.list, [
        { ...name, ...amounts, ...none, orderState, extensionState: 0 as const },
      ])
    },
    sees: [orderState === 'denied' ? 'Denied' : 'Failed', 'Details and documents'],
    lacks: [/receive/i, 'Repayment'],
  })),
])

test('returns the loan for exactly what is owed', async () => {
  const assign = vi.spyOn(location, 'assign').mockReturnValue()
  stubOrder({ coolingOff })
  const paymentUrl = '/sandbox/pay/p1'
  const calls = stub(repay.repay, { paymentUrl, paymentId: 'p1', amount: rs(5_004) })
  await open(at)
  await tap('Return the loan')
  expect(calls.inputs).toEqual([{ orderId: 'o1', scope: 'all', callback: '/' }])
  expect(calls.headers?.get('idempotency-key')).toBeTruthy()
  expect(assign).toHaveBeenCalledWith(paymentUrl)
})

async function openPaying(): Promise<void> {
  stubOrder({ position: { ...position, ...weekly } })
  await open(at)
  await tap('Repayment')
}

test('closes the loan today or on a later day, at the payoff of that day', async () => {
  await openPaying()
  await see('Pay ₹399.86')
  stub(repay.payoff, ({ day = payoff.today }) =>
    day === payoff.today
      ? { ...payoff, interestDays: 1, interest: rs(4), amount: rs(5_004), saved: rs(194.19) }
      : { ...payoff, day, interestDays: 4, interest: rs(16), amount: rs(5_016), saved: rs(182) },
  )
  await turn(/^The whole loan/)
  for (const text of [
    'Interest, 1 day',
    'Charge for repaying early',
    'Pay ₹5,004.00',
    '₹194.19 less than paying everything on its due date.',
  ])
    await see(text)
  await type('On which day', addDays(payoff.today, 3))
  for (const text of ['Interest, 4 days', '₹5,016.00', /^This is what you pay on /]) await see(text)
  expect(shown(/^Pay ₹/)).toEqual([])
})

test('pays a chosen part, from a rupee to the payoff', async () => {
  await openPaying()
  const calls = stub(repay.repay, { refused: 'payment-not-available' })
  await turn('Another amount')
  const refusal = 'Please enter an amount from ₹1.00 to ₹5,004.00.'
  for (const [refused, possible, button] of [
    ['0.99', '1', 'Pay ₹1.00'],
    ['5,004.01', '5004', 'Pay ₹5,004.00'],
    ['words', '1,000.50', 'Pay ₹1,000.50'],
  ] as const) {
    await type('Amount', refused)
    await tap('Pay this amount')
    await see(refused === 'words' ? /^Please write the amount in rupees/ : refusal)
    await type('Amount', possible)
    await see(button)
    expect(shown(refusal)).toEqual([])
  }
  expect(calls.inputs).toEqual([])
  await tap('Pay ₹1,000.50')
  expect(calls.inputs).toMatchObject([{ scope: 'part', amount: rs(1_000.5) }])
})

test('shares the schedule as a text', async () => {
  const share = vi.fn(async () => undefined)
  giveNavigator({ share })
  const schedule = [1, 2].map(number => ({
    ...(order.schedule[0] as OrderDetail['schedule'][number]),
    number,
    dueDay: addDays(on('2026-03-08'), 7 * (number - 1)),
    principal: rs(395.86),
    interest: rs(4),
    amount: rs(399.86),
  }))
  stubOrder({ instalments: 2, schedule })
  await open(at)
  await tap('All dates')
  await tap('Share these dates')
  expect(share).toHaveBeenCalledWith({
    title: 'Repayment schedule',
    text: '1. 8 Mar 2026: ₹399.86\n2. 15 Mar 2026: ₹399.86',
  })
})

test('reads the page aloud with a voice of the device, without signs that cannot be said', async () => {
  const lines: { text: string; lang: string }[] = []
  class Utterance {
    lang = ''
    readonly text: string
    constructor(text: string) {
      this.text = text
    }
  }
  const voices = [{ lang: 'en-IN', localService: true, name: 'Asha' }]
  vi.stubGlobal('SpeechSynthesisUtterance', Utterance)
  vi.stubGlobal(
    'speechSynthesis',
    Object.assign(new EventTarget(), {
      getVoices: () => voices,
      speak: (line: Utterance) => lines.push(line),
      cancel: () => lines.splice(0),
    }),
  )
  stubOrder()
  await open(at)
  await tap('Read this page aloud')
  expect(lines[0]?.lang).toBe('en-IN')
  expect(lines.map(({ text }) => text)).toContain('5,035 rupees')
  expect(lines.map(({ text }) => text).join()).not.toMatch(/[₹•]/)
  await tap('Stop reading')
  expect(lines).toEqual([])
})
