import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { contract } from '#contract/index.ts'
import { answered, type Borrower } from '#e2e/rig/borrower.ts'
import { iPhone } from '#e2e/rig/device.ts'
import { journey, openTheProduct } from '#e2e/rig/journey.ts'
import { loanAfter } from '#e2e/rig/loan-after.ts'
import { expectSameInHindi } from '#e2e/rig/same-in-hindi.ts'
import { settled } from '#e2e/rig/settled.ts'

openTheProduct()

/** Requests an extension without a screen, and returns the address of its payment page. */
async function request({ browser }: Borrower, orderId: string): Promise<string> {
  const calls = browser.calls(contract.extension)
  const { extensionId, orderRepayId } = answered(await calls.calculate({ id: orderId }))
  const { hash: keyFactsHash } = answered(await calls.keyFacts({ orderId, extensionId }))
  const wish = { extensionId, orderRepayId, orderId, keyFactsHash }
  return answered(await calls.apply(wish, { idempotencyKey: randomUUID() })).paymentUrl
}

journey('abandons an extension after a dialog, and leaves the loan as it was', async scene => {
  const { page, see, tap, arrive, look } = scene
  const { person, orderId } = await loanAfter(5, scene)
  await request(person, orderId)
  await expectSameInHindi(scene, {
    'home awaiting an extension payment': '/',
    'orders awaiting an extension payment': '/order',
    'order awaiting an extension payment': `/orders/${orderId}/detail`,
  })
  await page.goto('/order')
  await see('Extension')
  await tap(/Saral Seven/)
  await arrive(`/orders/${orderId}/extension`)
  await see(/23 h 5\d min left to pay/)
  await look('extension awaited')
  await tap('Abandon extension')
  await see('Confirm giving up on extension?')
  await look('extension given up')
  await tap('Keep it')
  expect((await person.detail(orderId)).orderState).toBe('11')
  await tap('Abandon extension')
  await tap('Give up')
  await arrive('/order/')
  await see('Loaned')
  expect(await person.detail(orderId)).toMatchObject({
    orderState: '6',
    extensionState: 5,
    isExtension: 1,
  })
  await page.goto(`/orders/${orderId}/detail`)
  await tap(/^Key Facts Statement: extension.*Withdrawn$/)
  await arrive(/^\/documents\//)
  await see(/^Withdrawn on .*: the due date was not extended\. This document is not valid\.$/)
  await look('addendum of an extension given up')
})

journey('lets an extension lapse after 24 hours, and closes its payment page', async scene => {
  const { page, see, tap, arrive, sandbox, look } = scene
  const { person, orderId } = await loanAfter(10, scene)
  const url = await request(person, orderId)
  await sandbox.advance('PT23H')
  expect((await person.detail(orderId)).orderState).toBe('11')
  await sandbox.advance('PT1H')
  expect(await person.orderIs(orderId, '8')).toMatchObject({ extensionState: 4, overdueDays: 4 })
  await page.goto(`/orders/${orderId}/detail`)
  await see('You did not pay for the last extension within 24 hours, so it failed.')
  await look('extension lapsed')
  await expectSameInHindi(scene, { 'extension lapsed': `/orders/${orderId}/detail` })
  await page.goto(url)
  await see('This page is over')
  await look('payment page over')
  await tap(/^Return/)
  await arrive(`/orders/${orderId}/detail`)
})

journey('says why the loan cannot be extended', async scene => {
  const { page, see, tap, arrive, look } = scene
  const { orderId } = await loanAfter(22, scene)
  await page.goto(`/orders/${orderId}/extension`)
  await see('This loan can run for at most 28 days, so you cannot extend the due date again.')
  await look('extension refused')
  await tap('Go to the order')
  await arrive(`/orders/${orderId}/detail`)
})

journey(
  'reads the order again when Back from the payment page restores the page from memory',
  async scene => {
    const { page, tap } = scene
    const { orderId } = await loanAfter(10, scene)
    // The answer 204 leaves the browser on the page, as if it had been restored.
    await page.route(/\/sandbox\/pay\//, route => route.fulfill({ status: 204 }))
    for (const [at, name] of [
      ['detail', 'Repayment'],
      ['extension', 'Apply and payment'],
    ] as const) {
      await page.goto(`/orders/${orderId}/${at}`)
      const button = page.getByRole('button', { name })
      await button.waitFor()
      // A tap would miss the box while the page above it grows.
      await settled(page)
      if (at === 'extension') await page.getByRole('checkbox').check()
      const payment = page.waitForRequest(/\/sandbox\/pay\//)
      await tap(name)
      if (at === 'detail') await tap(/^Pay ₹/)
      await payment
      await page.locator('button[aria-busy]').waitFor()
      const readAnew = page.waitForRequest(/\/order\/v1\/detail|\/extension-calc/)
      await page.evaluate(() =>
        dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
      )
      await readAnew
      await button.waitFor()
    }
  },
  [iPhone],
)
