import { expect } from 'vitest'
import { addDays } from '#domain/day.ts'
import { readyBorrower } from '#e2e/rig/borrower.ts'
import { journey, openTheProduct } from '#e2e/rig/journey.ts'
import { dayText } from '#words/format.ts'

openTheProduct()

journey(
  'returns a loan within the cooling-off period for its principal and a day of interest',
  async scene => {
    const { page, see, tap, arrive, look, server } = scene
    const person = await readyBorrower(server.origin)
    const orderId = await person.borrow('saral-weekly', 5_000)
    await person.enter(page.context())
    const { loanDate } = await person.detail(orderId)
    if (!loanDate) throw new Error('no money arrived')
    await page.goto(`/orders/${orderId}/detail`)
    await see(`You can return this loan until the end of ${dayText(addDays(loanDate, 1), 'en')}`)
    for (const text of [
      'Interest, 1 day',
      'Charge for returning it',
      /^The processing fee of ₹100\.00 and its GST of ₹18\.00/,
    ])
      await see(text)
    await page.getByRole('button', { name: /^Return the loan/ }).scrollIntoViewIfNeeded()
    await look('loan that may be returned')
    await page.evaluate(() => localStorage.setItem('lang', 'hi'))
    await page.reload()
    await see('लोन लौटाएँ')
    await page.getByRole('button', { name: /^लोन लौटाएँ/ }).scrollIntoViewIfNeeded()
    await look('loan that may be returned in Hindi')
    await page.evaluate(() => localStorage.setItem('lang', 'en'))
    await page.reload()

    await tap('Return the loan')
    await arrive(/\/sandbox\/pay\//)
    await see('5,004.00')
    await tap('Pay')
    await arrive('/')
    await see('₹5,004.00 received. Thank you.')
    expect(await person.orderIs(orderId, '7')).toMatchObject({
      wasReturned: 1,
      position: { paid: { interest: 4_00, penal: 0 } },
    })
    await page.goto(`/orders/${orderId}/detail`)
    await see('Returned within the cooling-off period. You owe nothing.')
    await look('returned')
  },
)

journey(
  'offers no return of the loan after the cooling-off period',
  async ({ page, see, sandbox, server }) => {
    const person = await readyBorrower(server.origin)
    const orderId = await person.borrow('saral-seven', 5_000)
    await sandbox.advance('P2D')
    await person.enter(page.context())
    await page.goto(`/orders/${orderId}/detail`)
    await see('Extend due date')
    expect(await page.getByText('You can return this loan').count()).toBe(0)
    await person.pay(orderId, 'all')
    expect(await person.orderIs(orderId, '7')).toMatchObject({ wasReturned: 0 })
  },
)
