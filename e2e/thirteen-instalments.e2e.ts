import { expect } from 'vitest'
import { readyBorrower } from '#e2e/rig/borrower.ts'
import { iPhone } from '#e2e/rig/device.ts'
import { journey, openTheProduct } from '#e2e/rig/journey.ts'

openTheProduct()

const INSTALMENTS = 13

journey(
  'settles thirteen weekly instalments, each paid on its due day, at the agreed ₹5,198.19',
  async scene => {
    const { page, see, tap, arrive, look, sandbox, server } = scene
    const person = await readyBorrower(server.origin)
    const orderId = await person.borrow('saral-weekly', 5_000)
    await person.enter(page.context())

    await page.goto('/')
    await see('₹399.86')
    await look('home with a loan')
    await page.goto(`/orders/${orderId}/detail`)
    await page.getByText('The loan', { exact: true }).click()
    for (const text of [
      '₹399.86',
      '13 weekly instalments',
      '₹5,198.19',
      '₹4,882.00',
      '47.39%',
      '0.08%/day',
    ])
      await see(text)
    await look('weekly order')
    await tap('Repayment')
    await see('Pay ₹399.86')
    await look('repay')
    await page.getByRole('radio', { name: /^The whole loan/ }).check()
    for (const text of [
      'Interest, 1 day',
      'Charge for repaying early',
      'Pay ₹5,004.00',
      '₹194.19 less than paying everything on its due date.',
    ])
      await see(text)
    await look('repay all')
    await page.getByLabel('On which day').selectOption({ index: 7 })
    for (const text of ['Interest, 7 days', '₹5,028.00', /^This is what you pay on /])
      await see(text)
    await look('repay all on another day')
    await tap(/^Close$/)

    let paid = 0
    for (let week = 1; week <= INSTALMENTS; week += 1) {
      await sandbox.advance('P7D')
      const isThroughThePage = week === 1 || week === INSTALMENTS
      const before = await person.detail(orderId)
      expect(before.position?.dueNow, `week ${week}`).toBe(week === INSTALMENTS ? 399_87 : 399_86)
      paid += before.position?.dueNow ?? 0
      if (!isThroughThePage) await person.pay(orderId)
      else {
        await page.goto(`/orders/${orderId}/detail`)
        await tap('Repayment')
        await tap(/^Pay ₹/)
        await arrive(/\/sandbox\/pay\//)
        await tap('Pay')
        await arrive('/')
        await see(/^₹.* received\. Thank you\./)
      }
    }
    expect(paid).toBe(5_198_19)
    await page.goto(`/orders/${orderId}/detail`)
    await see('Settled')
    const end = await person.orderIs(orderId, '7')
    expect(end.position).toMatchObject({
      payoff: 0,
      paid: { penal: 0, interest: 198_19, principal: 5_000_00 },
    })
    await look('weekly settled')
    await page.goto('/personal')
    await see('5%')
    await look('account with a loan repaid on time')
  },
  [iPhone],
)

journey(
  'pays a part of one’s choice, from a rupee to what closes the loan',
  async ({ page, see, tap, type, arrive, look, server }) => {
    const person = await readyBorrower(server.origin)
    const orderId = await person.borrow('saral-weekly', 5_000)
    await person.enter(page.context())
    await page.goto(`/orders/${orderId}/detail`)
    await tap('Repayment')
    await page.getByRole('radio', { name: 'Another amount' }).check()
    const refusal = page.getByText('Please enter an amount from ₹1.00 to ₹5,004.00.')
    for (const [refused, possible, button] of [
      ['0.99', '1', 'Pay ₹1.00'],
      ['5,004.01', '5004', 'Pay ₹5,004.00'],
    ] as const) {
      await type(/^Amount$/, refused)
      await tap('Pay this amount')
      await refusal.waitFor()
      await type(/^Amount$/, possible)
      await see(button)
      await refusal.waitFor({ state: 'hidden' })
    }
    await type(/^Amount$/, '1,000.50')
    await see('Pay ₹1,000.50')
    await look('repay a part')
    await tap('Pay ₹1,000.50')
    await arrive(/\/sandbox\/pay\//)
    await see('₹1,000.50')
    await tap('Pay')
    await arrive('/')
    await see('₹1,000.50 received. Thank you.')
    // ₹4.00 of it were interest; more than two instalments of principal are repaid.
    expect((await person.detail(orderId)).position).toMatchObject({
      payoff: 4_003_50,
      paid: { penal: 0, interest: 4_00, principal: 996_50 },
    })
    await page.goto(`/orders/${orderId}/detail`)
    await tap('Repayment')
    await page.getByRole('radio', { name: /^The whole loan/ }).check()
    await see('Pay ₹4,003.50')
  },
  [iPhone],
)
