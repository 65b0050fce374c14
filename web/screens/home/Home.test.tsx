import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { offered, on, outcome, rs, running } from '#web/testing/answers.ts'
import { onIPhone } from '#web/testing/device.ts'
import { open, visit } from '#web/testing/open.tsx'
import { arrive, says, see, shown, tap } from '#web/testing/page.ts'
import { type State, testStates } from '#web/testing/states.ts'
import { stub } from '#web/testing/stub.ts'
import { stubApplying, stubDenied, stubHome, stubProduct, stubSteps } from '#web/testing/stubs.ts'

const { order, loanDocument } = contract
const WHILE_RUNNING = 'You can apply again when your present application or loan has ended.'
const reapplyAt = new Date('2026-03-16T10:30:00Z')
const tooHigh = {
  reason: 'instalment-too-high',
  details: { instalment: rs(5_035) },
  msg: 'The instalment is high.',
}
const TOO_HIGH = 'The instalment of ₹5,035.00 is high for the income you stated.'
const partner = {
  ...offered,
  id: 'p4',
  name: 'Partner Offer',
  productType: 0 as const,
  h5Href: 'https://partner.example/',
}
const overdue = { ...running, orderState: 'overdue' as const, overdueDays: 4, penal: rs(12.5) }
const next = { day: on('2026-03-15'), amount: rs(399.86) }
const has = (given: Parameters<typeof stubHome>[0]) => () => stubHome(given)
const hasOutcome = (given: Partial<typeof outcome>) => has({ outcome: { ...outcome, ...given } })

const offers: readonly Omit<State, 'at'>[] = [
  {
    when: 'nothing was borrowed yet',
    given: stubHome,
    sees: ['Saral Weekly', 'See the terms', 'Namaste. See the whole cost before you decide.'],
    // APPLY works on an iPhone alone (specification §4).
    lacks: ['APPLY', /this phone/i],
  },
  {
    when: 'nothing is on offer',
    given: has({ homeProductVos: [] }),
    sees: ['Check again'],
    lacks: ['Saral Weekly'],
  },
  {
    when: 'it cannot be read',
    given: () => [stubHome(), stub(contract.home.index, { refused: 'failed-unexpectedly' })],
    sees: ['Something went wrong on our side. Nothing was changed. Please try again.', 'Try again'],
  },
  {
    when: 'another company lends here',
    given: has({ homeProductVos: [partner] }),
    sees: [/^Another company lends here, on its own terms\./],
  },
  {
    when: 'a loan runs: the offers are calm',
    given: has({ undwayList: [running] }),
    sees: [WHILE_RUNNING, 'Next repayment', '₹5,035.00'],
    lacks: [/^You can apply again from/, 'Trouble paying? Ask for later dates'],
  },
  {
    when: 'the next of several instalments falls due',
    given: has({ undwayList: [{ ...running, amount: rs(399.86), stillToRepay: rs(5_198.18) }] }),
    sees: ['₹399.86', '₹35.00', '₹5,198.18'],
  },
  {
    when: 'later dates can be asked for',
    given: has({ undwayList: [{ ...running, canRequestHardship: 1 }] }),
    sees: ['Trouble paying? Ask for later dates'],
  },
  {
    when: 'a wait after a denial runs',
    given: has({ reapplyAt }),
    sees: [/^You can apply again from 16 Mar 2026, /],
  },
  {
    when: 'a loan is overdue: no offers',
    given: has({ undwayList: [overdue] }),
    sees: ['Overdue, to pay today'],
    lacks: ['See the terms', 'APPLY'],
  },
]
const outcomes: readonly Omit<State, 'at'>[] = [
  {
    when: 'money is on its way',
    given: hasOutcome({ kind: 'sent', amount: rs(4_882), bankNo: '•••• 8901', next }),
    sees: [/is on its way to •••• 8901\.$/, 'First payment ₹399.86 on 15 Mar 2026'],
  },
  {
    when: 'money has arrived',
    given: hasOutcome({ kind: 'arrived', amount: rs(4_882), bankNo: '•••• 8901' }),
    sees: [/is in your account •••• 8901\.$/],
  },
  {
    when: 'a payment was received',
    given: hasOutcome({ amount: rs(399.86), next }),
    sees: [/received\. Thank you\.$/, 'Next payment ₹399.86 on 15 Mar 2026', 'Share receipt'],
  },
  {
    when: 'an application was denied',
    given: hasOutcome({ kind: 'denied', amount: null, reasons: [tooHigh], reapplyAt }),
    sees: [
      'We could not approve your application.',
      TOO_HIGH,
      /^You can apply again from 16 Mar 2026, /,
    ],
  },
  {
    when: 'a payout failed',
    given: hasOutcome({
      kind: 'failed',
      reasons: [{ reason: 'payout-refused', msg: 'Your bank rejected the transfer.' }],
    }),
    sees: ['The money did not reach you.', /^Your bank rejected the transfer\. You owe nothing\./],
  },
]
testStates([...offers, ...outcomes].map(state => ({ ...state, at: '/' })))

testStates([
  {
    at: '/product/p1',
    when: 'a loan runs',
    given: () => {
      stubProduct()
      stub(order.precheck, { orderStatus: 2, rejectStatusVO: null, reasons: [], reapplyAt: null })
    },
    sees: [WHILE_RUNNING],
  },
  {
    at: '/product/p4',
    when: 'the product is another company’s',
    given: () => stub(contract.product.info, { refused: 'product-external' }),
    sees: ['This product is offered on another site.'],
    lacks: ['APPLY'],
  },
  {
    at: '/product/p1/denied',
    when: 'nothing was ever denied',
    given: stubProduct,
    sees: ['None of your applications was turned down. You can apply now.'],
  },
  ...[
    [15, 0, '15 days'],
    [0, 20, '1 day'],
  ].map(([day, hour, days]) => ({
    at: '/product/p1/denied',
    when: `there are ${days} to wait`,
    given: () => {
      stubDenied()
      const rejectStatusVO = { day: Number(day), hour: Number(hour) }
      stub(order.precheck, { orderStatus: 0, rejectStatusVO, reasons: [tooHigh], reapplyAt })
    },
    sees: [
      `We could not approve your apolication at this moment. Please re-apply in ${days}.`,
      TOO_HIGH,
    ],
  })),
])

test('APPLY leads an iPhone to the first step that is not done, and then to the terms', async () => {
  onIPhone()
  stubHome()
  stubSteps('basic')
  stub(contract.verify.baseInfoForm, [])
  await open('/')
  await tap('APPLY')
  await arrive('/auth/basic')
  stubSteps('end')
  stubApplying()
  await open('/')
  await tap('APPLY')
  await arrive('/product/p1/detail')
})

test('links to the terms where APPLY does nothing, and from there to the application', async () => {
  stubHome()
  stubProduct()
  stubSteps('basic')
  await open('/')
  await tap('See the terms')
  await arrive('/product/p1')
  await tap('See the terms')
  await arrive('/product/p1/detail')
})

test('asks before it leads to a partner, unless the offer is gone meanwhile', async () => {
  onIPhone()
  stubHome({ homeProductVos: [partner] })
  stubSteps('end')
  await open('/')
  await tap('APPLY')
  await see('You are leaving Saral')
  expect(document.querySelector('a[href="https://partner.example/"]')).toBeTruthy()
  await tap('Stay here')
  stubHome({ homeProductVos: [], undwayList: [overdue] })
  await tap('APPLY')
  await see('Overdue, to pay today')
  expect(shown('You are leaving Saral')).toEqual([])
  expect(document.querySelector('a[href*="partner.example"]')).toBeNull()
})

test('shows an outcome until it was seen', async () => {
  stubHome({ outcome: { ...outcome, next }, undwayList: [running] })
  const calls = stub(order.outcomeSeen, null)
  await open('/')
  await says(/received\. Thank you\.$/)
  await tap('OK')
  expect(calls.inputs).toEqual([{ at: outcome.at }])
  await see('Next repayment')
  expect(shown(/received\. Thank you\.$/)).toEqual([])
  expect(document.activeElement?.tagName).toBe('H1')
})

test('following the link of an outcome counts as seeing it', async () => {
  stubDenied()
  stubHome({ outcome: { ...outcome, kind: 'denied', reasons: [tooHigh], reapplyAt } })
  const calls = stub(order.outcomeSeen, null)
  await open('/')
  await tap('More about it')
  await arrive('/product/p1/denied')
  expect(calls.inputs).toHaveLength(1)
})

test('shares the receipt of the last payment as a PDF', async () => {
  stubHome({ outcome })
  const receipt = {
    kind: 'receipt',
    issuedAt: outcome.at,
    amount: rs(1),
    isWithdrawn: false,
  } as const
  const documents = ['d1', 'd2'].map(documentId => ({ ...receipt, documentId }))
  stub(loanDocument.list, { documents, hasStatement: true })
  const pdfs = stub(loanDocument.pdf, { fileName: 'saral-receipt.pdf', base64: btoa('%PDF') })
  await open('/')
  await tap('Share receipt')
  await see('The receipt is saved on this device.')
  expect(pdfs.inputs).toEqual([{ documentId: 'd2' }])
})

test('the badge "new" disappears once home was seen, and returns with an outcome', async () => {
  const isNew = () => document.documentElement.hasAttribute('data-news')
  stub(order.list, [])
  stub(order.outcome, { outcome: null })
  stubHome()
  await open('/')
  await see('Saral Weekly')
  expect(isNew()).toBe(true)
  await visit('/order')
  await see(/^No order history/)
  expect(isNew()).toBe(false)
  await visit('/')
  await see('Saral Weekly')
  expect(isNew()).toBe(false)
  stubHome({ outcome })
  await open('/')
  await see('Saral Weekly')
  expect(isNew()).toBe(true)
})
