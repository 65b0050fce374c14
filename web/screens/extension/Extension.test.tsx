import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { order } from '#web/testing/answers.ts'
import { open } from '#web/testing/open.tsx'
import { arrive, control, see, settle, tap } from '#web/testing/page.ts'
import { testStates } from '#web/testing/states.ts'
import { stub } from '#web/testing/stub.ts'
import { stubExtension, stubOrder } from '#web/testing/stubs.ts'

const { extension } = contract
const at = '/orders/o1/extension'

testStates([
  {
    at,
    when: 'the loan cannot run longer',
    given: () => [
      stubExtension(0),
      stub(extension.calculate, { refused: 'extension-longest-tenor', details: { days: 28 } }),
    ],
    sees: [
      'This loan can run for at most 28 days, so you cannot extend the due date again.',
      'Go to the order',
    ],
    lacks: ['Apply and payment'],
  },
  {
    at: '/orders/o1/detail',
    when: 'the last extension was not paid',
    given: () => stubOrder({ extensionState: 4 }),
    sees: [/^You did not pay for the last extension within 24 hours, so it failed\./],
  },
])

test('abandons an extension after a confirmation', async () => {
  stubExtension(1)
  const calls = stub(extension.giveUp, { orderState: 'loaned', extensionState: 5 })
  stub(contract.order.list, [])
  stub(contract.order.outcome, { outcome: null })
  await open(at)
  await tap('Abandon extension')
  await tap('Keep it')
  expect(calls.inputs).toEqual([])
  await tap('Abandon extension')
  await tap('Give up')
  await arrive('/order/')
  expect(calls.inputs).toMatchObject([{ orderId: 'o1' }])
  expect(calls.headers?.get('idempotency-key')).toBeTruthy()
})

test('reads the order again when Back from a payment page restores the page', async () => {
  stubOrder()
  await open('/orders/o1/detail')
  await control('Repayment')
  const read = stub(contract.order.detail, { ...order, orderState: 'settled' })
  await settle(() => dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })))
  await see('Settled')
  expect(read.inputs).not.toEqual([])
})
