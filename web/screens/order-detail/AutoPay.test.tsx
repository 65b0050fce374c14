import { expect, test } from 'vitest'
import type { Output } from '#contract/endpoint.ts'
import { contract } from '#contract/index.ts'
import { on, rs } from '#web/testing/answers.ts'
import { open } from '#web/testing/open.tsx'
import { says, see, shown, tap } from '#web/testing/page.ts'
import { type State, testStates } from '#web/testing/states.ts'
import { stub } from '#web/testing/stub.ts'
import { stubOrder } from '#web/testing/stubs.ts'

type Status = Output<typeof contract.autopay.status>
type Next = NonNullable<Status['next']>

const at = '/orders/o1/detail'
const next: Next = {
  day: on('2026-03-08'),
  amount: rs(5_035),
  debit: 'planned',
  why: null,
  msg: 'AutoPay pays it.',
}
const byHand = { ...next, debit: 'none', why: 'above-cap', msg: 'Pay this one yourself.' } as const
const stubAutoPay = (about: Partial<Status>) => () => {
  stubOrder()
  stub(contract.autopay.status, {
    isOffered: true,
    state: 'active',
    isPausedInApp: false,
    cap: rs(5_035),
    endsOn: on('2026-04-08'),
    approveBy: null,
    next: null,
    first: null,
    ...about,
  })
}

/** Only a debit that was announced can be skipped. */
const states: readonly Omit<State, 'at'>[] = [
  {
    when: 'a debit is announced',
    given: stubAutoPay({ next: { ...next, debit: 'announced' } }),
    sees: ['AutoPay pays it.', 'Skip this one'],
  },
  {
    when: 'a debit is planned',
    given: stubAutoPay({ next }),
    sees: ['AutoPay pays it.', 'Turn off'],
    lacks: ['Skip this one'],
  },
  {
    when: 'an instalment is paid by hand',
    given: stubAutoPay({ next: byHand }),
    sees: ['Pay this one yourself.', 'Turn off'],
    lacks: ['Skip this one'],
  },
]
testStates(states.map(state => ({ ...state, at })))

test.each([
  [byHand, 1],
  [next, 0],
])('states before consent which instalment it would not pay: %#', async (first, count) => {
  stubAutoPay({ state: 'off', first })()
  await open(at)
  await tap('Set up AutoPay')
  await see('Agree and open my UPI app')
  expect(shown('Pay this one yourself.')).toHaveLength(count)
  expect(shown('AutoPay pays it.')).toEqual([])
  await says('At most, each time')
})
