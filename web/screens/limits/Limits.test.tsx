import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import type { LimitState } from '#web/screens/limits/LimitForm.tsx'
import { on, product, rs } from '#web/testing/answers.ts'
import { open } from '#web/testing/open.tsx'
import { arrive, control, see, tap, toasts, type } from '#web/testing/page.ts'
import { testStates } from '#web/testing/states.ts'
import { stub } from '#web/testing/stub.ts'
import { stubApplying, stubProduct } from '#web/testing/stubs.ts'

const { ownLimits } = contract
const none = { value: null, later: null }
const free: LimitState = {
  today: on('2026-03-01'),
  amounts: [rs(1_000), rs(3_000), rs(5_000)],
  ceiling: none,
  pause: none,
  pausedUntil: null,
}
const ceiling = { value: rs(3_000), later: null }
const later = { value: rs(5_000), from: on('2026-03-08') }
const stubLimits = (state: Partial<LimitState>) => () =>
  stub(ownLimits.state, { ...free, ...state })
const at = '/personal/limits'
const CEILING = 'Largest amount of a new loan'
const PAUSE = 'No new loans until'

testStates([
  {
    at,
    when: 'there is no limit',
    given: stubLimits({}),
    sees: ['You have no ceiling.', 'New loans are not paused.'],
  },
  {
    at,
    when: 'a stricter ceiling is chosen',
    given: stubLimits({}),
    act: () => type(CEILING, '300000'),
    sees: ['This holds at once.'],
  },
  {
    at,
    when: 'an easier ceiling is chosen',
    given: stubLimits({ ceiling }),
    act: () => type(CEILING, '500000'),
    sees: [
      'You can borrow up to ₹3,000 in one loan.',
      'This holds from 8 Mar 2026. Until then your ceiling stays.',
    ],
  },
  {
    at,
    when: 'an easier ceiling waits',
    given: stubLimits({ ceiling: { ...ceiling, later } }),
    sees: ['From 8 Mar 2026 you can borrow up to ₹5,000.', 'Stay at ₹3,000'],
  },
  {
    at,
    when: 'the end of the ceiling waits',
    given: stubLimits({ ceiling: { ...ceiling, later: { ...later, value: null } } }),
    sees: ['From 8 Mar 2026 you have no ceiling.'],
  },
  {
    at,
    when: 'new loans are paused',
    given: stubLimits({ pause: { value: 'open', later: null }, pausedUntil: 'open' }),
    sees: ['New loans are paused until you end the pause.'],
  },
  {
    at,
    when: 'the end of the pause waits',
    given: stubLimits({
      pause: { value: 'open', later: { value: null, from: on('2026-03-08') } },
      pausedUntil: on('2026-03-08'),
    }),
    sees: ['New loans are paused. You can borrow again from 8 Mar 2026.', 'Keep the pause'],
  },
  {
    at: '/product/p1',
    when: 'the borrower’s ceiling leaves out amounts',
    given: () => stubProduct({ ownCeiling: rs(3_000) }),
    sees: ['Your own ceiling: ₹3,000'],
  },
  {
    at: '/product/p1/detail',
    when: 'the borrower’s pause holds back every amount',
    given: () => {
      stubApplying()
      const fullMsg = 'You have paused new loans until you end the pause.'
      stub(contract.product.info, { ...product, isHeldBack: true, isFull: 1, fullMsg })
    },
    sees: ['You have paused new loans until you end the pause.', 'My limits'],
    lacks: ['APPLY NOW'],
  },
])

test('saves a ceiling, its end and a pause, each once', async () => {
  const state = stub(ownLimits.state, { ...free, ceiling: { ...ceiling, later } })
  const ceilings = stub(ownLimits.setCeiling, { ...free, ceiling })
  const pauses = stub(ownLimits.setPause, free)
  await open(at)
  await tap('Save the ceiling')
  expect(toasts()).toEqual(['Choose another limit first.'])
  await type(CEILING, '100000')
  await tap('Save the ceiling')
  expect(toasts()).toEqual(['Saved.'])
  await type(CEILING, 'none')
  await tap('Save the ceiling')
  await tap('Stay at ₹3,000')
  expect(ceilings.inputs).toEqual([rs(1_000), null, rs(3_000)].map(each => ({ ceiling: each })))
  await type(PAUSE, 'open')
  await tap('Save the pause')
  expect(pauses.inputs).toEqual([{ until: 'open' }])
  expect(state.inputs.length).toBeGreaterThan(1)
})

test('says why a limit is refused', async () => {
  stub(ownLimits.state, free)
  stub(ownLimits.setCeiling, { refused: 'amount-not-offered' })
  await open(at)
  await type(CEILING, '100000')
  await tap('Save the ceiling')
  expect(toasts()).toHaveLength(1)
  await see('You have no ceiling.')
})

test('is reached from the account and from a product', async () => {
  stubProduct({ ownCeiling: rs(3_000) })
  stub(ownLimits.state, free)
  await open('/product/p1')
  expect(await control('Your own ceiling: ₹3,000')).toBeTruthy()
  await tap('Your own ceiling: ₹3,000')
  await arrive(at)
})
