import { expect } from 'vitest'
import { addDays, indiaDayOf } from '#domain/day.ts'
import { readyBorrower } from '#e2e/rig/borrower.ts'
import { journey, openTheProduct } from '#e2e/rig/journey.ts'

openTheProduct()

/** The days in a calendar, as its app would read them; the status where there is none. */
async function daysAt(address: string): Promise<string[] | number> {
  const response = await fetch(address)
  if (!response.ok) return response.status
  const found = (await response.text()).matchAll(/^DTSTART;VALUE=DATE:(\d{4})(\d\d)(\d\d)\r$/gm)
  return [...found].map(([, year, month, day]) => `${year}-${month}-${day}`)
}

journey(
  'gives the borrower’s calendar the due dates until the address is turned off',
  async ({ page, see, tap, look, sandbox, server }) => {
    const person = await readyBorrower(server.origin)
    const orderId = await person.borrow('saral-weekly', 5_000)
    const start = indiaDayOf(await sandbox.now())
    const weeks = Array.from({ length: 13 }, (_, week) => addDays(start, 7 * (week + 1)))
    await person.enter(page.context())
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto('/personal')
    await tap('Calendar')
    await see(/no name and no amount/)
    await look('calendar')
    await tap('Make an address')
    const field = page.getByLabel('Your address')
    await field.waitFor()
    const address = await field.inputValue()
    expect(address).toMatch(/\/calendar\/[\w-]{43}\.ics$/)
    const add = page.getByRole('link', { name: 'Add to my calendar' })
    expect(await add.getAttribute('href')).toBe(address.replace(/^http:/, 'webcal:'))
    await tap('Copy')
    await see('The address is copied.')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
    await look('calendar with its address')
    expect(await daysAt(address)).toEqual(weeks)

    await page.evaluate(() => localStorage.setItem('lang', 'hi'))
    await page.goto('/personal')
    await tap('कैलेंडर')
    await see(/^आपका पता .* से है।$/)
    expect(await page.getByLabel('आपका पता').count()).toBe(0)
    await look('calendar in Hindi')
    await page.evaluate(() => localStorage.setItem('lang', 'en'))
    await page.reload()
    await tap('Calendar')
    await tap('Make a new address')
    await field.waitFor()
    const next = await field.inputValue()
    expect(await daysAt(address)).toBe(404)
    await person.pay(orderId, 'all')
    await person.orderIs(orderId, '7')
    expect(await daysAt(next)).toEqual([])
    await tap('Turn off the address')
    await see('The address no longer works. Remove the subscription in your calendar.')
    expect(await field.count()).toBe(0)
    expect(await daysAt(next)).toBe(404)
    await page.getByRole('button', { name: 'Make an address' }).waitFor()
  },
)
