import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { detailsContext } from '#server/identity/aadhaar.ts'
import { notifyContact } from '#server/identity/contact-notice.ts'
import { eraseKind } from '#server/identity/db/erase.ts'
import { identityRowOf } from '#server/identity/db/identity.ts'
import { aadhaarDetails } from '#server/identity/identity.ts'
import { runCloseOfBusiness } from '#server/lending/closing/close-of-business.ts'
import { encryptJson } from '#server/platform/db/encrypt.ts'
import { CONTACTS } from '#server/providers/simulated/person.ts'
import { sandboxMessages } from '#server/providers/sms/simulator.ts'
import { type Borrower, type LendingWorld, lendingWorld } from '#server/testing/lending.ts'

const NOON = new Date('2026-11-21T06:30:00Z')
const NIGHT = new Date('2026-11-21T14:00:00Z')

let world: LendingWorld
let people = 0
beforeAll(async () => {
  world = await lendingWorld()
})
beforeEach(() => world.reset())
afterAll(() => world.close())
beforeEach(async () => {
  world.jobs.length = 0
  world.server.clock.set(NOON)
  await world.services.db.raw("DELETE FROM rate_window WHERE bucket LIKE 'contact%'")
})

/** Three numbers that no other contact has. */
function contactsOf(number: number) {
  const phone = (slot: number) => `97${String(number).padStart(7, '0')}${slot}`
  return { ...CONTACTS, oneMobile: phone(1), twoMobile: phone(2), thirdMobile: phone(3) }
}
const messagesTo = (mobile: string) => sandboxMessages(world.services, `91${mobile}`)
const namingsBy = async (borrower: Borrower, contacts = contactsOf(++people)) => {
  const saved = await borrower.browser.calls(contract.verify).saveContacts(contacts)
  return { saved, contacts }
}
async function tokenSentTo(mobile: string): Promise<string> {
  const [message] = await messagesTo(mobile)
  return /contact2\?token=([\w-]{43})$/.exec(message?.text ?? '')?.[1] ?? 'no link was sent'
}
/** The page of a contact, who has no account. */
const pageOf = (token: string) => {
  const calls = world.server.browser().calls(contract.contact)
  const headers = { 'link-token': token }
  return {
    read: () => calls.naming({}, { headers }),
    decline: () => calls.decline({ decline: true }, { headers }),
  }
}

/** Replaces the name from the register. */
async function rename({ id }: Borrower, name: string): Promise<void> {
  const { db, cipher } = world.services
  const identity = await identityRowOf(db, id)
  if (!identity) throw new Error('no identity')
  const details = { ...aadhaarDetails({ cipher }, id, identity), name }
  await db.raw('UPDATE identity SET details_sealed = $2 WHERE borrower_id = $1', [
    id,
    encryptJson(cipher, details, detailsContext(id)),
  ])
}

test.each([
  ['Md Imran', 'Imran', 'Imran'],
  ['Ms Asha Verma', 'Asha', 'Asha'],
  ['Kumari Asha', 'Asha', 'Asha'],
  ['Mohd. Irfan', 'Irfan', 'Irfan'],
  ['Smt.', '', 'Someone you know'],
])('uses the first name of %s, without a title', async (name, firstName, naming) => {
  const borrower = await world.borrower()
  await rename(borrower, name)
  const { contacts } = await namingsBy(borrower)
  await world.runJobs()
  const [message] = await messagesTo(contacts.oneMobile)
  expect(message?.text).toMatch(new RegExp(`^${naming} named you as an emergency contact`))
  const page = pageOf(await tokenSentTo(contacts.oneMobile))
  expect(await page.read()).toMatchObject({ ok: true, data: { firstName } })
})

test('notifies each contact once, by the borrower’s first name alone, with a link of their own', async () => {
  const borrower = await world.borrower()
  const { contacts } = await namingsBy(borrower)
  await world.runJobs()
  const mobiles = [contacts.oneMobile, contacts.twoMobile, contacts.thirdMobile]
  const texts = (await Promise.all(mobiles.map(messagesTo))).map(messages =>
    messages.map(({ text }) => text),
  )
  expect(texts.map(({ length }) => length)).toEqual([1, 1, 1])
  expect(texts[0]?.[0]).toMatch(
    /^\p{L}+ named you as an emergency contact for a loan with Saral \(DEMO: not a lender\)\. You owe nothing and guarantee nothing\. To see why, or to decline: http:\/\/saral\.test\/verify\/contact2\?token=[\w-]{43}$/u,
  )
  expect(new Set(texts.map(([text]) => text)).size).toBe(3)

  await namingsBy(borrower, contacts)
  await runCloseOfBusiness(world.services)
  await world.runJobs()
  expect((await Promise.all(mobiles.map(messagesTo))).flat()).toHaveLength(3)
})

test('sends no notice at night, but in the morning', async () => {
  const borrower = await world.borrower()
  world.server.clock.set(NIGHT)
  const { contacts } = await namingsBy(borrower)
  await world.runJobs()
  await runCloseOfBusiness(world.services)
  await world.runJobs()
  expect(await messagesTo(contacts.oneMobile)).toEqual([])
  world.server.clock.set(new Date('2026-11-22T02:30:00Z'))
  await runCloseOfBusiness(world.services)
  await world.runJobs()
  expect(await messagesTo(contacts.oneMobile)).toHaveLength(1)
})

test('a contact reads the reason, declines, and is erased; the borrower must name another before the next loan', async () => {
  const borrower = await world.borrower()
  const { contacts } = await namingsBy(borrower)
  await world.runJobs()
  const page = pageOf(await tokenSentTo(contacts.twoMobile))
  const naming = {
    firstName: expect.stringMatching(/^\p{L}+$/u),
    lender: 'Saral (DEMO: not a lender)',
    namedAt: expect.any(Date),
  }
  expect(await page.read()).toEqual({ ok: true, data: { ...naming, isDeclined: false } })
  expect(await page.decline()).toEqual({ ok: true, data: { ...naming, isDeclined: true } })
  expect(await page.decline()).toEqual(await page.read())

  const verify = borrower.browser.calls(contract.verify)
  expect(await verify.contacts({})).toEqual({
    ok: true,
    data: { ...contacts, twoName: '', twoMobile: '', twoRelation: '', declined: [2] },
  })
  expect(await verify.status({})).toMatchObject({ data: { contact: 0, basic: 1 } })
  const rows = await world.services.db.raw(
    'SELECT slot FROM emergency_contact WHERE borrower_id = $1 ORDER BY slot',
    [borrower.id],
  )
  expect(rows).toEqual([{ slot: 1 }, { slot: 3 }])

  const msg = 'The second contact asked not to be named. Please name another person.'
  expect((await namingsBy(borrower, contacts)).saved).toMatchObject({
    ok: false,
    errorColumn: [{ column: 'twoMobile', msg }],
  })
  const other = { ...contacts, twoMobile: '9799999999' }
  expect((await namingsBy(borrower, other)).saved).toMatchObject({ ok: true })
  await world.runJobs()
  expect(await messagesTo('9799999999')).toHaveLength(1)
  expect(await messagesTo(contacts.oneMobile)).toHaveLength(1)
  expect(await verify.contacts({})).toMatchObject({ data: { ...other, declined: [] } })
  expect(await verify.status({})).toMatchObject({ data: { contact: 1 } })
})

test('answers -4 for a link that expired, is invented, or belongs to a contact no longer named', async () => {
  const borrower = await world.borrower()
  const { contacts } = await namingsBy(borrower)
  await world.runJobs()
  const page = pageOf(await tokenSentTo(contacts.oneMobile))
  const expired = {
    ok: false,
    code: -4,
    reason: 'contact-link-expired',
    msg: 'This link has expired',
  }
  for (const token of ['', 'short', 'x'.repeat(43)])
    expect(await pageOf(token).read()).toMatchObject(expired)
  await namingsBy(borrower, { ...contacts, oneMobile: '9788888888' })
  expect(await page.read()).toMatchObject(expired)
  expect(await page.decline()).toMatchObject(expired)
  const third = pageOf(await tokenSentTo(contacts.thirdMobile))
  expect(await third.read()).toMatchObject({ ok: true })
  world.server.clock.advance({ days: 31 })
  expect(await third.read()).toMatchObject(expired)
})

test('a link is removed with the contact that it was sent to', async () => {
  const borrower = await world.borrower()
  const { contacts } = await namingsBy(borrower)
  await world.runJobs()
  const links = () =>
    world.services.db.raw('SELECT 1 FROM contact_link WHERE borrower_id = $1', [borrower.id])
  expect(await links()).toHaveLength(3)
  await namingsBy(borrower, { ...contacts, oneMobile: contactsOf(++people).oneMobile })
  expect(await links()).toHaveLength(2)
  await world.services.db.transaction(tx =>
    eraseKind(tx, 'contacts', borrower.id, world.services.clock.now()),
  )
  expect(await links()).toEqual([])
})

test('the secret of a link is neither stored nor logged', async () => {
  const borrower = await world.borrower()
  const { contacts } = await namingsBy(borrower)
  await world.runJobs()
  const token = await tokenSentTo(contacts.oneMobile)
  await pageOf(token).read()
  const links = await world.services.db.raw(
    "SELECT encode(token_hash, 'base64') AS hash FROM contact_link",
  )
  expect(JSON.stringify([links, world.server.logged])).not.toContain(token)
})

test('a contact named by many gets three notices a day, and a borrower who names too often has to wait', async () => {
  const mobile = '9766666666'
  const borrowers = []
  for (let at = 0; at < 4; at += 1) borrowers.push(await world.borrower())
  for (const borrower of borrowers)
    await namingsBy(borrower, { ...contactsOf(++people), oneMobile: mobile })
  await world.runJobs()
  expect(await messagesTo(mobile)).toHaveLength(3)
  world.server.clock.advance({ days: 1 })
  await runCloseOfBusiness(world.services)
  await world.runJobs()
  expect(await messagesTo(mobile)).toHaveLength(4)

  const [borrower] = borrowers
  if (!borrower) throw new Error('nobody')
  const answers = []
  for (let at = 0; at < 12; at += 1) answers.push((await namingsBy(borrower)).saved)
  expect(answers.filter(({ ok }) => ok).length).toBeLessThanOrEqual(10)
  expect(answers.at(-1)).toMatchObject({ ok: false, reason: 'rate-limited' })
})

test('retries a message that could not be sent, after a pause and not for ever', async () => {
  const borrower = await world.borrower()
  world.jobs.length = 0
  const { contacts } = await namingsBy(borrower)
  let count = 0
  const broken = {
    ...world.services,
    sms: { send: async () => Promise.reject(new Error(`down ${++count}`)) },
  }
  const [job] = world.jobs
  if (job?.name !== 'notify-contact') throw new Error('no job')
  for (let at = 0; at < 8; at += 1) {
    await notifyContact(broken, job.data).catch(() => undefined)
    await notifyContact(broken, job.data)
    world.server.clock.advance({ seconds: 700 })
    await world.services.db.raw("DELETE FROM rate_window WHERE bucket LIKE 'contact%'")
  }
  expect(count).toBe(5)
  expect(await messagesTo(contacts.oneMobile)).toEqual([])
})
