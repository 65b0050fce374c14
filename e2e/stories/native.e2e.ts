import { afterEach, beforeEach, expect, test } from 'vitest'
import { staffContract } from '#contract/staff/index.ts'
import { expectNoViolations } from '#e2e/rig/axe.ts'
import { newBorrower, readyBorrower } from '#e2e/rig/borrower.ts'
import { openTheProduct } from '#e2e/rig/journey.ts'
import { provenCodeOf, shellDevice, wrapInShell } from '#e2e/rig/native-shell.ts'
import { type Phone, takePhone } from '#e2e/rig/profile.ts'
import { until } from '#e2e/rig/sandbox.ts'
import { signedInAs } from '#e2e/rig/signed-in-as.ts'

const server = openTheProduct()

let phone: Phone

beforeEach(async () => {
  phone = await takePhone(server().origin)
})

afterEach(() => phone.close())

/** Formats `2026-11-25` as `25 Nov 2026`. */
function spelledDay(day: string | null): string {
  return new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )
}

test.each(['android', 'ios'] as const)(
  '/joint inside the app (%s) signs in, goes on, and sends the device with every call',
  async kind => {
    const { page, context } = phone
    const shell = await wrapInShell(context, kind, [
      await provenCodeOf(server().origin, await newBorrower(server().origin)),
    ])
    const named = page.waitForRequest(
      request =>
        request.url().includes('/home/v1/index') &&
        request.headers().deviceid === shellDevice.deviceId,
    )
    await page.goto('/joint?redirect=%2F')
    await page.getByRole('heading', { name: 'Loans' }).waitFor()
    await named
    expect(new URL(page.url()).pathname).toBe('/')
    expect(shell.calls).toEqual(['getDeviceInfo', 'oneTimeLogin', 'proveCode'])
    expect(await page.evaluate(() => history.length)).toBeLessThanOrEqual(2)
  },
)

test('the native audit page shows the order, opens the rating, and finishes once it is decided', async () => {
  const { page, context } = phone
  // An instalment this large for the income is referred to a person.
  const borrower = await readyBorrower(server().origin, { monthlyIncome: '12000' })
  const orderId = await borrower.apply('saral-seven', 5_000)
  const proven = await provenCodeOf(server().origin, borrower)
  const shell = await wrapInShell(context, 'ios', [proven])
  const code = proven.exchangeCode
  await page.goto(`/orders/audit?token=${code}&orderId=${orderId}`)
  await page.getByRole('heading', { name: 'In Auditing' }).waitFor()
  await page.getByText('₹5,000.00').waitFor()
  expect(page.url()).not.toContain(code)
  await page.getByRole('button', { name: 'To Evaluate' }).click()
  await until('the rating', async () => shell.calls.includes('rate') || undefined)
  await expectNoViolations(page)

  const officer = await signedInAs(server().origin, 'credit-officer')
  const decisions = officer.calls(staffContract.application)
  await until(
    'the order to wait for a person',
    async () => (await decisions.open({ orderId, why: 'decision' })).ok || undefined,
  )
  expect(await decisions.approve({ orderId })).toMatchObject({ ok: true })
  const { offerUntil } = await borrower.detail(orderId)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByRole('heading', { name: 'Your loan is approved' }).waitFor()
  await page.getByText(`The offer is open until ${spelledDay(offerUntil)}.`).waitFor()
  expect(shell.calls).not.toContain('finish')
  await expectNoViolations(page)
  await borrower.getMoney(orderId)
  await borrower.orderIs(orderId, 'loaned')
  expect(shell.calls).not.toContain('finish')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await until('the app to finish', async () => shell.calls.includes('finish') || undefined)
  await page.getByText('This step is done. Continue in the app.').waitFor()
})
