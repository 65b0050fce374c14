import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { readyBorrower } from '#e2e/rig/borrower.ts'
import { iPhone } from '#e2e/rig/device.ts'
import { enterAs } from '#e2e/rig/enter-as.ts'
import { journey, openOwnProduct } from '#e2e/rig/journey.ts'
import { openFor } from '#e2e/rig/open-for.ts'
import { until } from '#e2e/rig/sandbox.ts'
import { secondPersonFrom } from '#e2e/rig/second-person.ts'

openOwnProduct()

/** Whether a text has another colour than its ground: axe passes over texts that have the same. */
function isReadable(element: Locator): Promise<boolean> {
  return element.evaluate(each => {
    const { color, backgroundColor } = getComputedStyle(each)
    return color !== backgroundColor
  })
}

journey(
  'a credit officer opens a referred application with a reason, which the borrower reads',
  async scene => {
    const { page, see, tap, type, server } = scene
    const person = await readyBorrower(server.origin, { monthlyIncome: '12000' })
    const orderId = await person.apply('saral-seven', 5_000)
    await enterAs(scene, 'credit officer')
    await until('the application to wait', async () => {
      await page.reload()
      await see('Inbox')
      return (await page.getByRole('link', { name: 'Open', exact: true }).count()) > 0
        ? true
        : undefined
    })
    expect(await isReadable(page.getByRole('link', { name: 'Open', exact: true }))).toBe(true)
    await tap('Open')
    await page.getByLabel('Why do you open it?').selectOption('decision')
    await page.getByRole('main').getByRole('button', { name: 'Open', exact: true }).click()
    await see('Facts of the decision')
    await see('Instalment is a large part of the income')
    expect(await page.content()).not.toContain(person.phone)
    await tap('Show Mobile number')
    await see(person.phone)
    await page.getByLabel('Instalment too high').check({ force: true })
    await tap('Show what the borrower will read')
    await see('is high for the income you stated.')
    // From now on a second person decides about every amount.
    await secondPersonFrom(scene, 1, 0)
    await page.reload()
    await openFor(scene, 'decision')
    await see('The amount needs two persons: you propose the approval')
    expect(await page.getByRole('button', { name: 'Approve', exact: true }).count()).toBe(0)
    await type('Reason', 'The employer confirmed the income.')
    await tap('Propose the approval')
    await page.waitForURL(/\/console\/proposals$/)
    await see('Another person has to decide this')
    await tap('Withdraw')
    await see('No proposal waits.')
    await secondPersonFrom(scene, 2, null)
    await tap('Open the application')
    await openFor(scene, 'decision')
    await tap('Approve')
    await see('Nothing waits for a person.')
    await person.orderIs(orderId, 'pass')

    await person.enter(page.context())
    await page.goto('/personal/data')
    await see('Who looked at your data')
    await see('To decide your application · Credit officer')
  },
  [iPhone],
)
