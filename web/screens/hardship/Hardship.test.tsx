import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { basisPoints, ppmPerDay } from '#domain/money.ts'
import { config, on, rs, statement } from '#web/testing/answers.ts'
import { open } from '#web/testing/open.tsx'
import { arrive, field, see, shown, tap, turn } from '#web/testing/page.ts'
import { testStates } from '#web/testing/states.ts'
import { stub } from '#web/testing/stub.ts'
import { stubExtension, stubOrder } from '#web/testing/stubs.ts'

const { hardship, extension, repay } = contract
const at = '/orders/o1/later-dates'
const READ_FIRST = 'Please read the Key Facts Statement and tick the box.'

/** ₹35 of interest a week on ₹5,000; a person decides on three weeks. */
const planOf = (weeks: number) => ({
  moveDays: 7 * weeks,
  isReferred: weeks > 2 ? (1 as const) : (0 as const),
  before: [{ day: on('2026-03-08'), amount: rs(5_035) }],
  after: [{ day: on(`2026-03-${8 + 7 * weeks}`), amount: rs(5_035 + 35 * weeks) }],
  addedInterest: rs(35 * weeks),
  autoPayMsg: null,
  totalBefore: rs(5_035),
  totalAfter: rs(5_035 + 35 * weeks),
  apr: basisPoints(100_00),
})

function stubPlans(): void {
  const late = { penalRate: ppmPerDay(1_000), penalCap: rs(500) }
  const plans = [1, 2, 3].map(weeks => planOf(weeks))
  stub(hardship.plans, { ...late, plans: plans.map(plan => ({ ...plan, after: dated(plan) })) })
  stub(hardship.keyFacts, ({ moveDays }) => ({
    ...statement,
    hash: `facts of ${moveDays}`,
    proposalNo: 'SR0001-H',
  }))
}
const dated = ({ after }: ReturnType<typeof planOf>) =>
  after.map(each => ({ ...each, day: on(each.day.replace(/-(\d)$/, '-0$1')) }))

testStates([
  {
    at,
    when: 'the borrower may ask',
    given: stubPlans,
    sees: [
      '₹5,035.00 on 8 Mar 2026',
      '₹5,070.00 on 15 Mar 2026',
      'The later dates apply at once.',
      'The lender’s books will call this a restructured loan.',
      /^You can ask once for each loan/,
      /A person looks at your next application\.$/,
      /^Proposal SR0001-H/,
    ],
  },
  {
    at,
    when: 'three weeks are chosen: a person decides',
    given: stubPlans,
    act: () => turn(/^21 days later/),
    sees: ['₹105.00', /^A person decides\. Until then your dates stay as they are\./],
  },
  {
    at,
    when: 'a plan was requested before',
    given: () => stub(hardship.plans, { refused: 'hardship-requested' }),
    sees: [/^You have already asked for a hardship plan for this loan\./],
    lacks: ['Ask for later dates'],
  },
])

test('asks for the chosen plan, once its statement was read', async () => {
  stubPlans()
  stubOrder()
  const calls = stub(hardship.request, { isGranted: 1, nextDueDay: on('2026-03-22') })
  await open(at)
  // Another plan has a statement of its own to acknowledge.
  await expect.poll(async () => (await field(/^I have read/)).disabled).toBe(false)
  await turn(/^I have read/)
  await turn(/^14 days later/)
  await see('₹5,105.00 on 22 Mar 2026')
  await tap('Ask for later dates')
  await see(READ_FIRST)
  expect(calls.inputs).toEqual([])
  await turn(/^I have read/)
  await tap('Ask for later dates')
  await arrive('/orders/o1/detail')
  expect(calls.inputs).toEqual([{ orderId: 'o1', moveDays: 14, keyFactsHash: 'facts of 14' }])
})

test('pays the fee of an extension from a UPI app, once its addendum was read', async () => {
  stubExtension(0)
  stub(contract.content.config, { ...config, isUpiOffered: true })
  const calls = stub(extension.apply, { paymentUrl: '/sandbox/pay/p1', paymentId: 'p1' })
  stub(repay.upi, {
    intent: 'upi://pay?pa=saral@sandbox',
    code: ['1'],
    payee: 'Saral Sandbox',
    address: 'saral@sandbox',
    amount: rs(125),
    closesAt: new Date('2026-03-06T10:00:00Z'),
  })
  stub(repay.status, {
    status: 'pending',
    amount: rs(125),
    asked: rs(125),
    orderId: 'o1',
    isNews: true,
  })
  await open('/orders/o1/extension')
  await tap('Pay with UPI')
  await see(READ_FIRST)
  expect(calls.inputs).toEqual([])
  await turn(/^I have read/)
  await tap('Pay with UPI')
  await see(/^To Saral Sandbox \(saral@sandbox\)/)
  expect(calls.inputs).toEqual([
    { orderId: 'o1', extensionId: 'x1', orderRepayId: 'i1', keyFactsHash: 'facts' },
  ])
  expect(shown(READ_FIRST)).toEqual([])
})
