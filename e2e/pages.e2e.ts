import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { contract } from '#contract/index.ts'
import { answered, type Borrower, newBorrower, readyBorrower } from '#e2e/rig/borrower.ts'
import { androidPhone, iPhone } from '#e2e/rig/device.ts'
import { journey, openTheProduct } from '#e2e/rig/journey.ts'
import { rupeesToPaise } from '#e2e/rig/rupees.ts'

openTheProduct()

/** A PNG picture of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

journey('the download page continues on an iPhone only', async scene => {
  const { page, server, device } = scene
  await (await newBorrower(server.origin)).enter(page.context())
  await page.goto('/download')
  await page.getByText('iPhone').first().waitFor()
  if (device === iPhone) {
    await scene.tap('Apply Now')
    await scene.arrive('/')
  } else {
    await scene.see('Apply Now works on an iPhone.')
    expect(await page.getByRole('button', { name: 'Apply Now' }).isDisabled()).toBe(true)
  }
})

journey(
  'help opens its first answer, and the account page leads to it',
  async ({ page, server, tap, arrive, see }) => {
    await (await newBorrower(server.origin)).enter(page.context())
    await page.goto('/personal')
    await tap('Help Center')
    await arrive('/personal/help')
    await see('What does a loan cost me?')
    expect(await page.locator('details[open]').count()).toBe(1)
    expect(await page.locator('details').first().getAttribute('open')).not.toBeNull()
    await page.goto('/personal')
    await tap('About us')
    await arrive('/personal/aboutus')
    expect(await page.getByRole('link', { name: /CMS/ }).getAttribute('href')).toBe(
      'https://cms.rbi.org.in',
    )
    expect(await page.getByRole('link', { name: /Sachet/ }).getAttribute('href')).toBe(
      'https://sachet.rbi.org.in',
    )
  },
  [iPhone],
)

journey(
  'sends feedback after a failed attempt, and shows it in the history',
  async scene => {
    const { page, server, tap, see, arrive, type } = scene
    await (await newBorrower(server.origin)).enter(page.context())
    await page.goto('/')
    await tap('FeedBack')
    await arrive('/feedback')
    const saved: string[] = []
    page.on(
      'request',
      request =>
        void (request.url().includes('opinion-record/v1/save') && saved.push(request.url())),
    )
    await tap('Submit')
    await see('Please write your feedback first.')
    expect(saved).toEqual([])

    await page.getByLabel('What is it about?').selectOption({ index: 1 })
    await type('Your feedback', 'It says <b>wait</b> for 2 days! Why?')
    expect(await page.getByLabel('Your feedback').inputValue()).toBe(
      'It says bwaitb for 2 days! Why?',
    )
    await see('31/300')
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'note.png', mimeType: 'image/png', buffer: Buffer.from('no') })
    await see('We cannot read this file as a picture.')
    const screen = { name: 'screen.png', mimeType: 'image/png', buffer: PIXEL }
    await page.locator('input[type=file]').setInputFiles(screen)
    await tap('Remove')
    await see('One image, at most 10 MB.')
    await page.locator('input[type=file]').setInputFiles(screen)
    await page.getByRole('button', { name: 'Remove' }).waitFor()

    scene.forgive(/opinion-record\/v1\/save/)
    await page.route('**/opinion-record/v1/save', route => route.abort())
    await tap('Submit')
    await see('We could not send it. Your text is kept')
    expect(await page.getByLabel('Your feedback').inputValue()).toBe(
      'It says bwaitb for 2 days! Why?',
    )
    expect(await page.locator('[role=alert]:visible').filter({ hasText: /./ }).count()).toBe(0)

    await page.unroute('**/opinion-record/v1/save')
    await tap('Submit')
    await page.waitForURL(/view=history/)
    await see('It says bwaitb for 2 days! Why?')
    await see('Not answered yet.')
    await expect
      .poll(() =>
        page
          .getByAltText('The picture you sent')
          .evaluate(img => (img as HTMLImageElement).naturalWidth),
      )
      .toBe(1)
  },
  [androidPhone],
)

journey(
  'shows the feedback widget only where it covers nothing',
  async ({ page, server, see }) => {
    const borrower = await readyBorrower(server.origin)
    const orderId = await borrower.borrow('saral-weekly', 3_000)
    await borrower.enter(page.context())
    const widget = page.getByRole('complementary', { name: 'FeedBack' }).getByRole('link')
    for (const path of ['/', '/order', '/personal']) {
      await page.goto(path)
      await widget.waitFor()
    }
    await page.goto(`/orders/${orderId}/detail`)
    await see('Your next loan')
    expect(await widget.isVisible()).toBe(false)
  },
  [androidPhone],
)

journey(
  'shows a reservation made on another device on the order',
  async ({ page, server, see, tap, arrive }) => {
    const borrower = await readyBorrower(server.origin)
    const orderId = await borrower.borrow('saral-weekly', 3_000)
    await reserve(borrower, orderId, 1_000)
    await borrower.enter(page.context())
    await page.goto(`/orders/${orderId}/detail`)
    await see('Your next loan is reserved.')
    await tap('See it')
    await arrive(`/schedule/${orderId}`)
  },
  [androidPhone],
)

async function reserve(borrower: Borrower, orderId: string, rupees: number): Promise<void> {
  const { orderNo } = await borrower.detail(orderId)
  const wish = { borrowAmount: rupeesToPaise(rupees), orderNo, cardId: await borrower.cardId() }
  answered(
    await borrower.browser.calls(contract.schedule).reserve(wish, { idempotencyKey: randomUUID() }),
  )
}
