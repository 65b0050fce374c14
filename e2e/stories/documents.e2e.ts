import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { readyBorrower } from '#e2e/rig/borrower.ts'
import { iPhone } from '#e2e/rig/device.ts'
import { journey, openTheProduct } from '#e2e/rig/journey.ts'

openTheProduct()

journey(
  'a borrower gets a no-dues certificate that anybody can check, as a page and as a PDF',
  async scene => {
    const { page, see, tap, arrive, server } = scene
    const person = await readyBorrower(server.origin)
    const orderId = await person.borrow('saral-seven', 5_000)
    await person.pay(orderId, 'all')
    const { orderNo } = await person.orderIs(orderId, 'settled')
    await person.enter(page.context())

    await page.goto(`/orders/${orderId}/detail`)
    await see('Payment receipt')
    await tap(/^No-dues certificate/)
    await arrive(/documents\//)
    await see(
      `Loan ${orderNo} is repaid in full. Nothing is owed on it, and nobody can ask for more.`,
    )
    await see('₹5,005.00')
    const [download] = await Promise.all([page.waitForEvent('download'), tap('Save as PDF')])
    expect(download.suggestedFilename()).toMatch(/^saral-no-dues-certificate-[\d-]+\.pdf$/)
    expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-')

    await tap('Open the check page')
    await arrive(/verify-document/)
    await see('This document is genuine.')
    await see(orderNo)

    await page.goto(`/orders/${orderId}/detail`)
    await tap(/^Make a statement of account/)
    await arrive(/documents\//)
    await see('All entries')
    await see('Paid out to your bank account')
    await page.evaluate(() => localStorage.setItem('lang', 'hi'))
    await page.reload()
    await see('सभी एंट्री')
  },
  [iPhone],
)
