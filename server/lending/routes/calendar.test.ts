import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { runCloseOfBusiness } from '#server/lending/closing/close-of-business.ts'
import { databaseDump } from '#server/testing/dump.ts'
import { forFile } from '#server/testing/for-file.ts'
import { addendumRead } from '#server/testing/key-facts.ts'
import { type Borrower, lendingWorld, pay, runningLoan } from '#server/testing/lending.ts'

const world = forFile(() => lendingWorld())
/** Half past ten on Saturday, 21 November 2026, in India. */
const MORNING = new Date('2026-11-21T05:00:00Z')
beforeEach(() => world.server.clock.set(MORNING))

const calls = ({ browser }: Borrower) => browser.calls(contract.calendar)

async function addressOf(borrower: Borrower): Promise<string> {
  const feed = await calls(borrower).create({})
  if (!feed.ok) throw new Error(feed.reason)
  return new URL(feed.data.address).pathname
}

/** As a calendar fetches it: without a session. */
const fetched = (path: string) => fetch(world.server.origin + path)

const hex = (bytes: Buffer) => bytes.toString('hex')

/** The content lines, unfolded (RFC 5545 §3.1). */
async function linesAt(path: string): Promise<string[]> {
  const text = await (await fetched(path)).text()
  return text.replaceAll('\r\n ', '').split('\r\n')
}

async function daysAt(path: string): Promise<string[]> {
  const start = 'DTSTART;VALUE=DATE:'
  const lines = await linesAt(path)
  return lines.filter(line => line.startsWith(start)).map(line => line.slice(start.length))
}

async function daysPass(days: number): Promise<void> {
  world.server.clock.advance({ days })
  await runCloseOfBusiness(world.services)
}

/** Thirteen weekly instalments of money that arrived on 21 November (product §5). */
const WEEKLY = `
  20261128 20261205 20261212 20261219 20261226 20270102 20270109
  20270116 20270123 20270130 20270206 20270213 20270220`
  .trim()
  .split(/\s+/)

describe('a calendar', () => {
  test('has every due day of a loan, and loses those that are paid', async () => {
    const borrower = await world.borrower()
    const path = await addressOf(borrower)
    expect(await daysAt(path)).toEqual([])
    const orderId = await runningLoan(world, borrower)
    expect(await daysAt(path)).toEqual(WEEKLY)
    await daysPass(7)
    await pay(world, borrower, orderId)
    expect(await daysAt(path)).toEqual(WEEKLY.slice(1))
    await daysPass(9)
    expect(await daysAt(path)).toEqual(WEEKLY.slice(1))
    await pay(world, borrower, orderId, 'all')
    expect(await daysAt(path)).toEqual([])
    expect((await linesAt(path)).filter(line => line.startsWith('BEGIN:'))).toEqual([
      'BEGIN:VCALENDAR',
      'BEGIN:VTIMEZONE',
      'BEGIN:STANDARD',
    ])
  })

  test('follows an extension: seven days after the request, and later ones with it', async () => {
    const borrower = await world.borrower()
    const path = await addressOf(borrower)
    const orderId = await runningLoan(world, borrower)
    await daysPass(7)
    const extension = borrower.browser.calls(contract.extension)
    const quote = await extension.calculate({ id: orderId })
    if (!quote.ok) throw new Error(quote.reason)
    const { extensionId, orderRepayId } = quote.data
    const keyFactsHash = await addendumRead(borrower.browser, { orderId, extensionId })
    const request = await extension.apply(
      { extensionId, orderRepayId, orderId, ...(keyFactsHash && { keyFactsHash }) },
      { idempotencyKey: crypto.randomUUID() },
    )
    if (!request.ok) throw new Error(request.reason)
    expect(await daysAt(path)).toEqual(WEEKLY)
    const { paymentUrl } = request.data
    await world.webhook(world.provider.attempt(paymentUrl.slice(paymentUrl.lastIndexOf('/') + 1)))
    expect(await daysAt(path)).toEqual([...WEEKLY.slice(1), '20270227'])
  })

  test('has the next loan once one is repaid, and none of another borrower', async () => {
    const borrower = await world.borrower()
    const other = await world.borrower()
    const path = await addressOf(borrower)
    const first = await runningLoan(world, borrower, { productId: 'saral-seven', rupees: 3_000 })
    await runningLoan(world, other)
    expect(await daysAt(path)).toEqual(['20261128'])
    await pay(world, borrower, first, 'all')
    await runningLoan(world, borrower)
    expect(await daysAt(path)).toEqual(WEEKLY)
  })

  test('counts days in India', async () => {
    world.server.clock.set(new Date('2026-11-21T19:00:00Z'))
    const borrower = await world.borrower()
    await runningLoan(world, borrower, { productId: 'saral-seven' })
    expect(await daysAt(await addressOf(borrower))).toEqual(['20261129'])
  })

  test('says in the borrower’s language that there is a date, and nothing of whom or how much', async () => {
    const borrower = await world.borrower()
    borrower.browser.headers['x-language'] = 'hi'
    const path = await addressOf(borrower)
    await runningLoan(world, borrower, { productId: 'saral-seven' })
    world.server.clock.set(MORNING)
    const lines = await linesAt(path)
    const entry = lines.slice(lines.indexOf('BEGIN:VEVENT'), lines.indexOf('END:VEVENT') + 1)
    expect(entry).toEqual([
      'BEGIN:VEVENT',
      expect.stringMatching(/^UID:2026-11-28-[0-9a-f]{16}@saral\.test$/),
      'DTSTAMP:20261121T050000Z',
      'DTSTART;VALUE=DATE:20261128',
      'SUMMARY:Saral में एक तारीख',
      'DESCRIPTION:उसे देखने के लिए Saral खोलें: http://saral.test/order',
      'URL:http://saral.test/order',
      'CLASS:PRIVATE',
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ])
    expect(await linesAt(path)).toEqual(lines)
  })

  test('is not stored on its way, and is a calendar by its type', async () => {
    const response = await fetched(await addressOf(await world.borrower()))
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    expect(response.headers.getSetCookie()).toEqual([])
  })
})

describe('its address', () => {
  test('exists once for a borrower: a new one ends the one before', async () => {
    const borrower = await world.borrower()
    expect(await calls(borrower).link({})).toEqual({ ok: true, data: { since: null } })
    world.server.clock.set(MORNING)
    const first = await addressOf(borrower)
    expect(first).toMatch(/^\/calendar\/[\w-]{43}\.ics$/)
    expect(await calls(borrower).link({})).toEqual({
      ok: true,
      data: { since: MORNING },
    })
    const second = await addressOf(borrower)
    expect(second).not.toBe(first)
    expect((await fetched(first)).status).toBe(404)
    expect((await fetched(second)).status).toBe(200)
  })

  test('once revoked answers like one that never was, and leaves those of others', async () => {
    const borrower = await world.borrower()
    const other = await world.borrower()
    const path = await addressOf(borrower)
    const otherPath = await addressOf(other)
    expect(await calls(borrower).revoke({})).toEqual({ ok: true, data: null })
    expect(await calls(borrower).revoke({})).toEqual({ ok: true, data: null })
    expect(await calls(borrower).link({})).toEqual({ ok: true, data: { since: null } })
    const answerAt = async (address: string) => {
      const response = await fetched(address)
      const headers = [...response.headers].filter(([name]) => name !== 'date')
      return { status: response.status, headers, text: await response.text() }
    }
    const revoked = await answerAt(path)
    expect(revoked.status).toBe(404)
    expect(await answerAt(`/calendar/${'x'.repeat(43)}.ics`)).toEqual(revoked)
    expect(await answerAt('/calendar/short.ics')).toEqual(revoked)
    expect(await answerAt(path.replace('.ics', ''))).toEqual(revoked)
    expect((await fetched(otherPath)).status).toBe(200)
  })

  test('ends with the borrower’s data', async () => {
    for (const what of ['notifications', 'everything'] as const) {
      const borrower = await world.borrower()
      const path = await addressOf(borrower)
      expect(await borrower.browser.calls(contract.ownData).erase({ what })).toMatchObject({
        ok: true,
      })
      expect((await fetched(path)).status).toBe(404)
    }
  })

  test('needs a session to be made, and none to be read', async () => {
    const stranger = world.server.browser().calls(contract.calendar)
    for (const answer of [stranger.link({}), stranger.create({}), stranger.revoke({})])
      expect(await answer).toMatchObject({ ok: false, reason: 'not-logged-in' })
  })

  test('is in no log line and, but for its hash, nowhere in the database', async () => {
    const borrower = await world.borrower()
    const path = await addressOf(borrower)
    const secret = path.slice('/calendar/'.length, -'.ics'.length)
    await fetched(path)
    await fetched(`${path}?again=${secret}`)
    await calls(borrower).revoke({})
    await fetched(path)
    await fetched(`${path}/more`)
    await fetched(`/Calendar/${secret}`)
    const lines = world.server.logged.slice(-6).map(line => JSON.stringify(line))
    expect(lines.filter(line => line.includes('/calendar/:file'))).toHaveLength(3)
    for (const line of world.server.logged) expect(JSON.stringify(line)).not.toContain(secret)
    const currentSecret = (await addressOf(borrower)).slice('/calendar/'.length, -'.ics'.length)
    const dumped = await databaseDump(world.server.database.target)
    const text = dumped.map(each => each.text).join('\n')
    for (const each of [secret, currentSecret])
      for (const form of [each, hex(Buffer.from(each)), hex(Buffer.from(each, 'base64url'))])
        expect(text).not.toContain(form)
    expect(text).toContain(hex(createHash('sha256').update(currentSecret).digest()))
  })
})

test('fetches are limited by address, known ones and unknown ones alike', async () => {
  const few = await lendingWorld({ config: { limitScale: 2 / 6_000 } })
  const get = () => fetch(`${few.server.origin}/calendar/${'x'.repeat(43)}.ics`)
  expect([await get(), await get(), await get()].map(({ status }) => status)).toEqual([
    404, 404, 429,
  ])
  await few.close()
})
