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
