import { expect } from 'vitest'
import { contract } from '#contract/index.ts'
import { readyBorrower } from '#e2e/rig/borrower.ts'
import { journey, openTheProduct, type Scene } from '#e2e/rig/journey.ts'
import { expectSameInHindi } from '#e2e/rig/same-in-hindi.ts'

openTheProduct()

/** The simulated bank refuses payouts to accounts with this ending. */
const REFUSED_ACCOUNT = '123456780000'

/** Does what tells the server that an outcome was seen, and waits until the server knows it. */
async function untilSeen({ page }: Pick<Scene, 'page'>, act: () => Promise<void>): Promise<void> {
  const seen = page.waitForResponse(`**${contract.order.outcomeSeen.path}`)
  await act()
  await seen
}

journey(
  'shows what became of Get Money until it was seen, on every device of the borrower',
  async scene => {
    const { page, see, tap, arrive, look, sandbox, server } = scene
    const person = await readyBorrower(server.origin, { account: '123456788901' })
    const orderId = await person.apply('saral-weekly', 5_000)
    await person.orderIs(orderId, '2')
    await person.enter(page.context())
    await sandbox.holdPayouts(true)
    await page.goto(`/orders/${orderId}/confirm`)
    await page.getByRole('checkbox').check()
    await tap('Get Money')
    await arrive('/order')
    await see('₹4,882.00 is on its way to •••• 8901.')
    await see(/^First payment ₹399\.86 on \d+ \w+ 20\d\d$/)
    await look('outcome on its way')
    await page.goto('/')
    await see('₹4,882.00 is on its way to •••• 8901.')
    await look('home with an outcome')
    await expectSameInHindi(scene, { 'outcome on its way': '/order', 'home with an outcome': '/' })
    await sandbox.holdPayouts(false)
    await person.orderIs(orderId, '6')
    await page.goto('/')
    await see('₹4,882.00 is in your account •••• 8901.')

    const other = await page.context().browser()?.newContext({ baseURL: server.origin })
    if (!other) throw new Error('there is no second device')
    await person.enter(other)
    const elsewhere = await other.newPage()
    const shown = elsewhere.getByText('₹4,882.00 is in your account •••• 8901.')
    await elsewhere.goto('/')
    await shown.waitFor()
    await tap('OK')
    await see('Next repayment')
    await expect
      .poll(async () => {
        await elsewhere.goto('/')
        await elsewhere.getByText('Next repayment').waitFor()
        return shown.count()
      })
      .toBe(0)
    await other.close()

    // A tap anywhere on the card opens the order: its link lies over everything else.
    await page.getByText('Still to repay').click({ force: true })
    await arrive(`/orders/${orderId}/detail`)
  },
)

journey('a payment ends in a receipt that can be shared', async scene => {
  const { page, see, tap, arrive, look, sandbox, server } = scene
  const person = await readyBorrower(server.origin)
  const orderId = await person.borrow('saral-weekly', 5_000)
  await sandbox.advance('P7D')
  await person.orderIs(orderId, '6')
  await person.enter(page.context())
  await page.goto('/order')
  await see(/^Due \d+ \w+ 20\d\d$/)
  await look('orders on the due day')
  await page.goto(`/orders/${orderId}/detail`)
  await tap('Repayment')
  await tap(/^Pay ₹/)
  await arrive(/\/sandbox\/pay\//)
  const pages = await page.evaluate(() => history.length)
  await tap('Pay')
  await arrive('/')
  await see('₹399.86 received. Thank you.')
  // The payment leaves the address, and no page is added to go back to.
  await page.waitForURL(url => url.pathname === '/' && url.search === '')
  expect(await page.evaluate(() => history.length)).toBe(pages + 1)
  await see(/^Next payment ₹399\.86 on \d+ \w+ 20\d\d$/)
  await look('outcome paid')
  await expectSameInHindi(scene, { 'outcome paid': '/' })
  await page.goto('/')
  const file = page.waitForEvent('download')
  await tap('Share receipt')
  expect((await file).suggestedFilename()).toMatch(/^saral-receipt-20\d\d-\d\d-\d\d\.pdf$/)
  await see('The receipt is saved on this device.')
  await untilSeen(scene, () => tap('OK'))
  await see('Next repayment')
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  expect(await page.getByText(/received\./).count()).toBe(0)
  await page.reload()
  await see('Next repayment')
  expect(await page.getByText('received. Thank you.').count()).toBe(0)
})

journey('a denial says why, and from when to apply again', async scene => {
  const { page, see, tap, arrive, look, server } = scene
  const denied = await readyBorrower(server.origin, { monthlyIncome: '4000' })
  await denied.orderIs(await denied.apply('saral-seven', 5_000), '3')
  await denied.enter(page.context())
  await page.goto('/')
  await see('We could not approve your application.')
  await see('The instalment of ₹5,035.00 is high for the income you stated.')
  await see(/^You can apply again from \d+ \w+ 20\d\d, /)
  await look('outcome denied')
  await expectSameInHindi(scene, { 'outcome denied': '/' })
  await page.goto('/')
  await untilSeen(scene, () => tap('More about it'))
  await arrive('/product/saral-seven/denied')
  await page.goto('/')
  await see('Namaste. See the whole cost before you decide.')
})

journey('a payout that failed says what to do', async scene => {
  const { page, see, look, server } = scene
  const failed = await readyBorrower(server.origin, { account: REFUSED_ACCOUNT })
  const orderId = await failed.apply('saral-seven', 5_000)
  await failed.orderIs(orderId, '2')
  await failed.getMoney(orderId)
  await failed.orderIs(orderId, '5')
  await failed.enter(page.context())
  await page.goto('/order')
  await see('The money did not reach you.')
  await see(/^Your bank rejected the transfer\. You owe nothing\./)
  await look('outcome failed')
  await expectSameInHindi(scene, { 'outcome failed': '/order' })
})
