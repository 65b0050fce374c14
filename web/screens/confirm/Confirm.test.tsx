import { expect, test } from 'vitest'
import type { Output } from '#contract/endpoint.ts'
import { contract } from '#contract/index.ts'
import { pending, statement } from '#web/testing/answers.ts'
import { open } from '#web/testing/open.tsx'
import { arrive, field, says, see, settle, tap, turn } from '#web/testing/page.ts'
import { testStates } from '#web/testing/states.ts'
import { deferred, stub } from '#web/testing/stub.ts'

const { order } = contract
const at = '/orders/o1/confirm'

function stubOffer(): void {
  stub(order.detail, { ...pending, orderState: 'pass' })
  stub(order.keyFacts, { ...statement, orderNo: 'SR0001' })
}

testStates([
  {
    at,
    when: 'the application is approved: what arrives, what it costs, what is repaid',
    given: stubOffer,
    sees: ['₹4,882.00', '₹153.00', '163.41%', '•••• 8901'],
  },
])

test('requires the acknowledged Key Facts Statement for Get Money', async () => {
  stubOffer()
  const calls = stub(order.loan, { orderState: 'lending' })
  stub(order.list, [])
  stub(order.outcome, { outcome: null })
  await open(at)
  await see('Still missing: your tick in the box')
  await tap('Get Money')
  await says('Please read the Key Facts Statement and tick the box.')
  expect(calls.inputs).toEqual([])
  await turn(/^I have read/)
  await tap('Get Money')
  await arrive('/order')
  expect(calls.inputs).toEqual([{ orderId: 'o1', keyFactsHash: 'facts' }])
  expect(calls.headers?.get('idempotency-key')).toBeTruthy()
})

test('disables the box until the Key Facts Statement has arrived', async () => {
  stubOffer()
  const late = deferred<Output<typeof order.keyFacts>>()
  stub(order.keyFacts, () => late.answer)
  await open(at)
  expect(await field(/^I have read/)).toHaveProperty('disabled', true)
  await settle(() => late.give({ ...statement, orderNo: 'SR0001' }))
  expect(await field(/^I have read/)).toHaveProperty('disabled', false)
  await turn(/^I have read/)
  expect(await field(/^I have read/)).toHaveProperty('checked', true)
})
