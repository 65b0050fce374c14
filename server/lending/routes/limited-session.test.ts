/**
 * A session on an unknown device of a borrower with a verified identity: it sees and repays loans,
 * and nothing else (product §10).
 */
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { contract } from '#contract/index.ts'
import { BASE_PATH } from '#contract/path.ts'
import { CONTACTS } from '#server/providers/simulated/person.ts'
import { newAuthenticator } from '#server/testing/authenticator.ts'
import type { Browser } from '#server/testing/browser.ts'
import { forFile } from '#server/testing/for-file.ts'
import { type Borrower, lendingWorld, runningLoan } from '#server/testing/lending.ts'
import { BANK_CARD } from '#server/testing/verification.ts'

let owner: Borrower
let orderId: string
let stranger: Browser

const world = forFile(() => lendingWorld())
beforeAll(async () => {
  owner = await world.borrower()
  orderId = await runningLoan(world, owner)
  world.server.clock.advance({ seconds: 61 })
  stranger = await world.server.signIn(owner.phone)
})

const key = () => ({ idempotencyKey: randomUUID() })
const endpoints: [name: string, endpoint: Endpoint][] = Object.entries(contract).flatMap(
  ([area, calls]) =>
    Object.entries(calls as Record<string, Endpoint>).map(
      ([name, endpoint]): [string, Endpoint] => [`${area}.${name}`, endpoint],
    ),
)

/** The reason of the answer to an empty request, as the edge gives it before it reads the input. */
async function reasonOf(browser: Browser, { method, path }: Endpoint): Promise<unknown> {
  const answer = await browser.fetch(BASE_PATH + path.replace(/\{\w+\}/g, 'x'), {
    method,
    headers: { ...browser.headers, token: browser.token ?? '', 'idempotency-key': randomUUID() },
  })
  const { data } = (await answer.json()) as { data: { reason?: string } | null }
  return data?.reason
}

test('a limited session is refused every call but those that show and repay loans', async () => {
  const allowed: string[] = []
  for (const [name, endpoint] of endpoints) {
    // Log-out would end the session of this test.
    if (endpoint.auth === 'public' || name === 'login.logout') continue
    const reason = await reasonOf(stranger, endpoint)
    if (reason !== 'confirm-code-required') allowed.push(name)
    expect([name, reason === 'confirm-code-required']).toEqual([name, !endpoint.limited])
  }
  expect(allowed).toEqual([
    'native.exchangeCode',
    'account.me',
    'account.sendConfirmCode',
    'account.confirmDevice',
    'passkey.confirmOptions',
    'passkey.confirm',
    'home.index',
    'product.info',
    'order.list',
    'order.detail',
    'order.keyFacts',
    'order.outcome',
    'order.outcomeSeen',
    'schedule.detail',
    'repay.repay',
    'repay.upi',
    'repay.payoff',
    'repay.status',
    'autopay.status',
    'extension.calculate',
    'hardship.plans',
    'loanDocument.list',
  ])
})

test('a session on the known device is refused none of them', async () => {
  for (const [, endpoint] of endpoints)
    if (
      endpoint.auth !== 'public' &&
      endpoint.path !== '/user/v1/logout' &&
      endpoint.path !== '/own-data/v1/erase'
    )
      expect(await reasonOf(owner.browser, endpoint)).not.toBe('confirm-code-required')
})

test('a limited session sees its loan with a masked account, and no personal value', async () => {
  const answers = await Promise.all([
    stranger.calls(contract.account).me({}),
    stranger.calls(contract.home).index({}),
    stranger.calls(contract.order).list({}),
    stranger.calls(contract.order).detail({ orderId }),
    stranger.calls(contract.order).keyFacts({ orderId }),
    stranger.calls(contract.repay).payoff({ orderId }),
    stranger.calls(contract.loanDocument).list({ orderId }),
  ])
  for (const answer of answers) expect(answer).toMatchObject({ ok: true })
  const text = JSON.stringify(answers)
  expect(text).toContain(orderId)
  const panRow = await owner.browser.calls(contract.ownData).download({})
  const fields = panRow.ok ? panRow.data.sections.flatMap(({ parts }) => parts.flat()) : []
  const personal = fields.filter(({ field }) =>
    ['pan', 'panNo', 'name', 'email', 'address', 'account', 'phone'].includes(field),
  )
  expect(personal.length).toBeGreaterThan(2)
  for (const { value } of personal) expect(text).not.toContain(value)
  expect(text).not.toContain(owner.phone.slice(2))
  expect(text).not.toContain(BANK_CARD.cardNo)
})

test('a limited session repays at once', async () => {
  expect(
    await stranger.calls(contract.repay).repay({ orderId, scope: 'all' }, key()),
  ).toMatchObject({ ok: true, data: { paymentUrl: expect.stringContaining('http') } })
})

test('a passkey of the owner opens every call, as the second code does', async () => {
  const keys = newAuthenticator(world.services.publicOrigin())
  const added = await owner.browser.calls(contract.passkey).addOptions({})
  if (!added.ok) throw new Error(added.reason)
  const adding = owner.browser.calls(contract.passkey).add(keys.create(added.data))
  expect(await adding).toMatchObject({ ok: true })
  world.server.clock.advance({ seconds: 61 })
  const fresh = await world.server.signIn(owner.phone)
  const ownData = fresh.calls(contract.ownData)
  expect(await ownData.download({})).toMatchObject({ reason: 'confirm-code-required' })
  expect(await ownData.erase({ what: 'contacts' })).toMatchObject({
    reason: 'confirm-code-required',
  })
  const contacts = fresh.calls(contract.verify)
  expect(await contacts.saveContacts(CONTACTS)).toMatchObject({ reason: 'confirm-code-required' })
  const options = await fresh.calls(contract.passkey).confirmOptions({})
  if (!options.ok) throw new Error(options.reason)
  const signature = keys.sign(options.data)
  expect(await fresh.calls(contract.passkey).confirm({ signature })).toMatchObject({ ok: true })
  expect(await ownData.download({})).toMatchObject({ ok: true })
  expect(await contacts.saveContacts(CONTACTS)).toMatchObject({ ok: true })
  // The gate is open; a running loan keeps its contacts.
  expect(await ownData.erase({ what: 'contacts' })).toMatchObject({ reason: 'needed-for-loan' })
})

test('the second code is asked for once, and then every call is open', async () => {
  const calls = stranger.calls(contract.ownData)
  expect(await calls.download({})).toMatchObject({ reason: 'confirm-code-required' })
  expect(await calls.erase({ what: 'everything' })).toMatchObject({
    reason: 'confirm-code-required',
  })
  await world.server.confirmDevice(owner.phone, stranger)
  expect(await calls.download({})).toMatchObject({ ok: true })
  expect(await stranger.calls(contract.verify).contacts({})).toMatchObject({ ok: true })
  expect(await stranger.calls(contract.bank).cards({})).toMatchObject({ ok: true })
})
