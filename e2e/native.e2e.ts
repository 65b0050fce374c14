import { afterEach, beforeEach, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { expectNoViolations } from '#e2e/rig/axe.ts'
import { answered, newBorrower } from '#e2e/rig/borrower.ts'
import { openTheProduct } from '#e2e/rig/journey.ts'
import { provenCodeOf, wrapInShell } from '#e2e/rig/native-shell.ts'
import { type Phone, takePhone } from '#e2e/rig/profile.ts'

const server = openTheProduct()

let phone: Phone

beforeEach(async () => {
  phone = await takePhone(server().origin)
})

afterEach(() => phone.close())

test('/joint inside the app exchanges the code in its address and removes it', async () => {
  const { page, context } = phone
  const proven = await provenCodeOf(server().origin, await newBorrower(server().origin))
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
  const visitor = await newBorrower(server().origin)
  await visitor.enter(context)
  const owner = await newBorrower(server().origin)
  const proven = await provenCodeOf(server().origin, owner)
  const shell = await wrapInShell(context, 'android', [proven])
  const ownPhone = answered(await owner.browser.calls(contract.account).me({})).maskedPhone
  const there = answered(await visitor.browser.calls(contract.account).me({})).maskedPhone
  await page.goto(`/joint?token=${proven.exchangeCode}&redirect=%2Fpersonal`)
  await page.getByText(`You are signed in as ${there}. Sign in as ${ownPhone} instead?`).waitFor()
  await expectNoViolations(page)
  expect(await visitor.browser.calls(contract.account).me({})).toMatchObject({ ok: true })
  await page.getByRole('button', { name: 'Sign in instead' }).click()
  await page.waitForURL('**/personal')
  await page.getByText(ownPhone).first().waitFor()
  expect(shell.calls).toEqual(['getDeviceInfo', 'proveCode', 'proveCode'])
  expect(await visitor.browser.calls(contract.account).me({})).toMatchObject({ code: -4 })
})

test('a link with somebody else’s code does not change the session in a browser', async () => {
  const { page, context } = phone
  const visitor = await newBorrower(server().origin)
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
  const { exchangeCode: code } = await provenCodeOf(
    server().origin,
    await newBorrower(server().origin),
  )
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
