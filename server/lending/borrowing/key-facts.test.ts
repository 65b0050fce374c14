import { createHash, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { orderOf } from '#server/lending/db/order.ts'
import { eventNamesOf } from '#server/lending/db/order-event.ts'
import { keyFactsStatement } from '#server/lending/words/key-facts.ts'
import { asOwner } from '#server/platform/db/connection.ts'
import { keyIdOf } from '#server/platform/db/encrypt.ts'
import { forFile } from '#server/testing/for-file.ts'
import { keyFactsOffered, keyFactsRead } from '#server/testing/key-facts.ts'
import { type Borrower, detailOf, lendingWorld, wish } from '#server/testing/lending.ts'
import { LANGUAGES } from '#words/language.ts'

const world = forFile(() => lendingWorld())

const key = () => ({ idempotencyKey: randomUUID() })
const callsOf = ({ browser }: Borrower) => browser.calls(contract.order)

async function offered(borrower: Borrower, about: object = {}): Promise<string> {
  const applied = await callsOf(borrower).apply({ ...wish(borrower), ...about }, key())
  if (!applied.ok) throw new Error(applied.reason)
  await world.runJobs()
  return applied.data.orderId
}

async function detailsOf(orderId: string, event: string) {
  const [row] = await world.services.db.raw(
    'SELECT details FROM order_event WHERE order_id = $1 AND event = $2',
    [orderId, event],
  )
  return row?.details
}

test('the statement matches the offer, is stored encrypted as it was made, and is named by its hash', async () => {
  const borrower = await world.borrower()
  const orderId = await offered(borrower)
  const read = await callsOf(borrower).keyFacts({ orderId })
  if (!read.ok) throw new Error(read.reason)
  const { hash, sections, orderNo } = read.data
  expect(orderNo).toBe((await detailOf(borrower, orderId)).orderNo)
  expect(sections.map(({ title }) => title)).toEqual([
    'Part 1: what the loan costs',
    'Part 2: your rights',
    'How the APR is calculated',
    'Repayment schedule',
  ])
  const text = JSON.stringify(sections)
  for (const part of [
    '₹5,000.00',
    '₹4,882.00',
    '47.39%',
    '₹100.00',
    '₹18.00',
    '₹399.86',
    '0.08% a day',
    '1 day after',
  ])
    expect(text).toContain(part)
  expect(sections[3]?.table?.rows).toHaveLength(13)
  expect(createHash('sha256').update(text).digest('hex')).toBe(hash)
  const rows = await world.services.db.raw(
    'SELECT language, hash, statement_sealed FROM key_facts WHERE order_id = $1',
    [orderId],
  )
  expect(rows.map(({ language }) => language).sort()).toEqual([...LANGUAGES].sort())
  for (const { statement_sealed: sealed } of rows as { statement_sealed: Buffer }[]) {
    expect(keyIdOf(sealed)).toBe('test')
    expect(sealed.length).toBeLessThan(text.length / 2)
  }
})

test('reads a statement that was stored before statements were compressed', async () => {
  const borrower = await world.borrower()
  const orderId = await offered(borrower)
  const first = await callsOf(borrower).keyFacts({ orderId })
  const order = await orderOf(world.services.db, borrower.id, orderId)
  if (!order) throw new Error('the order is missing')
  const place = {
    table: 'key_facts',
    row: `${borrower.id}/${orderId}/en`,
    column: 'statement_sealed',
  }
  const sealed = world.services.cipher.encrypt(
    keyFactsStatement(order, world.services.config.lender, 'en').text,
    place,
  )
  await world.services.db.raw(
    "UPDATE key_facts SET statement_sealed = $1 WHERE order_id = $2 AND language = 'en'",
    [sealed, orderId],
  )
  expect(await callsOf(borrower).keyFacts({ orderId })).toEqual(first)
})

test('Get Money requires the hash of this order’s own statement, in either language, and stores it', async () => {
  const borrower = await world.borrower()
  const other = await world.borrower()
  const orderId = await offered(borrower)
  const order = callsOf(borrower)
  expect(await order.loan({ orderId }, key())).toMatchObject({ reason: 'key-facts-required' })
  const ofAnother = await keyFactsRead(
    other.browser,
    await offered(other, { borrowAmount: 300_000 }),
  )
  expect(await order.loan({ orderId, keyFactsHash: ofAnother }, key())).toMatchObject({
    reason: 'key-facts-changed',
  })
  expect((await detailOf(borrower, orderId)).orderState).toBe('pass')
  const stored = await orderOf(world.services.db, borrower.id, orderId)
  if (!stored) throw new Error('the order is gone')
  const keyFactsHash = keyFactsStatement(stored, world.services.config.lender, 'hi').hash
  expect(keyFactsHash).not.toBe(await keyFactsRead(borrower.browser, orderId))
  expect(await order.loan({ orderId, keyFactsHash }, key())).toMatchObject({ ok: true })
  expect(await detailsOf(orderId, 'confirm')).toEqual({ keyFactsHash })
})

test('auto get money waits without the statement, and refuses that of other terms', async () => {
  const borrower = await world.borrower()
  const auto = { ...wish(borrower, { auto: 1 }) }
  const otherTerms = { ...auto, borrowAmount: wish(borrower, { rupees: 3_000 }).borrowAmount }
  const keyFactsHash = await keyFactsOffered(borrower.browser)
  expect(await callsOf(borrower).apply({ ...otherTerms, keyFactsHash }, key())).toMatchObject({
    reason: 'key-facts-changed',
  })
  const orderId = await offered(borrower, { autoGetMoney: 1 })
  expect(await detailOf(borrower, orderId)).toMatchObject({ orderState: 'pass', autoGetMoney: 0 })
  // The application is made with the statement that was offered before it.
  expect(await keyFactsRead(borrower.browser, orderId)).toBe(keyFactsHash)
})

test('auto get money with the statement goes on by itself, and stores the acknowledgement', async () => {
  const borrower = await world.borrower()
  const keyFactsHash = await keyFactsOffered(borrower.browser)
  const orderId = await offered(borrower, { autoGetMoney: 1, keyFactsHash })
  expect(await detailOf(borrower, orderId)).toMatchObject({ orderState: 'loaned' })
  expect(await detailsOf(orderId, 'apply')).toEqual({ keyFactsHash })
  expect(await eventNamesOf(world.services.db, borrower.id, orderId)).toContain('confirm')
})

test('the application can neither delete nor rewrite a statement; it may encrypt it again', async () => {
  const { db } = world.services
  const orderId = await offered(await world.borrower())
  for (const table of ['key_facts', 'key_facts_addendum'])
    for (const statement of [
      `DELETE FROM ${table}`,
      `UPDATE ${table} SET hash = repeat('0', 64)`,
      `UPDATE ${table} SET made_at = now()`,
      `TRUNCATE ${table}`,
    ])
      await expect(db.raw(statement), statement).rejects.toThrow('permission denied')
  // The order cannot take its statement along either.
  await expect(db.raw('DELETE FROM loan_order WHERE order_id = $1', [orderId])).rejects.toThrow(
    'foreign key',
  )
  const again = 'UPDATE key_facts SET statement_sealed = statement_sealed WHERE order_id = $1'
  await expect(db.raw(again, [orderId])).resolves.toEqual([])
})

test('an order older than statements gets its own on request', async () => {
  const borrower = await world.borrower()
  const orderId = await offered(borrower)
  const before = await keyFactsRead(borrower.browser, orderId)
  await asOwner(world.server.database.target, owner =>
    owner.query('DELETE FROM key_facts WHERE order_id = $1', [orderId]),
  )
  expect(await callsOf(borrower).loan({ orderId, keyFactsHash: before }, key())).toMatchObject({
    reason: 'key-facts-changed',
  })
  expect(await keyFactsRead(borrower.browser, orderId)).toBe(before)
  expect(await callsOf(borrower).loan({ orderId, keyFactsHash: before }, key())).toMatchObject({
    ok: true,
  })
})

test('answers another borrower’s statement as missing', async () => {
  const borrower = await world.borrower()
  const other = await world.borrower()
  const orderId = await offered(borrower)
  expect(await callsOf(other).keyFacts({ orderId })).toMatchObject({ reason: 'order-not-found' })
})
