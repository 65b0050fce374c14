import { expect } from 'vitest'
import { addDays, indiaDayOf, startOfIndiaDay } from '#domain/day.ts'
import { readyBorrower } from '#e2e/rig/borrower.ts'
import { journey, openTheProduct } from '#e2e/rig/journey.ts'
import { until } from '#e2e/rig/sandbox.ts'

openTheProduct()

const HOUR = 3_600_000

journey(
  'reminds a borrower by SMS only, as chosen, and no more after the last payment',
  async ({ page, see, tap, look, sandbox, server }) => {
    const person = await readyBorrower(server.origin)
    const orderId = await person.borrow('saral-seven', 5_000)
    await person.enter(page.context())
    await page.goto('/personal')
    await tap('Reminders')
    await see(
      /We remind you 3 and 1 days before a due date, on the day and, if you have not paid, 1, 3, 7, and 14 days after/,
    )
    await page.getByRole('radio', { name: 'SMS only' }).check()
    await see('Saved.')
    await look('reminders')

    const texts = async () => (await sandbox.sms(person.phone)).map(({ text }) => text)
    const reminders = async () => (await texts()).filter(text => / is due /.test(text))
    const now = await sandbox.now()
    const tenOClock = startOfIndiaDay(addDays(indiaDayOf(now), 4)).getTime() + 10 * HOUR
    await sandbox.advance(`PT${Math.ceil((tenOClock - now.getTime()) / HOUR)}H`)
    await until('a reminder', async () => ((await reminders()).length > 0 ? true : undefined))
    expect(await reminders()).toEqual([
      expect.stringMatching(/^Saral: Rs [\d,.]+ of your loan from .* is due on \d+ \w+ \d{4}\./),
    ])
    await page.goto('/sandbox')
    await see(/is due on/)

    await person.pay(orderId, 'all')
    await person.orderIs(orderId, '7')
    await until('the news of it', async () =>
      (await texts())[0]?.includes('you owe nothing') ? true : undefined,
    )
    for (let days = 0; days < 5; days += 1) await sandbox.advance('P1D')
    expect(await reminders()).toHaveLength(1)
  },
)
