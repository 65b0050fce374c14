import { expect } from 'vitest'
import { approveProposal } from '#e2e/rig/approve.ts'
import { readyBorrower } from '#e2e/rig/borrower.ts'
import { desktop } from '#e2e/rig/device.ts'
import { enterAs } from '#e2e/rig/enter-as.ts'
import { journey, openOwnProduct, type Scene } from '#e2e/rig/journey.ts'

openOwnProduct()

const TERMS = [
  ['Name', 'Nila Weekly'],
  ['Logo (one or two letters)', 'N'],
  ['Amounts in rupees, ascending', '1000, 5000'],
  ['Interest, percent a day', '0.08'],
  ['Processing fee, percent', '2'],
  ['Days between instalments', '7'],
  ['Number of instalments', '13'],
  ['Longest tenor with extensions, days', '180'],
  ['Penal charge, percent a day', '0.1'],
  ['Extension fee with GST, percent', '2'],
  ['Cooling-off, days', '1'],
] as const

journey(
  'a product manager drafts a product that the gate refuses, mends it, and another person publishes it',
  async scene => {
    const { page, see, tap, type, server } = scene
    await enterAs(scene, 'product manager')
    await tap('Products')
    await see('Saral Weekly')
    await type('Id', 'Nila Weekly!')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/console\/products\/nilaweekly$/)
    await see('The publish gate refuses this draft for 13 reasons:')
    for (const [label, text] of TERMS) await type(label, text)
    await page.getByLabel('Slogan').first().fill('Only 1% interest')
    await see('penalCap is missing')
    await see('It can be proposed when the publish gate lets it pass.')

    // A reload loses nothing: the draft is on the server.
    await see('Saved.')
    await page.reload()
    await see('penalCap is missing')
    expect(await page.getByLabel('Interest, percent a day').inputValue()).toBe('0.08')
    await type('Cap on the penal charge of an instalment, percent of the loan', '1')
    await see('"Only 1% interest" names')
    await page.getByLabel('Slogan').first().fill('Pay back in small parts')
    await see('The publish gate lets this draft pass.')
    const phone = page.getByRole('region', { name: "The product on a borrower's phone" })
    await expect.poll(() => phone.textContent()).toContain('₹4,882.00')
    await page.getByLabel('Language').selectOption('hi')
    await expect.poll(() => phone.textContent()).toContain('भाग 1: लोन का खर्च')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.setViewportSize({ width: 1280, height: 900 })
    await type('Reason', 'The board decided so.')
    await tap('Propose publishing')
    await page.waitForURL(/\/console\/proposals$/)
    await see('Nila Weekly (nilaweekly) from')
    await see('Another person has to decide this')

    const person = await readyBorrower(server.origin)
    await expect(person.apply('nilaweekly', 5_000)).rejects.toThrow('product-not-found')

    await enterAs(scene, 'compliance')
    await page.goto('/console/proposals')
    await tap('Nila Weekly (nilaweekly) from')
    await expect.poll(() => phone.textContent()).toContain('₹4,882.00')
    await page.goto('/console/proposals')
    await tap('Look at it and decide')
    const changes = page.getByRole('table', { name: 'What changes, and nothing else' })
    await expect
      .poll(() => changes.getByRole('row').allTextContents())
      .toEqual(
        expect.arrayContaining([
          'Processing fee, percent–2',
          'Slogan, English–Pay back in small parts',
          'Of a loan of ₹5,000.00, what arrives–₹4,882.00',
        ]),
      )
    expect(await changes.textContent(), 'one language').not.toContain('हिन्दी')
    await page.goto('/console/proposals')
    await approveProposal(scene)
    await see('approved by compliance@sandbox.example')
    const orderId = await person.borrow('nilaweekly', 5_000)
    await person.orderIs(orderId, 'loaned')
    await page.goto('/console/products/nilaweekly')
    await see('Version 1: Nila Weekly, from')
    await see('There is no draft.')

    await wordAnAnswer(scene)
    await enterAs(scene, 'compliance')
    await page.goto('/console/proposals')
    await see('When does the money come?, from')
    await approveProposal(scene)
    await see('approved by compliance@sandbox.example')
    await page.goto('/console/content/messages')
    await see('not registered')
    await person.enter(page.context())
    await page.goto('/personal/help')
    await page.locator('summary', { hasText: 'When does the money come?' }).click()
    await see('Soon. The offer stays open for 3 working days.')
  },
  [desktop],
)

/** The product manager words an answer of the help page: refused with a figure, mended, and proposed. */
async function wordAnAnswer(scene: Scene): Promise<void> {
  const { page, see, tap, type } = scene
  await enterAs(scene, 'product manager')
  await tap('Content')
  await tap('When does the money come?')
  await see('This is the wording of the newest version.')
  const answer = 'Answer (English)'
  await type(answer, 'Soon. The offer stays open for 3 working days.')
  await see('“3 working days” is a figure written by hand')
  // A reload loses nothing: the draft is kept on this device.
  await page.reload()
  await see('“3 working days” is a figure written by hand')
  await type(answer, 'Soon. The offer stays open for {openDays} working days.')
  await see('The gate lets this wording pass.')
  const phone = page.getByRole('region', { name: "The text on a borrower's phone" })
  await expect.poll(() => phone.textContent()).toContain('open for 3 working days.')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.setViewportSize({ width: 1280, height: 900 })
  await type('Reason', 'The answer was too long.')
  await tap('Propose this wording')
  await page.waitForURL(/\/console\/proposals$/)
}
