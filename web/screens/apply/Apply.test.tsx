import { expect, test, vi } from 'vitest'
import { contract } from '#contract/index.ts'
import { card, mayApply, product, rs, statement } from '#web/testing/answers.ts'
import { giveNavigator } from '#web/testing/device.ts'
import { open } from '#web/testing/open.tsx'
import {
  arrive,
  control,
  field,
  says,
  see,
  settle,
  shown,
  tap,
  toasts,
  turn,
  type,
} from '#web/testing/page.ts'
import { testStates } from '#web/testing/states.ts'
import { deferred, stub } from '#web/testing/stub.ts'
import { stubApplying, stubDenied, stubHome } from '#web/testing/stubs.ts'

const { order, device } = contract
const at = '/product/p1/detail'
const AGREED = /^I have read and understood/
const applied = { orderId: 'o1', orderNo: 'SR0001', orderState: 'auditing' } as const

testStates([
  {
    at,
    when: 'everything is there',
    given: stubApplying,
    sees: ['₹4,882.00', '₹153.00', '₹5,035.00', '163.41%', 'Auto get money'],
    lacks: ['Your own ceiling: ₹3,000'],
  },
  {
    at,
    when: 'the cost cannot be read',
    given: () => [stubApplying(), stub(order.quote, { refused: 'failed-unexpectedly' })],
    sees: ['Something went wrong on our side. Nothing was changed. Please try again.'],
    lacks: ['₹4,882.00'],
  },
  {
    at,
    when: 'the product is locked',
    given: () => {
      stubApplying()
      stub(contract.product.info, { ...product, productStatus: 0, loansNeeded: 5 })
    },
    sees: ['This loan opens after 5 loans repaid.'],
    lacks: ['APPLY NOW'],
  },
  {
    at,
    when: 'the product is full',
    given: () => {
      stubApplying()
      stub(contract.product.info, { ...product, isFull: 1, fullMsg: 'Full today.' })
    },
    sees: ['Full today.', 'Back to loans'],
    lacks: ['APPLY NOW'],
  },
  {
    at,
    when: 'the only account is being reviewed',
    given: () => stubApplying([{ ...card, nameCheck: 'needs-a-look' }]),
    sees: ['Still missing: a bank account, the loan purpose'],
  },
])

test('an order in progress leads to the orders, a denial to its reasons', async () => {
  stubApplying()
  stub(order.precheck, { ...mayApply, orderStatus: 2 })
  stub(order.list, [])
  stub(order.outcome, { outcome: null })
  await open(at)
  await arrive('/order')
  stubDenied()
  await open(at)
  await arrive('/product/p1/denied')
})

test('asks for the Key Facts Statement before Auto get money, and again for another amount', async () => {
  stubApplying()
  let version = 1
  const read = stub(order.keyFactsOffered, ({ amount }) => ({
    ...statement,
    hash: `${amount}, ${version}`,
  }))
  const calls = stub(order.apply, { refused: 'key-facts-changed' })
  await open(at)
  await see('₹4,882.00')
  await turn('Education')
  await turn('Auto get money')
  await says('Part 1: what the loan costs')
  expect(await field(AGREED)).toHaveProperty('checked', false)
  await tap('APPLY NOW')
  await says('Please read the Key Facts Statement and tick the box.')
  await turn(AGREED)
  await type('Loan amount', '300000')
  expect(await field(AGREED)).toHaveProperty('checked', false)
  await turn(AGREED)
  version = 2
  await tap('APPLY NOW')
  expect(read.inputs.slice(0, 2)).toEqual(
    [5_000, 3_000].map(amount => ({ productId: 'p1', amount: rs(amount), period: 7 })),
  )
  expect(calls.inputs).toMatchObject([
    {
      autoGetMoney: 1,
      keyFactsHash: `${rs(3_000)}, 1`,
      borrowAmount: rs(3_000),
      loanPurpose: 'education',
    },
  ])
  // Other terms must be read and agreed to again.
  await vi.waitFor(async () => expect(await field(AGREED)).toHaveProperty('checked', false))
  expect(read.inputs).toHaveLength(3)
})

test('leads once to the orders, 300 ms after applying, and Back skips the page', async () => {
  stubHome()
  stubApplying()
  stub(order.list, [])
  stub(order.outcome, { outcome: null })
  const answer = deferred<typeof applied>()
  const calls = stub(order.apply, () => answer.answer)
  await open(at)
  await see('₹4,882.00')
  await turn('Education')
  const button = await control('APPLY NOW')
  await settle(() => [button.click(), button.click()])
  expect(calls.inputs).toHaveLength(1)
  expect(calls.headers?.get('idempotency-key')).toBeTruthy()
  const replaced = vi.spyOn(history, 'replaceState')
  const pushed = vi.spyOn(history, 'pushState')
  const passed = (ms: number) => settle(() => vi.advanceTimersByTimeAsync(ms))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  answer.give(applied)
  while (toasts().length === 0) await passed(0)
  await settle(() => button.click())
  await passed(299)
  expect(location.pathname).toBe(at)
  expect(calls.inputs, 'it is not sent again meanwhile').toHaveLength(1)
  await passed(1)
  expect(location.pathname).toBe('/order')
  await passed(1_000)
  expect(replaced.mock.calls.map(([, , url]) => url)).toEqual(['/order'])
  expect(pushed).not.toHaveBeenCalled()
})

test('sends the location, rounded to a kilometre, and continues if it does not arrive', async () => {
  const coords = { latitude: 18.52043, longitude: 73.85674 }
  const getCurrentPosition = (give: (at: object) => void) => give({ coords })
  giveNavigator({ geolocation: { getCurrentPosition } })
  vi.spyOn(navigator.permissions, 'query').mockResolvedValue({ state: 'granted' } as never)
  stubApplying()
  stub(device.needUpload, [{ type: 'gps', needUpload: 1, consent: 'given' }])
  const calls = stub(device.uploadInfo, { refused: 'consent-required' })
  await open(at)
  await see('₹4,882.00')
  await vi.waitUntil(() => calls.inputs.length > 0)
  expect(calls.inputs).toEqual([{ latitude: 18.52, longitude: 73.86, address: '' }])
  expect(toasts()).toEqual([])
  await see('APPLY NOW')
})

test('draws amounts as notes and coins', async () => {
  stubApplying()
  await open(at)
  await see('₹4,882.00')
  expect(shown(/in cash/)).toEqual([])
  await turn('Show as cash')
  const cash = [...document.querySelectorAll('[role=img]')].map(each =>
    each.getAttribute('aria-label'),
  )
  expect(cash).toContain(
    '₹4,882.00 in cash: 9 × ₹500, 1 × ₹200, 1 × ₹100, 1 × ₹50, 1 × ₹20, 1 × ₹10, 1 × ₹2',
  )
})
