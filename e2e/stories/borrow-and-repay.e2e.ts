import { expect } from 'vitest'
import { journey, openTheProduct } from '#e2e/rig/journey.ts'
import { addBankAccount, orderIdIn, signIn, somebody, verify } from '#e2e/rig/walk.ts'

openTheProduct()

/** The amounts of this loan on every page: ₹5,000 for a week, a fee of 2 %, and 0.1 % a day. */
const SEVEN = {
  amount: '₹5,000.00',
  received: '₹4,882.00',
  cost: '₹153.00',
  repayment: '₹5,035.00',
  rate: '0.1%/day',
  apr: '163.41%',
}

journey('a borrower sees the same amounts from sign-in to the repayment of ₹5,000', async scene => {
  const { page, see, tap, arrive, sandbox } = scene
  const person = somebody()

  await page.goto('/')
  await arrive('/login')
  await signIn(scene, person)
  await arrive('/')
  await see('Saral Seven')

  await page.goto('/product/saral-seven/detail')
  await see('APPLY NOW')
  await verify(scene, person, 'saral-seven')

  await addBankAccount(scene)
  for (const amount of [SEVEN.received, SEVEN.cost, SEVEN.repayment, SEVEN.rate, SEVEN.apr])
    await see(amount)
  await page.getByRole('radio', { name: 'Education' }).check()
  await tap('APPLY NOW')
  await arrive('/order')
  await see('Saral Seven')
  for (const text of ['You will receive', SEVEN.received]) await see(text)
  expect(await page.getByText('Received', { exact: true }).count()).toBe(0)

  await tap(/Saral Seven/)
  await arrive(/confirm$/)
  const orderId = orderIdIn(scene)
  for (const amount of [SEVEN.amount, SEVEN.received, SEVEN.cost, SEVEN.repayment, SEVEN.apr])
    await see(amount)
  await tap(/^Key Facts Statement/)
  await arrive(/key-facts$/)
  for (const text of [SEVEN.apr, 'Cooling-off period', '7 days after the money arrives'])
    await see(text)
  await page.goBack()
  await arrive(/confirm$/)
  await see(/^Proposal SR/)
  await tap('Get Money')
  await see('Please read the Key Facts Statement and tick the box.')
  await page.getByRole('checkbox').check()
  await tap('Get Money')
  await arrive('/order')
  await see(/Lending|Loaned/)

  await page.goto(`/orders/${orderId}/detail`)
  await see('Loaned')
  await page.getByText('The loan', { exact: true }).click()
  for (const text of ['Product', 'Tenure', 'Received', 'Processing fee', 'Application date'])
    await see(text)
  for (const amount of [
    SEVEN.amount,
    SEVEN.received,
    SEVEN.repayment,
    SEVEN.apr,
    '₹100.00',
    '₹18.00',
    '₹35.00',
  ])
    await see(amount)

  await sandbox.advance('P7D')
  await page.reload()
  await see(/To repay today/)
  expect(await page.getByText(SEVEN.repayment).count()).toBeGreaterThan(1)
  await tap('Repayment')
  await tap(/^Pay ₹/)
  await arrive(/\/sandbox\/pay\//)
  await see('5,035.00')
  await tap('Pay')
  await arrive('/')
  await see('₹5,035.00 received. Thank you.')
  await page.goto(`/orders/${orderId}/detail`)
  await see('Settled')
  await page.goto('/order')
  for (const text of ['Settled', 'Received', 'Total paid', SEVEN.repayment]) await see(text)
})
