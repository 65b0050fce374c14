import { expect } from 'vitest'
import { newBorrower, readyBorrower } from '#e2e/rig/borrower.ts'
import { androidPhone, bothPhones, iPhone } from '#e2e/rig/device.ts'
import { journey, openTheProduct } from '#e2e/rig/journey.ts'

openTheProduct()

const WHILE_RUNNING = 'You can apply again when your present application or loan has ended.'

journey(
  'links from home to the terms where APPLY does nothing, and from there to the application',
  async ({ page, server, tap, see, arrive, look }) => {
    await (await newBorrower(server.origin)).enter(page.context())
    await page.goto('/')
    await see('Saral Weekly')
    expect(await page.getByRole('button', { name: 'APPLY' }).count()).toBe(0)
    expect(await page.getByText(/this phone/i).count()).toBe(0)
    await look('home without APPLY')
    await tap('See the terms')
    await arrive('/product/saral-weekly')
    await tap('See the terms')
    await arrive('/product/saral-weekly/detail')
  },
  [androidPhone],
)

journey(
  'says before the verification that a partner’s offer leads to another company',
  async ({ page, server, see }) => {
    await (await newBorrower(server.origin)).enter(page.context())
    await page.goto('/')
    await see('Another company lends here, on its own terms.')
  },
)

journey(
  'keeps the offers calm while a loan runs, and says why',
  async ({ page, server, device, see, look }) => {
    const borrower = await readyBorrower(server.origin)
    await borrower.borrow('saral-seven', 3_000)
    await borrower.enter(page.context())
    await page.goto('/')
    await see(WHILE_RUNNING)
    await look('home with calm offers')
    await page.goto('/product/saral-weekly')
    await see(WHILE_RUNNING)
    await look('product while a loan runs')
    await page.goto('/')
    await see(WHILE_RUNNING)
    if (device !== iPhone) return
    const apply = page.getByRole('article', { name: 'Saral Weekly' }).getByRole('button')
    expect(await apply.isEnabled(), 'APPLY still works (specification §4)').toBe(true)
  },
  bothPhones,
)

journey(
  'says after a denial from when one can apply again',
  async ({ page, server, see, look }) => {
    const borrower = await readyBorrower(server.origin, { monthlyIncome: '5000' })
    const orderId = await borrower.apply('saral-seven', 5_000)
    await borrower.orderIs(orderId, '3')
    await borrower.enter(page.context())
    await page.goto('/')
    await see(/^You can apply again from \d+ \w+ \d{4}, /)
    await look('home after a denial')
  },
  [iPhone],
)

journey(
  'shows no offers while a loan is overdue, and leads to no partner from a page that was read before',
  async ({ page, server, sandbox, see, tap, look }) => {
    const borrower = await readyBorrower(server.origin)
    const orderId = await borrower.borrow('saral-seven', 5_000)
    await borrower.enter(page.context())
    await page.goto('/')
    const partner = page.getByRole('article', { name: 'Partner Offer' })
    await partner.getByRole('button').click()
    await see('You are leaving Saral')
    await tap('Stay here')
    await sandbox.advance('P8D')
    await borrower.orderIs(orderId, '8')
    await partner.getByRole('button').click()
    await see('Overdue, to pay today')
    expect(await page.getByText('You are leaving Saral').count()).toBe(0)
    for (const path of ['/', '/product/partner-offer']) {
      await page.goto(path)
      await see(path === '/' ? 'Overdue, to pay today' : 'This product is offered on another site.')
      expect(await page.getByText('Saral Weekly').count()).toBe(0)
      expect(await page.getByRole('button', { name: 'APPLY' }).count()).toBe(0)
      expect(await page.locator('a[href*="partner.example"]').count()).toBe(0)
    }
    await page.goto('/')
    await look('home without offers')
  },
  [iPhone],
)
