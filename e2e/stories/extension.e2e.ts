import { expect } from 'vitest'
import { addDays } from '#domain/day.ts'
import { journey, openTheProduct } from '#e2e/rig/journey.ts'
import { loanAfter } from '#e2e/rig/loan-after.ts'
import { dayText } from '#words/format.ts'

openTheProduct()

journey(
  'a borrower extends an overdue loan, and sees the parts of the fee, its cost and the new date',
  async scene => {
    const { page, see, tap, arrive } = scene
    const { person, orderId, start } = await loanAfter(10, scene)
    await person.orderIs(orderId, 'overdue')
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
    await tap('Apply and payment')
    await arrive(/\/sandbox\/pay\//)
    expect((await person.detail(orderId)).orderState).toBe('extension')
    await tap('Pay')
    await arrive(`/orders/${orderId}/detail`)
    await see('We received ₹165.11. Thank you.')
    const extended = await person.orderIs(orderId, 'loaned')
    expect(extended).toMatchObject({
      extensionState: 3,
      repaymentDate: addDays(start, 17),
      overdueDays: 0,
    })
    await see(`Due ${dayText(addDays(start, 17), 'en')}, in 7 days: ₹5,035.00`)
    for (const text of ['₹5,000.00', '₹5,035.00', '₹165.11', '₹100.00 of it for extensions'])
      await see(text)
    await page.goto('/')
    for (const text of [
      'Next repayment',
      '₹5,035.00',
      '₹35.00',
      `Due ${dayText(addDays(start, 17), 'en')}`,
    ])
      await see(text)
    await page.goto(`/orders/${orderId}/detail`)
    await see(/^You extended the due date of this loan, so/)
    await tap(/^Key Facts Statement: extension/)
    await arrive(/^\/documents\//)
    for (const text of ['What the extension costs', '₹165.11', 'Restructured']) await see(text)
    await page.goto('/order')
    await tap(/Saral Seven/)
    await arrive(`/orders/${orderId}/detail`)
  },
)
