import { expect } from 'vitest'
import { readyBorrower } from '#e2e/rig/borrower.ts'
import { iPhone } from '#e2e/rig/device.ts'
import { journey, openTheProduct } from '#e2e/rig/journey.ts'

openTheProduct()

journey(
  'a borrower reserves the next loan during the running one, and cancels it',
  async scene => {
    const { page, server, tap, see, arrive } = scene
    const borrower = await readyBorrower(server.origin)
    const orderId = await borrower.borrow('saral-weekly', 3_000)
    await borrower.enter(page.context())
    await page.goto(`/orders/${orderId}/detail`)
    await tap('Reserve the next loan')
    await page.getByRole('dialog').getByLabel('Amount').selectOption({ label: '₹2,000' })
    await see('₹1,952.80')
    await scene.look('reserve')
    await page.getByRole('dialog').getByRole('button', { name: 'Reserve', exact: true }).click()
    await arrive(`/schedule/${orderId}`)
    await see('₹2,000.00')
    await see('Waiting')
    await scene.look('schedule')
    await page.goto('/schedule')
    await page.getByRole('link', { name: /Saral Weekly/ }).click()
    await arrive(`/schedule/${orderId}`)
    await tap('Cancel')
    await see('Are you confirm cancel this schedule order ?')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel', exact: true }).click()
    await arrive('/schedule')
    await see('You have not reserved a next loan.')
    await page.goto(`/schedule/${orderId}`)
    await see('The scheduled order is cancelled.')
    expect(await page.getByRole('button', { name: 'Cancel' }).count()).toBe(0)
  },
  [iPhone],
)
