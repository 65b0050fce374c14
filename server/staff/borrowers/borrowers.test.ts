import { beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { staffContract } from '#contract/staff/index.ts'
import { completeNameHashes } from '#server/identity/complete-name-hashes.ts'
import { eraseKind } from '#server/identity/db/erase.ts'
import type { Browser } from '#server/testing/browser.ts'
import { forFile } from '#server/testing/for-file.ts'
import {
  type Borrower,
  detailOf,
  ledgerOf,
  lendingWorld,
  pay,
  runningLoan,
} from '#server/testing/lending.ts'
import { staffBrowser } from '#server/testing/staff.ts'

let grievance: Browser
let operations: Browser
const world = forFile(() => lendingWorld())
beforeAll(async () => {
  grievance = await staffBrowser(world.server, 'grievance-officer')
  operations = await staffBrowser(world.server, 'operations')
})

const borrowers = (browser: Browser = grievance) => browser.calls(staffContract.staffBorrower)
const orders = (browser: Browser = operations) => browser.calls(staffContract.staffOrder)

async function search(query: string) {
  const answer = await borrowers().search({ query, why: 'borrower-asked' })
  if (!answer.ok) throw new Error(answer.reason)
  return answer.data
}
async function open({ id }: Borrower, browser = grievance) {
  const answer = await borrowers(browser).open({ borrowerId: id, why: 'borrower-asked' })
  if (!answer.ok) throw new Error(answer.reason)
  return answer.data
}
async function openOrder(orderNo: string) {
  const answer = await orders().open({ orderNo, why: 'money' })
  if (!answer.ok) throw new Error(answer.reason)
  return answer.data
}
async function looksOf(borrower: Borrower) {
  const overview = await borrower.browser.calls(contract.ownData).overview({})
  if (!overview.ok) throw new Error(overview.reason)
  return overview.data.looks.flatMap(({ count, ...look }) =>
    Array.from({ length: count }, () => look),
  )
}

test('a borrower is found by phone, order number, references, digits and document code, masked', async () => {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower)
  const { attemptRef } = await pay(world, borrower, orderId)
  const { orderNo } = await detailOf(borrower, orderId)
  await borrower.browser.calls(contract.loanDocument).list({ orderId })
  const { db } = world.services
  const [row] = await db.raw(
    `SELECT (SELECT utr FROM payout WHERE borrower_id = $1) AS utr, (SELECT code FROM loan_document WHERE borrower_id = $1 LIMIT 1) AS code,
       (SELECT aadhaar_last_four FROM identity WHERE borrower_id = $1) AS four`,
    [borrower.id],
  )
  const revealed = await borrowers().reveal({
    borrowerId: borrower.id,
    part: 'name',
    why: 'complaint',
  })
  const nameWords = revealed.ok ? revealed.data.value.split(' ') : []
  const ways: [string, string][] = [
    [`+${borrower.phone}`, 'phone'],
    [orderNo.replaceAll(' ', '').toLowerCase(), 'order-no'],
    [attemptRef, 'reference'],
    [String(row?.utr), 'reference'],
    [String(row?.code), 'document-code'],
    [String(row?.four), 'last-four'],
    [`Shri ${nameWords.toReversed().join(' ').toLowerCase()}`, 'name'],
  ]
  for (const [query, by] of ways) {
    const { searched, found } = await search(query)
    expect(searched, query).toContain(by)
    expect(
      found.map(({ borrowerId }) => borrowerId),
      query,
    ).toContain(borrower.id)
    expect(JSON.stringify(found)).not.toContain(borrower.phone.slice(2))
  }
  expect((await looksOf(borrower)).filter(({ part }) => part === 'search')).toHaveLength(
    ways.length,
  )
})

test('a search by address finds nobody, is no look, and the answer says that nothing was searched', async () => {
  expect(await search('12, MG Road')).toEqual({ searched: [], found: [], hasMore: false })
})

test('housekeeping completes the names of the previous version, and keeps a name stated meanwhile', async () => {
  const { db } = world.services
  const borrower = await world.borrower()
  await runningLoan(world, borrower)
  const hashes = async () =>
    (await db.raw('SELECT name_hash AS hash FROM identity ORDER BY borrower_id')).map(({ hash }) =>
      String(hash),
    )
  const before = await hashes()
  expect(before).not.toContain('null')
  await db.raw('UPDATE identity SET name_hash = NULL')
  await completeNameHashes(world.services)
  expect(await hashes()).toEqual(before)
})

test('a search shows at most ten borrowers with the same digits', async () => {
  const people = []
  for (let count = 0; count < 11; count += 1) people.push(await world.borrower())
  await world.services.db.raw(
    `UPDATE bank_card SET account_last_four = '7777' WHERE borrower_id = ANY ($1)`,
    [people.map(({ id }) => id)],
  )
  const { found, hasMore } = await search('7777')
  expect([found.length, hasMore]).toEqual([10, true])
})

test('the page of a borrower has masked values, orders, the sum owed and everything that happened', async () => {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower)
  await pay(world, borrower, orderId)
  await borrower.browser.calls(contract.loanDocument).list({ orderId })
  const page = await open(borrower)
  const detail = await detailOf(borrower, orderId)
  expect(page).toMatchObject({
    maskedPhone: `••••••••${borrower.phone.slice(-2)}`,
    isVerified: true,
    owed: detail.position?.payoff,
    orders: [{ orderNo: detail.orderNo, state: 'loaned', owed: detail.position?.payoff }],
  })
  const kinds = new Set(page.timeline.events.map(({ kind }) => kind))
  expect([...kinds].sort()).toEqual(
    ['consent', 'document', 'look', 'message', 'order', 'payment', 'payout'].sort(),
  )
  const times = page.timeline.events.map(({ at }) => at.getTime())
  expect(times).toEqual(times.toSorted((a, b) => b - a))
  expect(await looksOf(borrower)).toMatchObject([
    { part: 'borrower', why: 'borrower-asked', role: 'grievance-officer' },
  ])
})

test('the timeline continues page by page, without a gap or a repetition', async () => {
  const borrower = await world.borrower()
  const { db, ids, clock } = world.services
  const [staff] = await db.raw(`SELECT staff_id FROM staff LIMIT 1`)
  for (let count = 0; count < 120; count += 1)
    await db.raw(
      `INSERT INTO staff_look (borrower_id, look_id, staff_id, role, part, why, at) VALUES ($1, $2, $3, 'viewer', 'name', 'review', $4)`,
      [borrower.id, ids.uuid(clock.now()), staff?.staff_id, clock.now()],
    )
  const [all] = await db.raw('SELECT count(*)::int AS count FROM consent WHERE borrower_id = $1', [
    borrower.id,
  ])
  const first = (await open(borrower)).timeline
  const eventIds = first.events.map(({ id }) => id)
  let { next } = first
  while (next !== null) {
    const answer = await borrowers().timeline({ borrowerId: borrower.id, after: next })
    if (!answer.ok) throw new Error(answer.reason)
    expect(answer.data.events.length).toBeLessThanOrEqual(50)
    eventIds.push(...answer.data.events.map(({ id }) => id))
    next = answer.data.next
  }
  expect(new Set(eventIds).size).toBe(eventIds.length)
  expect(eventIds).toHaveLength(121 + Number(all?.count))
})

test('reading on and adding a note need a look; a note is read by staff and stored encrypted', async () => {
  const borrower = await world.borrower()
  const borrowerId = borrower.id
  const note = 'Called about the due day, speaks Tamil.'
  const after = `${Date.now()}_look.x`
  expect(await borrowers().note({ borrowerId, note })).toMatchObject({ reason: 'look-needed' })
  expect(await borrowers().timeline({ borrowerId, after })).toMatchObject({ reason: 'look-needed' })
  await open(borrower, operations)
  expect(await borrowers().note({ borrowerId, note })).toMatchObject({ reason: 'look-needed' })
  await open(borrower)
  expect((await borrowers().note({ borrowerId, note })).ok).toBe(true)
  const { timeline } = await open(borrower, operations)
  expect(timeline.events.find(({ kind }) => kind === 'note')).toMatchObject({
    note,
    by: 'grievance-officer@sandbox.example',
  })
  const { db, clock } = world.services
  const rows = await db.raw('SELECT text_sealed FROM staff_note WHERE borrower_id = $1', [
    borrowerId,
  ])
  expect(String(rows[0]?.text_sealed)).not.toContain('Tamil')
  await db.transaction(tx => eraseKind(tx, 'feedback', borrowerId, clock.now()))
  expect(await db.raw('SELECT 1 FROM staff_note WHERE borrower_id = $1', [borrowerId])).toEqual([])
})

test('name and number are revealed one by one, each with its look; an unknown id is not found', async () => {
  const borrower = await world.borrower()
  const reveal = (part: 'name' | 'phone', browser = grievance) =>
    borrowers(browser).reveal({ borrowerId: borrower.id, part, why: 'complaint' })
  expect(await reveal('phone')).toMatchObject({ data: { value: borrower.phone } })
  expect(await reveal('phone', operations)).toMatchObject({ reason: 'not-permitted' })
  expect((await looksOf(borrower)).map(({ part, why }) => [part, why])).toEqual([
    ['phone', 'complaint'],
  ])
  for (const borrowerId of ['01a1fc5e-4940-7566-bffd-964037d99206', 'x'])
    expect(await borrowers().open({ borrowerId, why: 'review' })).toMatchObject({
      reason: 'borrower-not-found',
    })
})

test('an order shows its moves, schedule, payments with references, and a ledger that adds up to its figures', async () => {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower)
  const { attemptRef } = await pay(world, borrower, orderId)
  const detail = await detailOf(borrower, orderId)
  await borrower.browser.calls(contract.loanDocument).list({ orderId })
  const page = await openOrder(detail.orderNo.replaceAll(' ', ''))
  expect(page.moves.map(({ event }) => event)).toEqual(
    expect.arrayContaining(['apply', 'approve', 'confirm', 'payoutSucceeded']),
  )
  expect(page.schedule).toHaveLength(detail.schedule.length)
  expect(page.owedToday).toBe(detail.position?.payoff)
  expect(page.payouts).toMatchObject([{ state: 'succeeded', amount: detail.arriveAmount }])
  expect(page.receipts).toMatchObject([{ reference: attemptRef }])
  expect(page.documents.map(({ kind }) => kind)).toContain('receipt')
  const booked = await ledgerOf(world, borrower, orderId)
  for (const { account, balance } of page.balances) {
    expect(balance).toBe(booked[account])
    const sum = page.entries.reduce((total, { debit, credit, amount }) => {
      return total + (debit === account ? amount : 0) - (credit === account ? amount : 0)
    }, 0)
    expect(Math.abs(sum)).toBe(Math.abs(balance))
  }
  expect(await looksOf(borrower)).toMatchObject([{ part: 'order', why: 'money' }])
})

test('the acts of an order follow its state, and say that a proposal waits', async () => {
  const borrower = await world.borrower()
  world.bank.next = { state: 'pending' } as typeof world.bank.next
  const orderId = await runningLoan(world, borrower)
  const { orderNo } = await detailOf(borrower, orderId)
  const before = await openOrder(orderNo)
  const actOf = (page: typeof before, name: string) => page.acts.find(({ act }) => act === name)
  expect(actOf(before, 'decide')).toMatchObject({ cannot: 'wrong-state' })
  const stop = actOf(before, 'stop-payout')
  expect(stop).toMatchObject({ cannot: null })
  const payoutId = stop?.subject ?? ''
  const proposal = operations.calls(staffContract.proposal)
  expect((await proposal.stopPayout({ payoutId, why: 'The bank is silent.' })).ok).toBe(true)
  const after = await openOrder(orderNo)
  expect(actOf(after, 'stop-payout')).toMatchObject({ cannot: 'proposal-waits' })
  expect(after.proposals).toMatchObject([{ act: 'stop-payout' }])
})

test('an unknown number is no order', async () => {
  for (const orderNo of ['SR 2026 1121 0000 0000', 'nonsense'])
    expect(await orders().open({ orderNo, why: 'money' })).toMatchObject({
      reason: 'order-not-found',
    })
})

test('staff who opened the page with a reason sign the borrower out everywhere', async () => {
  const borrower = await world.borrower()
  const other = await world.borrower()
  const signOut = () => borrowers(operations).signOut({ borrowerId: borrower.id })
  const isSignedIn = async ({ browser }: Borrower) =>
    (await browser.calls(contract.account).me({})).ok
  expect(await signOut()).toMatchObject({ reason: 'look-needed' })
  expect(await isSignedIn(borrower)).toBe(true)
  await open(borrower, operations)
  expect((await signOut()).ok).toBe(true)
  expect(await isSignedIn(borrower)).toBe(false)
  expect(await isSignedIn(other)).toBe(true)
  const rows = await world.services.db.raw(
    `SELECT (SELECT count(*)::int FROM device WHERE borrower_id = $1 AND known_at IS NOT NULL) AS known,
       (SELECT count(*)::int FROM audit_entry WHERE subject = $1::text AND action = 'borrower-sessions-ended'
          AND actor LIKE 'staff:%') AS entries`,
    [borrower.id],
  )
  expect(rows).toEqual([{ known: 0, entries: 1 }])
})
