import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { contract } from '#contract/index.ts'
import { answered, readyBorrower } from '#e2e/rig/borrower.ts'
import { iPhone } from '#e2e/rig/device.ts'
import { journey, openOwnProduct, type Scene } from '#e2e/rig/journey.ts'

openOwnProduct({ MARKETING: 'yes' })

const download = async ({ page, tap }: Scene, name: string | RegExp) => {
  const started = page.waitForEvent('download')
  await tap(name)
  const file = await started
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}

const confirm = ({ page }: Scene, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click()

journey(
  'asks for consent once, shows and downloads the data, withdraws consent, and erases all',
  async scene => {
    const { page, see, tap, arrive, server } = scene
    const person = await readyBorrower(server.origin)
    await person.enter(page.context())
    await page.context().grantPermissions(['geolocation', 'camera'])
    await page.context().setGeolocation({ latitude: 18.52043, longitude: 73.85674 })

    await page.goto('/personal/data')
    await page.getByRole('switch', { name: 'Your location' }).locator('..').click()
    await expect
      .poll(async () => answered(await person.browser.calls(contract.device).needUpload({})))
      .toMatchObject([{ consent: 'given' }])
    const upload = page.waitForResponse(/upload\/device_info/)
    await page.goto('/product/saral-weekly/detail')
    expect((await upload).ok()).toBe(true)
    await see('APPLY NOW')
    expect(await page.getByText('May we').count(), 'no question within the form').toBe(0)

    await page.goto('/personal')
    await tap(/^Your data/)
    await arrive('/personal/data')
    await see('Data we hold')
    await page.getByText('Your location', { exact: true }).first().click()
    await see('Roughly where you were when you applied, because you said yes.')

    const json = await download(scene, 'For other programs (JSON)')
    expect(json.name).toMatch(/^saral-data-\d{4}-\d\d-\d\d\.json$/)
    const { sections, consents } = JSON.parse(json.text)
    expect(JSON.stringify(sections)).toContain('18.52')
    expect(JSON.stringify(sections)).not.toContain('18.5204')
    expect(consents.map(({ purpose }: { purpose: string }) => purpose)).toContain('location')
    const readable = await download(scene, 'Web page to read (HTML)')
    expect(readable.text).toContain(person.phone)

    await page.getByRole('switch', { name: 'Your location' }).locator('..').click()
    await expect
      .poll(async () => answered(await person.browser.calls(contract.device).needUpload({})))
      .toMatchObject([{ consent: 'refused' }])
    await page.getByText('Your location', { exact: true }).last().click()
    await see(/^Agreed on .*, ended on /)

    await tap('Erase everything')
    await see('We don’t have to keep anything, so your account is closed and you are signed out.')
    await confirm(scene, 'Erase everything')
    await arrive('/login')
    await see('We erased everything and closed your account.')
    expect(await person.browser.calls(contract.account).me({})).toMatchObject({ code: -4 })
  },
)

journey(
  'says after a loan what leaves the app and stays in a locked copy',
  async ({ page, see, tap, server }) => {
    const person = await readyBorrower(server.origin)
    const orderId = await person.borrow('saral-seven', 3_000)
    await person.pay(orderId, 'all')
    await person.orderIs(orderId, 'settled')
    await person.enter(page.context())
    await page.goto('/personal/data')
    await tap('Erase everything')
    const says = (heading: string) =>
      page.getByRole('dialog').getByText(heading, { exact: true }).locator('..').textContent()
    await see('Deleted now')
    const copied = await says('Deleted from the app now. The law requires a locked copy')
    expect(copied).toContain('Who you are, Bank accounts')
    expect(copied).toMatch(/Kept until: \d+ \w+ 20\d\d/)
    expect(await says('Deleted now')).toContain('Three contacts')
    expect(await says('Kept for now')).not.toContain('Bank accounts')
  },
  [iPhone],
)

journey(
  'says what it keeps for a running loan, in both languages',
  async scene => {
    const { page, see, tap, server } = scene
    const person = await readyBorrower(server.origin)
    await person.borrow('saral-weekly', 3_000)
    await person.enter(page.context())
    await page.goto('/personal/data')
    await page.getByText('Three contacts', { exact: true }).first().click()
    await see('We need this for your application or loan. You can erase it once that has ended.')
    await tap('Erase everything')
    await see('Kept for now')
    await confirm(scene, 'Erase everything')
    await see('We erased everything that could be erased.')
    await page.evaluate(() => localStorage.setItem('lang', 'hi'))
    await page.reload()
    await see('हमारे पास आपका डेटा')
    await page.getByText('आपकी पहचान', { exact: true }).first().click()
    await see('जब तक आपका आवेदन या लोन खत्म नहीं होता')
  },
  [iPhone],
)

journey(
  'asks once each about location, tracking and advertisements during the wait, and respects a no',
  async scene => {
    const { page, see, tap, server } = scene
    const person = await readyBorrower(server.origin, { monthlyIncome: '12000' })
    const orderId = await person.apply('saral-seven', 5_000)
    await person.enter(page.context())
    await page.context().grantPermissions(['geolocation'])
    await page.context().setGeolocation({ latitude: 18.52043, longitude: 73.85674 })
    const firstConfig = page.waitForResponse(/get-buried-config/)
    await page.goto(`/orders/${orderId}/audit`)
    await see('May we store once roughly where you are?')
    expect(await page.getByText('It is accurate to about a kilometre.').isVisible()).toBe(false)
    await page.getByText('More about this').click()
    await see('It is accurate to about a kilometre.')
    const upload = page.waitForResponse(/upload\/device_info/)
    await tap(/^Yes$/)
    expect((await upload).ok()).toBe(true)
    await see('May we count which pages of this app you open on this device?')
    await page.getByRole('button', { name: 'Yes' }).scrollIntoViewIfNeeded()
    await firstConfig
    const config = page.waitForResponse(/get-buried-config/)
    await tap(/^Yes$/)
    expect((await (await config).json()).data).toMatchObject({ hasConsent: true })
    await see('May we store which advertisement brought you here?')
    await tap('No')
    await page.getByText('May we store which advertisement').waitFor({ state: 'detached' })
    await page.reload()
    await see('Loan calculation')
    expect(await page.getByText(/May we /).count()).toBe(0)
    const consents = answered(await person.browser.calls(contract.device).consents({}))
    expect(consents.map(({ purpose, standing }) => [purpose, standing])).toEqual([
      ['location', 'given'],
      ['marketing', 'refused'],
      ['tracking', 'given'],
    ])
  },
  [iPhone],
)
