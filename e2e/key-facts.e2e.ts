import { expect } from 'vitest'
import { contract } from '#contract/index.ts'
import { answered, readyBorrower } from '#e2e/rig/borrower.ts'
import { iPhone } from '#e2e/rig/device.ts'
import { journey, openTheProduct } from '#e2e/rig/journey.ts'

openTheProduct()

journey(
  'asks for the Key Facts Statement before Auto get money, and again after a change of amount',
  async scene => {
    const { page, see, tap, arrive, look, server } = scene
    const person = await readyBorrower(server.origin)
    await person.enter(page.context())
    await page.goto('/product/saral-weekly/detail')
    await see('Auto get money')
    await page.getByRole('radio', { name: 'Education' }).check()
    await page.getByRole('switch', { name: 'Auto get money' }).check()
    await see('Part 1: what the loan costs')
    const agreed = page.getByRole('checkbox', { name: /^I have read and understood/ })
    expect(await agreed.isChecked()).toBe(false)
    await tap('APPLY NOW')
    await see('Please read the Key Facts Statement and tick the box.')
    await agreed.check()
    await page.getByLabel('Loan amount').selectOption({ index: 1 })
    await page.getByRole('checkbox', { name: /^I have read/, checked: false }).waitFor()
    await agreed.check()
    await look('apply with key facts')
    await tap('APPLY NOW')
    await arrive('/order')
    const [order] = answered(await person.browser.calls(contract.order).list({}))
    if (!order) throw new Error('There is no order.')
    expect(await person.orderIs(order.orderId, '6')).toMatchObject({ autoGetMoney: 1 })

    await page.goto(`/orders/${order.orderId}/detail`)
    await tap('Key Facts Statement')
    await arrive(/documents\//)
    await see(/^What the loan of proposal SR/)
    await look('key facts of a loan')
    await page.evaluate(() => localStorage.setItem('lang', 'hi'))
    await page.reload()
    await see(/^प्रस्ताव SR/)
    await see('सालाना प्रतिशत दर (APR)')
    await look('key facts in Hindi')
  },
  [iPhone],
)

journey(
  'saves the Key Facts Statement as a PDF before Get Money',
  async ({ page, see, tap, arrive, server }) => {
    const person = await readyBorrower(server.origin)
    const orderId = await person.apply('saral-seven', 5_000)
    await person.orderIs(orderId, '2')
    await person.enter(page.context())
    await page.goto(`/orders/${orderId}/confirm`)
    await see('You receive')
    await tap(/^Key Facts Statement/)
    await arrive(/key-facts/)
    const [download] = await Promise.all([page.waitForEvent('download'), tap('Save as PDF')])
    expect(download.suggestedFilename()).toMatch(/^saral-key-facts-statement-[\d-]+\.pdf$/)
    expect(await person.orderIs(orderId, '2')).toMatchObject({ orderId })
  },
  [iPhone],
)
