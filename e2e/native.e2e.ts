import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { expectNoViolations } from '#e2e/rig/axe.ts'
import { answered, type Borrower, newBorrower, readyBorrower } from '#e2e/rig/borrower.ts'
import { shellDevice, wrapInShell } from '#e2e/rig/native-shell.ts'
import { type Phone, takePhone } from '#e2e/rig/profile.ts'
import { until } from '#e2e/rig/sandbox.ts'
import { type Server, startServer } from '#e2e/rig/server.ts'

let server: Server
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

let phone: Phone
beforeEach(async () => {
  phone = await takePhone(server.origin)
})
afterEach(() => phone.close())

async function oneTimeCode({ browser }: Borrower): Promise<string> {
  return answered(await browser.calls(contract.native).exchangeCode({})).exchangeCode
}

test.each(['android', 'ios'] as const)(
  '/joint inside the app (%s) signs the page in and goes on, and every call names the device',
  async kind => {
    const { page, context } = phone
    const shell = await wrapInShell(context, kind, [await oneTimeCode(await newBorrower(server.origin))])
    const named = page.waitForRequest(
      request => request.url().includes('/home/v1/index') && request.headers().deviceid === shellDevice.deviceId,
    )
    await page.goto('/joint?redirect=%2F')
    await page.getByRole('heading', { name: 'Loans' }).waitFor()
    await named
    expect(new URL(page.url()).pathname).toBe('/')
    expect(shell.calls).toEqual(['getDeviceInfo', 'oneTimeLogin'])
    expect(await page.evaluate(() => history.length)).toBeLessThanOrEqual(2)
  },
)

test('/joint with a code in its address takes it out at once and exchanges it', async () => {
  const { page } = phone
  const code = await oneTimeCode(await newBorrower(server.origin))
  const addresses: string[] = []
  page.on('request', request => addresses.push(request.url()))
  await page.goto(`/joint?token=${code}&redirect=%2Forder`)
  await page.waitForURL('**/order')
  expect(addresses.filter(address => address.includes(code))).toHaveLength(1) // the page itself
  await page.goBack().catch(() => null)
  expect(page.url()).not.toContain(code)
})

test('/joint in a browser says where it belongs; with a used code it says so and offers another try', async () => {
  const { page } = phone
  await page.goto('/joint?redirect=%2Forder')
  await page.getByText('This page belongs to the app.').waitFor()
  await expectNoViolations(page)
  expect(await page.getByRole('link', { name: 'Sign in with your mobile number' }).getAttribute('href')).toBe(
    '/login?redirect=%2Forder',
  )

  await page.goto(`/joint?token=${'x'.repeat(43)}`)
  await page.getByText('This link has expired. Please open it again from the app.').waitFor()
  await expectNoViolations(page)
})

test('the native audit page shows the order, rates the app, and tells it to finish once the order is decided', async () => {
  const { page, context } = phone
  const borrower = await readyBorrower(server.origin)
  const [product] = answered(await borrower.browser.calls(contract.home).index({})).homeProductVos
  const orderId = await borrower.apply(product?.id ?? '', 1000)
  const shell = await wrapInShell(context, 'ios')
  const code = await oneTimeCode(borrower)
  await page.goto(`/orders/audit?token=${code}&orderId=${orderId}`)
  await page.getByRole('heading', { name: 'In Auditing' }).waitFor()
  await page.getByText('₹1,000.00').waitFor()
  expect(page.url()).not.toContain(code)
  await page.getByRole('button', { name: 'To Evaluate' }).click()
  await until('the rating', async () => shell.calls.includes('rate') || undefined)
  await expectNoViolations(page)

  await borrower.orderIs(orderId, '2')
  await borrower.getMoney(orderId)
  await borrower.orderIs(orderId, '6')
  expect(shell.calls).not.toContain('finish')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await until('the app to be told', async () => shell.calls.includes('finish') || undefined)
  await page.getByText('This step is done. Go on in the app.').waitFor()
})

test('a failed refresh is a toast with the server’s message, and what was seen stays', async () => {
  const { page } = phone
  const borrower = await readyBorrower(server.origin)
  const [product] = answered(await borrower.browser.calls(contract.home).index({})).homeProductVos
  const orderId = await borrower.apply(product?.id ?? '', 1000)
  await page.goto(`/orders/audit?token=${await oneTimeCode(borrower)}&orderId=${orderId}`)
  await page.getByText('₹1,000.00').waitFor()
  await page.route('**/order/v1/detail*', route =>
    route.fulfill({ json: { code: -1, msg: 'This order was not found.', data: { reason: 'order-not-found' } } }),
  )
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByText('This order was not found.').waitFor()
  expect(await page.getByText('₹1,000.00').count()).toBe(1)
})
