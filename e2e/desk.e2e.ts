import { expect } from 'vitest'
import { readyBorrower } from '#e2e/rig/borrower.ts'
import { runDesk } from '#e2e/rig/desk.ts'
import { iPhone } from '#e2e/rig/device.ts'
import { journey, openTheProduct } from '#e2e/rig/journey.ts'
import { until } from '#e2e/rig/sandbox.ts'

openTheProduct()

journey(
  'refers an application to the operations desk, which approves it',
  async ({ page, see, arrive, look, server }) => {
    const person = await readyBorrower(server.origin, { monthlyIncome: '12000' })
    const orderId = await person.apply('saral-seven', 5_000)
    await person.enter(page.context())
    await page.goto(`/orders/${orderId}/audit`)
    await see('In Auditing')
    await look('auditing')

    const waiting = await until('the order to wait at the desk', async () => {
      const text = await runDesk(server)
      return text.includes(orderId) ? text : undefined
    })
    expect(waiting).not.toContain(person.phone)
    await runDesk(server, 'approve', orderId)
    await arrive(`/orders/${orderId}/confirm`)
    await see('Your loan is approved')
  },
  [iPhone],
)
