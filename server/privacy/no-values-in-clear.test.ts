/** The database and the files reveal nothing of a person without the keys. */
import { createECDH, randomBytes, randomUUID } from 'node:crypto'
import { beforeAll, expect, test, vi } from 'vitest'
import type { Result } from '#contract/client.ts'
import { contract } from '#contract/index.ts'
import { staffContract } from '#contract/staff/index.ts'
import { indiaDayOf } from '#domain/day.ts'
import { paise } from '#domain/money.ts'
import { contextOf, encryptedColumns, nextBatch } from '#server/platform/keys/rows.ts'
import { inventedPerson } from '#server/providers/simulated/invented-person.ts'
import { picture } from '#server/providers/simulated/person.ts'
import { sandboxMessages } from '#server/providers/sms/simulator.ts'
import type { Browser } from '#server/testing/browser.ts'
import { databaseDump, filesDump } from '#server/testing/dump.ts'
import { forFile } from '#server/testing/for-file.ts'
import { heldIn, INPUTS, PERSON, personalTexts } from '#server/testing/personal-values.ts'
import { staffBrowser } from '#server/testing/staff.ts'
import { proveIdentity } from '#server/testing/verification.ts'
import { wholeServer } from '#server/testing/whole.ts'

const REPLY = 'We are sorry about the xylophones, Zubeida.'
const KEY = { idempotencyKey: randomUUID() }
const image = picture(300, 300)

let browser: Browser
const server = forFile(() => wholeServer({ logLevel: 'trace' }))
beforeAll(async () => {
  browser = await server.signIn(PERSON.phone)
})

function answered<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.reason}: ${JSON.stringify(result.errorColumn)}`)
  return result.data
}
const pushKeys = () => {
  const curve = createECDH('prime256v1')
  curve.generateKeys()
  return {
    auth: randomBytes(16).toString('base64url'),
    userPublicKey: curve.getPublicKey().toString('base64url'),
  }
}

async function verifies(): Promise<void> {
  const verify = browser.calls(contract.verify)
  const kyc = browser.calls(contract.kyc)
  const device = browser.calls(contract.device)
  answered(await verify.saveBaseInfo(INPUTS.verify.saveBaseInfo as Record<string, string>))
  answered(await verify.saveWorkInfo(INPUTS.verify.saveWorkInfo as Record<string, string>))
  await proveIdentity(server, browser, PERSON.phone, PERSON.aadhaar, PERSON.pan)
  const { imageId } = answered(await kyc.livingCheck({ image }))
  answered(await kyc.livingHold({ imageId }))
  answered(await verify.saveContacts(INPUTS.verify.saveContacts as never))
  for (const purpose of ['location', 'tracking'] as const)
    answered(await device.answerConsent({ purpose, isGiven: true }))
  answered(
    await device.uploadInfo({
      latitude: PERSON.latitude,
      longitude: PERSON.longitude,
      address: '',
    }),
  )
  answered(
    await browser.calls(contract.push).subscribe({ endpoint: PERSON.pushEndpoint, ...pushKeys() }),
  )
}

async function addsAccount(cardNo: string): Promise<string> {
  const entry = { ...INPUTS.bank.addCard, cardNo, confirmCardNo: cardNo }
  return answered(await browser.calls(contract.bank).addCard(entry as never)).id
}

async function borrows(cardId: string): Promise<string> {
  const order = browser.calls(contract.order)
  const wish = {
    cardId,
    productId: 'saral-weekly',
    borrowAmount: paise(300_000),
    periods: 7,
    autoGetMoney: 0,
  } as const
  const { orderId } = answered(await order.apply(wish, KEY))
  const becomes = (state: string) =>
    vi.waitFor(async () => {
      server.clock.advance({ seconds: 3 })
      expect(answered(await order.detail({ orderId })).orderState).toBe(state)
    }, 60_000)
  await becomes('pass')
  const { hash: keyFactsHash } = answered(await order.keyFacts({ orderId }))
  answered(await order.loan({ orderId, keyFactsHash }, { idempotencyKey: randomUUID() }))
  await becomes('loaned')
  return orderId
}

async function writes(): Promise<void> {
  const feedback = browser.calls(contract.feedback)
  const message = { content: PERSON.feedback, problemType: 'privacy', multipartFiles: image }
  const { feedbackId } = answered(await feedback.save(message))
  const operations = (await staffBrowser(server, 'operations')).calls(staffContract.complaint)
  answered(await operations.reply({ feedbackId, text: REPLY }))
  expect(answered(await feedback.list({}))).toMatchObject([
    { content: PERSON.feedback, answerContent: REPLY },
  ])
}

/** All personal values, stated or proved, and every message that was sent. */
async function everyValue(): Promise<string[]> {
  const { name, address } = inventedPerson(PERSON.aadhaar, indiaDayOf(server.clock.now()))
  const parts = [name, address.careOf, address.street].filter(part => part.length > 8)
  const messages = await sandboxMessages(server.all, null)
  const links = messages.flatMap(({ text }) => /token=([\w-]{43})/.exec(text)?.[1] ?? [])
  const sessions = [browser.token ?? '', ...browser.cookies.values()]
  expect(links).toHaveLength(3)
  return [
    ...personalTexts(),
    ...parts,
    REPLY,
    ...messages.map(({ text }) => text),
    ...messages.map(({ to }) => to),
    ...links,
    ...sessions,
  ]
}

test('a borrower’s whole journey leaves none of their values in clear, in the database or in the files', async () => {
  await verifies()
  const cardId = await addsAccount(PERSON.account)
  const orderId = await borrows(cardId)
  await addsAccount(PERSON.otherAccount)
  const { paymentUrl } = answered(
    await browser
      .calls(contract.repay)
      .repay({ orderId, scope: 'due' }, { idempotencyKey: randomUUID() }),
  )
  expect(paymentUrl).not.toContain(PERSON.phone)
  await writes()
  await vi.waitFor(
    async () =>
      expect(await sandboxMessages(server.all, `91${PERSON.contactPhones[2]}`)).toHaveLength(1),
    60_000,
  )

  const values = await everyValue()
  const dumped = [...(await databaseDump(server.database.target)), ...filesDump(server.folder)]
  const tables = new Set(dumped.map(({ where }) => where))
  for (const table of [
    'borrower',
    'identity',
    'bank_card',
    'emergency_contact',
    'feedback',
    'document',
    'push_subscription',
  ])
    expect(tables).toContain(`public.${table}`)
  for (const table of ['sandbox.sms', 'sandbox.aadhaar_otp', 'sandbox.payout'])
    expect(tables).toContain(table)
  expect([...tables].some(table => table.startsWith('jobs.job'))).toBe(true)
  expect(filesDump(server.folder)).toHaveLength(2)
  expect(
    dumped.flatMap(({ where, text }) => heldIn(text, values).map(value => `${where}: ${value}`)),
  ).toEqual([])

  const bytes = Buffer.from(await image.arrayBuffer())
  const middle = bytes.subarray(bytes.length / 2, bytes.length / 2 + 24).toString('hex')
  expect(dumped.filter(({ text }) => text.includes(middle)).map(({ where }) => where)).toEqual([])
  for (const line of server.logged)
    expect(heldIn(JSON.stringify(line), values), JSON.stringify(line)).toEqual([])
})

test('the search finds a value in clear', async () => {
  await server.services.db.raw(
    "UPDATE borrower SET phone_masked = encode(convert_to($1, 'UTF8'), 'base64')",
    [PERSON.phone],
  )
  const dumped = await databaseDump(server.database.target)
  expect(
    dumped.filter(({ text }) => heldIn(text, [PERSON.phone]).length > 0).map(({ where }) => where),
  ).toEqual(['public.borrower'])
})

test('every encrypted value decrypts where a rotation of keys looks for it', async () => {
  const { db, cipher } = server.all
  const opened = new Set<string>()
  for (const column of await encryptedColumns(db))
    for (const { key, sealed } of await nextBatch(db, column, 'no key', undefined)) {
      expect(
        () => cipher.decrypt(sealed, contextOf(column, key)),
        `${column.table}.${column.column}`,
      ).not.toThrow()
      opened.add(`${column.table}.${column.column}`)
    }
  expect(opened.size).toBeGreaterThan(12)
})
