import { expect } from 'vitest'
import { readyBorrower } from '#e2e/rig/borrower.ts'
import { iPhone } from '#e2e/rig/device.ts'
import { journey, openTheProduct } from '#e2e/rig/journey.ts'
import { expectSameInHindi } from '#e2e/rig/same-in-hindi.ts'

openTheProduct()

/** The simulated bank refuses payouts to accounts with this ending. */
const REFUSED_ACCOUNT = '123456780000'

journey(
  'shows that the bank refused the payout and nothing is owed, in both languages',
  async scene => {
    const { page, see, look, server } = scene
    const person = await readyBorrower(server.origin, { account: REFUSED_ACCOUNT })
    const orderId = await person.apply('saral-seven', 5_000)
    await person.orderIs(orderId, '2')
    await person.getMoney(orderId)
    await person.orderIs(orderId, '5')
    await person.enter(page.context())

    await page.goto('/order')
    await see('Failed')
    await page.goto(`/orders/${orderId}/detail`)
    await see('Failed on')
    await see(/^Your bank rejected the transfer\. You owe nothing\. Please check/)
    expect(await page.getByText(/owe nothing/).count()).toBe(1)
    await look('failed')
    await expectSameInHindi(scene, {
      'home failed': '/',
      'orders failed': '/order',
      failed: `/orders/${orderId}/detail`,
      'documents failed': '/personal/documents',
    })
  },
  [iPhone],
)
