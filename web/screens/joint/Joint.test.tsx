/** The pages of the native app, opened in a browser. */
import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { pending } from '#web/testing/answers.ts'
import { open } from '#web/testing/open.tsx'
import { control } from '#web/testing/page.ts'
import { testStates } from '#web/testing/states.ts'
import { stub } from '#web/testing/stub.ts'

const { detail } = contract.order
const OUTSIDE = 'This page works only in the app. In a browser, sign in with your mobile number.'

testStates([
  { at: '/joint?redirect=%2Forder', when: 'there is no app', sees: [OUTSIDE], by: 'visitor' },
  {
    at: '/orders/audit?orderId=o1',
    when: 'there is no session',
    given: () => stub(detail, { refused: 'not-logged-in' }),
    sees: [OUTSIDE],
    by: 'visitor',
  },
  {
    at: '/orders/audit?orderId=o1',
    when: 'the order is another borrower’s',
    given: () => stub(detail, { refused: 'order-not-found' }),
    sees: ['We could not find this order.'],
  },
  {
    at: '/orders/audit?orderId=o1',
    when: 'a person reviews the application',
    given: () => stub(detail, { ...pending, isWithPerson: 1 }),
    sees: ['A person is looking at your application, which takes longer.'],
    lacks: ['To Evaluate'],
  },
])

test('the sign-in leads to the page that the app would have opened', async () => {
  await open('/joint?redirect=%2Forder', 'visitor')
  const link = await control('Sign in with your mobile number')
  expect(link.getAttribute('href')).toBe('/login?redirect=%2Forder')
})
