import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { contract } from '#contract/index.ts'
import { addDays, type Day } from '#domain/day.ts'
import { answered, type Borrower, readyBorrower } from '#e2e/rig/borrower.ts'
import { iPhone } from '#e2e/rig/device.ts'
import { journey, openTheProduct, type Scene } from '#e2e/rig/journey.ts'
import { expectSameInHindi } from '#e2e/rig/same-in-hindi.ts'
import { settled } from '#e2e/rig/settled.ts'
import { dayText } from '#words/format.ts'

openTheProduct()

/** Borrows ₹5,000 for seven days, moves the clock by `days`, and signs the borrower in on the page. */
async function loanAfter(
  days: number,
  { server, sandbox, page }: Scene,
): Promise<{ person: Borrower; orderId: string; start: Day }> {
  const person = await readyBorrower(server.origin)
  const orderId = await person.borrow('saral-seven', 5_000)
  await sandbox.advance(`P${days}D`)
  await person.enter(page.context())
  const { loanDate } = await person.detail(orderId)
  if (!loanDate) throw new Error('No money arrived.')
  return { person, orderId, start: loanDate }
}

/** Requests an extension without a screen, and returns the address of its payment page. */
async function request({ browser }: Borrower, orderId: string): Promise<string> {
  const calls = browser.calls(contract.extension)
  const { extensionId, orderRepayId } = answered(await calls.calculate({ id: orderId }))
  const { hash: keyFactsHash } = answered(await calls.keyFacts({ orderId, extensionId }))
  const wish = { extensionId, orderRepayId, orderId, keyFactsHash }
  return answered(await calls.apply(wish, { idempotencyKey: randomUUID() })).paymentUrl
}

journey(
  'extends an overdue loan: shows the parts of the fee, the whole cost and the new due date',
  async scene => {
    const { page, see, tap, arrive, look } = scene
    const { person, orderId, start } = await loanAfter(10, scene)
    await person.orderIs(orderId, '8')
    await page.goto(`/orders/${orderId}/detail`)
    await see(`To ${dayText(addDays(start, 17), 'en')}. You see the fee first.`)
    await tap(/Extend due date/)
    await arrive(`/orders/${orderId}/extension`)
    for (const text of [
      '₹165.11',
      '₹100.00',
      '₹15.11',
      '₹50.00',
      /15\.25 of it is GST/,
      'Your due date moves from',
    ])
      await see(text)
    for (const text of ['Pay within 24 hours', '₹5,200.11', '₹318.11', '₹5,065.11', '₹135.00'])
      await see(text)
    await look('extension')
    const coloursOf = (name: string | RegExp) =>
      page
        .getByRole('img', { name })
        .locator('span')
        .evaluateAll(parts => parts.map(part => getComputedStyle(part).backgroundColor))
    const [principal, cost] = await coloursOf(/^Of ₹5,200.11 you repay/)
    expect(cost).not.toBe(principal)
    const fee = 'Service fee ₹100.00, penal charge ₹15.11, interest ₹50.00'
    expect(await coloursOf(fee), 'all of the fee is cost, and is drawn so').toEqual([cost, cost])
    await see(/^Proposal SR.*-E1$/)
    await tap('Apply and payment')
    await see('Please read the Key Facts Statement and tick the box.')
    await page.getByText('What the whole loan costs').click()
    for (const text of ['Cost if you extend', '₹318.11', 'APR of the whole loan if you extend'])
      await see(text)
    await page.getByRole('checkbox').check()
    await look('extension with its statement')
    await tap('Apply and payment')
    await arrive(/\/sandbox\/pay\//)
    expect((await person.detail(orderId)).orderState).toBe('11')
    await tap('Pay')
    await arrive(`/orders/${orderId}/detail`)
    await see('We received ₹165.11. Thank you.')
    const extended = await person.orderIs(orderId, '6')
    expect(extended).toMatchObject({
      extensionState: 3,
      repaymentDate: addDays(start, 17),
      overdueDays: 0,
    })
    await see(`Due ${dayText(addDays(start, 17), 'en')}, in 7 days: ₹5,035.00`)
    for (const text of ['₹5,000.00', '₹5,035.00', '₹165.11', '₹100.00 of it for extensions'])
      await see(text)
    await look('extended')
    await page.goto('/')
    for (const text of [
      'Next repayment',
      '₹5,035.00',
      '₹35.00',
      `Due ${dayText(addDays(start, 17), 'en')}`,
    ])
      await see(text)
    await look('home extended')
    await page.goto(`/orders/${orderId}/detail`)
    await see(/^You extended the due date of this loan, so/)
    await tap(/^Key Facts Statement: extension/)
    await arrive(/^\/documents\//)
    for (const text of ['What the extension costs', '₹165.11', 'Restructured']) await see(text)
    await look('key facts of an extension')
    await expectSameInHindi(scene, {
      'key facts of an extension': new URL(page.url()).pathname,
      'home extended': '/',
      'orders extended': '/order',
      extended: `/orders/${orderId}/detail`,
      'documents extended': '/personal/documents',
    })
    await page.goto('/order')
    await tap(/Saral Seven/)
    await arrive(`/orders/${orderId}/detail`)
  },
)

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
