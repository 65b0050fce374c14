import { expect } from 'vitest'
import { readyBorrower } from '#e2e/rig/borrower.ts'
import { journey, openTheProduct } from '#e2e/rig/journey.ts'

openTheProduct()

journey(
  'a borrower with a low income is denied, reads why, and may apply again after fifteen days',
  async scene => {
    const { page, see, tap, arrive, sandbox, server } = scene
    const person = await readyBorrower(server.origin, { monthlyIncome: '4000' })
    const orderId = await person.apply('saral-seven', 5_000)
    const denied = await person.orderIs(orderId, 'denied')
    expect(denied.reasons.map(({ reason }) => reason)).toEqual(['instalment-too-high'])
    await person.enter(page.context())

    await page.goto('/order')
    await see('Denied')
    for (const label of [/receive/i, 'Repayment'])
      expect(await page.getByRole('article').getByText(label).count()).toBe(0)
    await tap(/^Details and documents/)
    await arrive(`/orders/${orderId}/detail`)
    await see('The instalment of ₹5,035.00 is high for the income you stated.')
    await see(/^You can apply again from \d+ \w+ 20\d\d, /)
    for (const text of ['Denied on', 'Key Facts Statement']) await see(text)
    await page.goto('/product/saral-seven/detail')
    await arrive('/product/saral-seven/denied')
    await see('We could not approve your apolication at this moment. Please re-apply in 15 days.')
    await see('The instalment of ₹5,035.00 is high for the income you stated.')
    await tap('Back')
    await arrive('/')

    await sandbox.advance('P14D')
    await page.goto('/product/saral-seven/detail')
    await arrive('/product/saral-seven/denied')
    await see('We could not approve your apolication at this moment. Please re-apply in 1 day.')
    await sandbox.advance('P1D')
    await page.goto('/product/saral-seven/detail')
    await see('APPLY NOW')
    await see('163.41%')
  },
)
