import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { BASE_PATH } from '#contract/path.ts'
import { expectNoViolations } from '#e2e/rig/axe.ts'
import { answered, newBorrower, readyBorrower } from '#e2e/rig/borrower.ts'
import { type ProvenCode, shellDevice, wrapInShell } from '#e2e/rig/native-shell.ts'
import { type Phone, takePhone } from '#e2e/rig/profile.ts'
import { openSandbox } from '#e2e/rig/sandbox.ts'
import { type Server, startServer } from '#e2e/rig/server.ts'
import { browserOn } from '#server/testing/browser.ts'
import { newDeviceKey, signBy } from '#server/testing/device-key.ts'

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

/**
 * Returns an exchange code from a native app in which the borrower is signed in, proven by the key of
 * its device.
 */
async function provenCodeOf({ phone: digits }: { phone: string }): Promise<ProvenCode> {
  const app = browserOn(server.origin)
  const key = await newDeviceKey()
  const now = () => new Date()
  signBy(app, key, server.origin, now)
  Object.assign(app.headers, { os: 'android', ...shellDevice })
  const sandbox = openSandbox(server.origin)
  // A number gets only one code a minute.
  await sandbox.advance('PT2M')
  answered(await app.calls(contract.login).sendCode({ phone: `91${digits}` }))
  const code = await sandbox.code(digits)
  app.token = answered(
    await app.calls(contract.native).login({ by: 'code', phone: `91${digits}`, code }),
  ).token
  const { exchangeCode } = answered(await app.calls(contract.native).exchangeCode({}))
  const address = `${server.origin}${BASE_PATH}${contract.native.login.path}`
  const prove = () => key.prove({ method: 'POST', address, secret: exchangeCode, at: now() })
  return { exchangeCode, proofs: [await prove(), await prove()] }
}

test('/joint inside the app exchanges the code in its address and removes it', async () => {
  const { page, context } = phone
  const proven = await provenCodeOf(await newBorrower(server.origin))
  const shell = await wrapInShell(context, 'android', [proven])
  const code = proven.exchangeCode
  const addresses: string[] = []
  page.on('request', request => addresses.push(request.url()))
  await page.goto(`/joint?token=${code}&redirect=%2Forder`)
  await page.waitForURL('**/order')
  expect(shell.calls).toEqual(['getDeviceInfo', 'proveCode'])
  expect(addresses.filter(address => address.includes(code))).toHaveLength(1) // the page itself
  await page.goBack().catch(() => null)
  expect(page.url()).not.toContain(code)
})

test('/joint inside the app asks before it ends the session of another person', async () => {
  const { page, context } = phone
  const visitor = await newBorrower(server.origin)
  await visitor.enter(context)
  const owner = await newBorrower(server.origin)
  const proven = await provenCodeOf(owner)
  const shell = await wrapInShell(context, 'android', [proven])
  const own = answered(await owner.browser.calls(contract.account).me({})).maskedPhone
  const there = answered(await visitor.browser.calls(contract.account).me({})).maskedPhone
  await page.goto(`/joint?token=${proven.exchangeCode}&redirect=%2Fpersonal`)
  await page.getByText(`You are signed in as ${there}. Sign in as ${own} instead?`).waitFor()
  await expectNoViolations(page)
  expect(await visitor.browser.calls(contract.account).me({})).toMatchObject({ ok: true })
  await page.getByRole('button', { name: 'Sign in instead' }).click()
  await page.waitForURL('**/personal')
  await page.getByText(own).first().waitFor()
  expect(shell.calls).toEqual(['getDeviceInfo', 'proveCode', 'proveCode'])
  expect(await visitor.browser.calls(contract.account).me({})).toMatchObject({ code: -4 })
})

test('/joint says that it works only in the app, and offers another try after a used code', async () => {
  const { page, context } = phone
  await page.goto('/joint?redirect=%2Forder')
  await page.getByText('This page works only in the app.').waitFor()
  await expectNoViolations(page)
  expect(
    await page.getByRole('link', { name: 'Sign in with your mobile number' }).getAttribute('href'),
  ).toBe('/login?redirect=%2Forder')

  const used = await provenCodeOf(await newBorrower(server.origin))
  await wrapInShell(context, 'android', [{ ...used, exchangeCode: 'x'.repeat(43) }])
  await page.goto(`/joint?token=${'x'.repeat(43)}`)
  await page.getByText('This link has expired. Please open it again from the app.').waitFor()
  await expectNoViolations(page)
})

test('a link with somebody else’s code does not change the session in a browser', async () => {
  const { page, context } = phone
  const visitor = await newBorrower(server.origin)
  await visitor.enter(context)
  const sessionOf = async () => ({
    token: await page.evaluate(() => localStorage.getItem('token')),
    cookie: (await context.cookies()).find(({ name }) => name.endsWith('-session'))?.value,
  })
  await page.goto('/personal')
  const before = await sessionOf()
  expect(before).toMatchObject({ token: visitor.browser.token, cookie: expect.any(String) })
  const exchanges: string[] = []
  page.on(
    'request',
    request => void (request.url().includes('user-login') && exchanges.push(request.url())),
  )
  const { exchangeCode: code } = await provenCodeOf(await newBorrower(server.origin))
  for (const address of [
    `/joint?token=${code}&redirect=%2Forder`,
    `/orders/audit?token=${code}&orderId=1`,
  ]) {
    await page.goto(address)
    const text = address.startsWith('/joint')
      ? 'This page works only in the app.'
      : 'We could not find this order.'
    await page.getByText(text).waitFor()
    expect(page.url()).not.toContain(code)
    expect(await sessionOf()).toEqual(before)
  }
  expect(exchanges).toEqual([])
  const { maskedPhone } = answered(await visitor.browser.calls(contract.account).me({}))
  await page.goto('/personal')
  await page.getByText(maskedPhone).first().waitFor()
})

test('the native audit page says in a browser without a session that it belongs to the app', async () => {
  const { page } = phone
  await page.goto('/orders/audit?orderId=1')
  await page.getByText('This page works only in the app.').waitFor()
})

test('shows a failed refresh as a toast, and keeps the order on the page', async () => {
  const { page, context } = phone
  const borrower = await readyBorrower(server.origin)
  const [product] = answered(await borrower.browser.calls(contract.home).index({})).homeProductVos
  const orderId = await borrower.apply(product?.id ?? '', 1000)
  const proven = await provenCodeOf(borrower)
  await wrapInShell(context, 'android', [proven])
  await page.goto(`/orders/audit?token=${proven.exchangeCode}&orderId=${orderId}`)
  await page.getByText('₹1,000.00').waitFor()
  await page.route('**/order/v1/detail*', route =>
    route.fulfill({
      json: { code: -1, msg: 'We could not find this order.', data: { reason: 'order-not-found' } },
    }),
  )
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByText('We could not find this order.').waitFor()
  expect(await page.getByText('₹1,000.00').count()).toBe(1)
})
