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

journey(
  'finds a forgotten IFSC through the lists of banks, states, cities and branches',
  async scene => {
    const { page, server, tap, arrive, see } = scene
    await (await newBorrower(server.origin)).enter(page.context())
    await page.goto('/bank?pid=saral-weekly')
    await tap('Add account')
    await arrive('/bank/add')
    await page.getByLabel('IFSC').first().fill('SBI')
    await tap('Forget your IFSC')
    await arrive('/bank/ifsc')
    expect(await field(scene, 'State').isDisabled()).toBe(true)

    await pick(scene, 'Bank', 'ICICI Bank')
    await pick(scene, 'State')
    await pick(scene, 'City')
    await field(scene, 'City').filter({ hasNotText: 'Choose' }).waitFor()
    await pick(scene, 'Bank', 'Axis Bank')
    for (const cleared of ['State', 'City', 'Branch'])
      await field(scene, cleared).filter({ hasText: 'Choose' }).waitFor()

    await pick(scene, 'Bank', 'ICICI Bank')
    await field(scene, 'State').click()
    await page.getByRole('combobox').fill('MAHA')
    await see(/^1 of \d+ states?$/)
    expect(await page.getByRole('option').locator('b').textContent()).toBe('Maha')
    await scene.look('ifsc state')
    await page.getByRole('combobox').press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await pick(scene, 'City')
    await pick(scene, 'Branch')
    await scene.look('ifsc dialog')
    await tap('RE-FIND')
    await field(scene, 'Branch').filter({ hasText: 'Choose' }).waitFor()
    await pick(scene, 'Branch')
    await tap('Yes')
    await arrive('/bank/add')
    expect(new URL(page.url()).searchParams.get('pid')).toBe('saral-weekly')
    const code = new URL(page.url()).searchParams.get('ifsc_code')
    expect(code).toMatch(/^ICIC0\w{6}$/)
    expect(await page.getByLabel('IFSC').first().inputValue()).toBe(code)
    await see(/^ICICI Bank: \S.*, \S/)
    await scene.look('bank add with a branch')
    await tap('Back')
    await arrive('/bank')
  },
)

journey(
  'finds a bank by its initials, and asks for the code where the list lacks its branches',
  async scene => {
    const { page, server, tap, arrive, see, type } = scene
    await (await newBorrower(server.origin)).enter(page.context())
    await page.goto('/bank/ifsc')
    await field(scene, 'Bank').click()
    await see(/^1,\d{3} of 1,\d{3} banks$/)
    await scene.look('ifsc banks')
    await page.getByRole('combobox').fill('sbi')
    await page.getByRole('option').first().filter({ hasText: 'State Bank of India' }).click()
    await see('We do not have the branches of State Bank of India yet.')
    expect(await field(scene, 'State').count()).toBe(0)
    await scene.look('ifsc without branches')
    await tap('Type the code')
    await arrive('/bank/add')
    await type('IFSC code', 'SBIN0001234')
    await see('State Bank of India')
  },
)

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
    await scene.look('ifsc branches')
    await page.getByRole('combobox').press('Enter')
    await see('SBIN 0 000200')
  },
  [androidPhone],
)
