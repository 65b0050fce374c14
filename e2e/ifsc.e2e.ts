import { expect } from 'vitest'
import { newBorrower } from '#e2e/rig/borrower.ts'
import { androidPhone } from '#e2e/rig/device.ts'
import { journey, openTheProduct, type Scene } from '#e2e/rig/journey.ts'

openTheProduct()

/** Picks the entry of this name, or the first, from the list behind a field. */
async function pick({ page, see }: Scene, field: string, name?: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${field}:`) }).click()
  if (name !== undefined) await page.getByRole('combobox').fill(name)
  const option = page.getByRole('option', name === undefined ? {} : { name }).first()
  await option.waitFor()
  await option.click()
  if (field !== 'Branch') await page.getByRole('dialog').waitFor({ state: 'detached' })
  else await see('Is this yor IFSC Code?')
}

const field = ({ page }: Scene, name: string) =>
  page.getByRole('button', { name: new RegExp(`^${name}:`) })

const MANY = 5_000

journey(
  'draws only the visible part of five thousand branches, and searches them all',
  async scene => {
    const { page, server, see } = scene
    await (await newBorrower(server.origin)).enter(page.context())
    const data = Array.from({ length: MANY }, (_, at) => {
      const ifsc = `SBIN0${String(at).padStart(6, '0')}`
      return {
        id: ifsc,
        branch: at % 100 === 0 ? `Law College Road ${at}` : `Industrial Estate ${at}`,
        ifsc,
      }
    })
    await page.route('**/bank-info/v1/get-branch-list**', route =>
      route.fulfill({ json: { code: 0, msg: '', data } }),
    )
    await page.goto('/bank/ifsc')
    await pick(scene, 'Bank', 'Axis Bank')
    await pick(scene, 'State')
    await pick(scene, 'City')
    await field(scene, 'Branch').click()
    await see('5,000 of 5,000 branches')
    const options = page.getByRole('option')
    const nodes = () => page.evaluate(() => document.querySelectorAll('*').length)
    expect(await options.count()).toBeLessThan(40)
    expect(await nodes()).toBeLessThan(500)
    expect(await options.first().getAttribute('aria-setsize')).toBe(String(MANY))

    await page.getByRole('listbox').evaluate(list => list.scrollTo(0, list.scrollHeight))
    await see(`Industrial Estate ${MANY - 1}`)
    expect(await nodes()).toBeLessThan(500)
    await page.getByRole('combobox').fill('rOaD')
    await see('50 of 5,000 branches')
    await page.getByRole('combobox').press('ArrowDown')
    await page.getByRole('combobox').press('ArrowDown')
    const active = await page.getByRole('combobox').getAttribute('aria-activedescendant')
    expect(await page.locator(`[id="${active}"]`).textContent()).toContain('Law College Road 200')
    await page.getByRole('combobox').press('Enter')
    await see('SBIN 0 000200')
  },
  [androidPhone],
)
