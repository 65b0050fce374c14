import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { readyBorrower } from '#e2e/rig/borrower.ts'
import { iPhone } from '#e2e/rig/device.ts'
import { journey, openTheProduct } from '#e2e/rig/journey.ts'
import { until } from '#e2e/rig/sandbox.ts'

openTheProduct()

const desk = fileURLToPath(new URL('../server/commands/desk.ts', import.meta.url))

journey(
  'refers an application to the operations desk, which approves it',
  async ({ page, see, arrive, look, server }) => {
    const runDesk = async (...words: string[]) =>
      (
        await promisify(execFile)(process.execPath, [desk, ...words], {
          env: { ...process.env, ...server.env },
        })
      ).stdout
    const person = await readyBorrower(server.origin, { monthlyIncome: '12000' })
    const orderId = await person.apply('saral-seven', 5_000)
    await person.enter(page.context())
    await page.goto(`/orders/${orderId}/audit`)
    await see('In Auditing')
    await look('auditing')

    const waiting = await until('the order to wait at the desk', async () => {
      const text = await runDesk()
      return text.includes(orderId) ? text : undefined
    })
    expect(waiting).not.toContain(person.phone)
    await runDesk('approve', orderId)
    await arrive(`/orders/${orderId}/confirm`)
    await see('Your loan is approved')
  },
  [iPhone],
)
