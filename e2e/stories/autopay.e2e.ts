import { expect } from 'vitest'
import { addDays, type Day, indiaDayOf, startOfIndiaDay } from '#domain/day.ts'
import { readyBorrower } from '#e2e/rig/borrower.ts'
import { journey, openTheProduct } from '#e2e/rig/journey.ts'
import { until } from '#e2e/rig/sandbox.ts'

openTheProduct()

const MINUTE = 60_000

journey('a borrower pays by AutoPay, skips a debit, pauses, resumes and ends it', async scene => {
  const { page, see, tap, arrive, sandbox, server } = scene
  const person = await readyBorrower(server.origin)
  const orderId = await person.borrow('saral-weekly', 5_000)
  const { schedule } = await person.detail(orderId)
  const [first, second] = schedule.map(({ dueDay }) => dueDay) as [Day, Day]
  /** Moves the clock to an hour of a day in India; a notice may be a few minutes late. */
  const moveTo = async (day: Day, hour: number) => {
    const target = startOfIndiaDay(day).getTime() + hour * 60 * MINUTE
    const minutes = Math.ceil((target - (await sandbox.now()).getTime()) / MINUTE)
    await sandbox.advance(`PT${minutes}M`)
  }
  const notices = async () =>
    (await sandbox.sms(person.phone)).filter(({ text }) => text.includes('AutoPay will take'))
  const noticed = (count: number) =>
    until('the notice', async () => ((await notices()).length === count ? true : undefined))

  await person.enter(page.context())
  const detail = `/orders/${orderId}/detail`
  await page.goto(detail)
  await see(/^Optional: let each instalment be paid by UPI/)
  await tap('Set up AutoPay')
  for (const text of ['At most, each time', '₹399.87', /^I agree that each instalment/])
    await see(text)
  await tap('Agree and open my UPI app')
  await arrive(/\/sandbox\/mandates\//)
  await see('Up to ₹399.87')
  await tap('Approve')
  await arrive(/detail$/)
  await see('AutoPay pays this. We tell you a day before.')
  await page.goto('/')
  await see('AutoPay pays this. We tell you a day before.')

  await moveTo(addDays(first, -1), 9)
  await noticed(1)
  await page.goto(detail)
  await see('Skip this one')
  await page.getByRole('button', { name: 'Skip this one' }).scrollIntoViewIfNeeded()
  expect((await notices())[0]?.text).toMatch(/Rs 399\.86 .* To skip this one/)
  await moveTo(first, 13.5)
  await until('the payment', async () => {
    const { schedule } = await person.detail(orderId)
    return schedule[0]?.fallsDue === null ? true : undefined
  })

  await moveTo(addDays(second, -1), 9)
  await noticed(2)
  expect(indiaDayOf(await sandbox.now())).toBe(addDays(second, -1))
  await page.goto(detail)
  await tap('Skip this one')
  await see('You skipped this one. Please pay it yourself by then.')
  await tap('Pause')
  await see(/^AutoPay is paused/)
  await tap('Resume')
  await see('You skipped this one. Please pay it yourself by then.')
  await tap('Turn off')
  await see('Set up AutoPay')
  await until('the end at its service', async () => {
    const [mandate] = (await fetch(`${server.origin}/sandbox/mandates`).then(answer =>
      answer.json(),
    )) as { state: string }[]
    return mandate?.state === 'revoked' ? true : undefined
  })
})
