/** A page without a next step links to another one. */
import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { pending } from '#web/testing/answers.ts'
import { open } from '#web/testing/open.tsx'
import { stub } from '#web/testing/stub.ts'
import * as pages from '#web/testing/stubs.ts'

const { order, loanDocument, feedback } = contract
const nothing = () => undefined
const stubNoOrders = () => [stub(order.list, []), stub(order.outcome, { outcome: null })]
const stubLocked = () => {
  pages.stubApplying()
  pages.stubProduct({ productStatus: 0, loansNeeded: 5 })
}

test.each<[at: string, leadsTo: string, given: () => unknown, by?: 'visitor']>([
  ['/nowhere', '/', nothing, 'visitor'],
  ['/alert', '/distribution', nothing, 'visitor'],
  ['/verify/contact2', '/protocol/privacy', nothing, 'visitor'],
  ['/order', '/', stubNoOrders],
  ['/personal/documents', '/', () => stub(loanDocument.all, [])],
  ['/feedback?view=history', '/feedback', () => stub(feedback.list, [])],
  ['/product/p1/detail', '/', stubLocked],
  ['/product/p1/denied', '/product/p1/detail', pages.stubProduct],
  ['/product/p1/denied', '/', pages.stubDenied],
  ['/schedule', '/order', () => stub(order.list, [])],
  ['/orders/o1/detail', '/', () => pages.stubOrder({ ...pending, orderState: 'denied' })],
  [
    '/orders/o1/confirm',
    '/order',
    () => {
      stub(order.detail, { refused: 'order-not-found' })
      stub(order.keyFacts, { refused: 'order-not-found' })
    },
  ],
])('%s leads to %s', async (at, leadsTo, stubPage, by) => {
  stubPage()
  await open(at, by)
  const targets = () =>
    [...document.querySelectorAll('main a')]
      .filter(link => !link.closest('header'))
      .map(link => link.getAttribute('href'))
  await expect.poll(targets).toContain(leadsTo)
})
