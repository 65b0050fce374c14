import { expect } from 'vitest'
import { contract } from '#contract/index.ts'
import { readyBorrower } from '#e2e/rig/borrower.ts'
import { desktop } from '#e2e/rig/device.ts'
import { enterAs } from '#e2e/rig/enter-as.ts'
import { journey, openOwnProduct } from '#e2e/rig/journey.ts'

openOwnProduct()

journey(
  'a feedback goes to a colleague, who makes it a complaint and closes it with the Ombudsman’s address, which the borrower reads',
  async scene => {
    const { page, see, tap, type, server } = scene
    const person = await readyBorrower(server.origin)
    const saved = await person.browser
      .calls(contract.feedback)
      .save({ content: 'I was charged twice.', problemType: 'charges' })
    expect(saved).toMatchObject({ ok: true })

    // A person of the sandbox is there from the first sign-in.
    await enterAs(scene, 'grievance officer')
    await enterAs(scene, 'operations')
    await page
      .getByRole('listitem', { name: 'Feedback' })
      .getByRole('button', { name: 'Take' })
      .click()
    await tap('Hand to a colleague')
    await page.getByLabel('Colleague').selectOption('grievance-officer@sandbox.example')
    await tap('Hand it over')
    await see('taken by grievance-officer@sandbox.example')

    await enterAs(scene, 'grievance officer')
    await see('handed to you by operations@sandbox.example')
    await tap('Complaints')
    await page.getByLabel('Show').selectOption('feedback')
    await page.waitForURL(/view=feedback/)
    await tap('Open')
    await page.getByLabel('Why do you open it?').selectOption('complaint')
    await tap('Open')
    await see('I was charged twice.')
    await page.getByLabel('Category').selectOption('charges')
    await tap('Make it a complaint')
    await see('became a complaint')
    await see('Save a root cause before you close it.')
    await page.getByLabel('Root cause').selectOption('no-fault-found')
    await tap('Save category and cause')
    await type('Reply to the borrower', 'Both charges were in your Key Facts Statement.')
    await page.getByLabel('Outcome').selectOption('rejected')
    await see('crpc@rbi.org.in')
    await tap('Close with this answer')
    await see('not accepted')
    await page.goto('/console/complaints?view=closed')
    await see('Charges')

    await person.enter(page.context())
    await page.goto('/feedback?view=history')
    await see('Both charges were in your Key Facts Statement.')
    await see('crpc@rbi.org.in')

    await enterAs(scene, 'compliance')
    await tap('Reports')
    await page.getByRole('main').getByText('Complaints', { exact: true }).click()
    await see('Closed in the month')
    const closed = page.getByRole('region', { name: 'Closed in the month' })
    await closed
      .getByRole('row', { name: /^Total/ })
      .getByRole('link')
      .click()
    await see('Charges, not accepted')
  },
  [desktop],
)
