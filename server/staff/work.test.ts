import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { contract } from '#contract/index.ts'
import { staffContract } from '#contract/staff/index.ts'
import { day } from '#domain/day.ts'
import type { Browser } from '#server/testing/browser.ts'
import {
  type Borrower,
  detailOf,
  type LendingWorld,
  lendingWorld,
  wish,
} from '#server/testing/lending.ts'
import { staffBrowser } from '#server/testing/staff.ts'

let world: LendingWorld
let officer: Browser
beforeAll(async () => {
  world = await lendingWorld()
  officer = await staffBrowser(world.server, 'credit-officer')
})
afterAll(() => world.close())

/** An application that the rules could not settle: the names differ a little. */
async function referred(): Promise<{ borrower: Borrower; orderId: string }> {
  const borrower = await world.borrower({ panDigits: '0002' })
  const applied = await borrower.browser
    .calls(contract.order)
    .apply(wish(borrower), { idempotencyKey: 'apply' })
  if (!applied.ok) throw new Error(applied.reason)
  await world.runJobs()
  return { borrower, orderId: applied.data.orderId }
}

async function itemOf(id: string, browser = officer) {
  const list = await browser.calls(staffContract.inbox).list({})
  if (!list.ok) throw new Error(list.reason)
  return list.data.items.find(item => item.id === id)
}

async function looksOf(borrower: Borrower) {
  const overview = await borrower.browser.calls(contract.ownData).overview({})
  if (!overview.ok) throw new Error(overview.reason)
  return overview.data.looks
}

test('a referred application waits in the inbox, and names nobody there', async () => {
  const { borrower, orderId } = await referred()
  expect(await itemOf(orderId)).toMatchObject({
    kind: 'application',
    note: 'names-need-a-look',
    takenBy: null,
    hasProposal: false,
  })
  const response = await officer.fetch('/api1/staff/v1/inbox', {
    headers: { web_uuid: officer.headers.web_uuid ?? '' },
  })
  const text = await response.text()
  expect(text).toContain(orderId)
  expect(text).not.toContain(borrower.phone.slice(2))
  expect(text).not.toContain(borrower.id)
})

test('opening it shows the facts with masked values, and each look is written down for the borrower', async () => {
  const { borrower, orderId } = await referred()
  expect(await looksOf(borrower)).toEqual([])
  const calls = officer.calls(staffContract.application)
  const opened = await calls.open({ orderId, why: 'decision' })
  expect(opened).toMatchObject({
    data: {
      facts: { monthlyIncome: 4_200_000 },
      maskedPhone: `••••••••${borrower.phone.slice(-2)}`,
    },
  })
  expect(JSON.stringify(opened)).not.toContain(borrower.phone.slice(2))
  const at = world.services.clock.now()
  const first = { at, role: 'credit-officer', part: 'application', why: 'decision' }
  expect(await looksOf(borrower)).toEqual([first])
  expect(await calls.reveal({ orderId, part: 'phone', why: 'borrower-asked' })).toMatchObject({
    data: { value: borrower.phone },
  })
  expect(await looksOf(borrower)).toEqual([
    { at, role: 'credit-officer', part: 'phone', why: 'borrower-asked' },
    first,
  ])
  const [entry] = await world.services.db.raw(
    `SELECT count(*)::int AS count FROM audit_entry WHERE action = 'staff-looked' AND subject = $1`,
    [borrower.id],
  )
  expect(entry?.count).toBe(2)
})

test('an application is approved once, and denied with the reason that the borrower reads', async () => {
  const calls = officer.calls(staffContract.application)
  const one = await referred()
  expect((await calls.approve({ orderId: one.orderId })).ok).toBe(true)
  expect((await detailOf(one.borrower, one.orderId)).orderState).toBe('2')
  expect(await calls.approve({ orderId: one.orderId })).toMatchObject({
    reason: 'order-not-found',
  })
  expect(await itemOf(one.orderId)).toBeUndefined()
  const two = await referred()
  expect(await calls.deny({ orderId: two.orderId, reasons: [], text: null })).toMatchObject({
    reason: 'input-invalid',
  })
  const told = { orderId: two.orderId, reasons: ['names-differ' as const], text: 'Two names.' }
  const names = {
    en: 'The name on your PAN differs from the name on your Aadhaar.',
    hi: 'आपके PAN पर लिखा नाम आधार पर लिखे नाम से अलग है।',
  }
  expect(await calls.preview(told), 'not opened').toMatchObject({ reason: 'look-needed' })
  await calls.open({ orderId: two.orderId, why: 'decision' })
  expect(await calls.preview(told)).toMatchObject({
    data: { en: [names.en, 'Two names.'], hi: [names.hi, 'Two names.'] },
  })
  expect((await calls.deny(told)).ok).toBe(true)
  expect(await detailOf(two.borrower, two.orderId)).toMatchObject({
    orderState: '3',
    reasons: [{ msg: names.en }, { msg: 'Two names.' }],
  })
})

test('a decision and its entry in the audit log are stored together or not at all', async () => {
  const calls = officer.calls(staffContract.application)
  const { borrower, orderId } = await referred()
  const { db } = world.services
  const entries = () => db.raw('SELECT action FROM audit_entry WHERE subject = $1', [orderId])
  await db.raw(`UPDATE loan_order SET state = 'cancelled' WHERE order_id = $1`, [orderId])
  expect(await calls.approve({ orderId })).toMatchObject({ reason: 'order-not-found' })
  expect(await entries()).toEqual([])
  await db.raw(`UPDATE loan_order SET state = 'auditing' WHERE order_id = $1`, [orderId])
  const broken = vi.spyOn(world.services.cipher, 'seal').mockImplementation(() => {
    throw new Error('the audit log cannot be written')
  })
  expect((await calls.approve({ orderId })).ok).toBe(false)
  broken.mockRestore()
  expect((await detailOf(borrower, orderId)).orderState).toBe('1')
  expect((await calls.approve({ orderId })).ok).toBe(true)
  expect(await entries()).toEqual([{ action: 'desk-approve' }])
})

test('nobody works on the same item twice: it is taken, handed over, or put off with a reason', async () => {
  const { orderId: id } = await referred()
  const other = await staffBrowser(world.server, 'kyc-officer')
  const item = { kind: 'application', id } as const
  const mine = officer.calls(staffContract.inbox)
  const others = other.calls(staffContract.inbox)
  const taken = await Promise.all([mine.take(item), others.take(item)])
  expect(taken.filter(({ ok }) => ok)).toHaveLength(1)
  const [first, second] = taken[0]?.ok ? [mine, others] : [others, mine]
  expect(await second.handOver(item)).toMatchObject({ reason: 'outdated' })
  const off = { ...item, until: day('2026-11-23'), why: 'The borrower sends a paper.' }
  expect(await second.putOff(off)).toMatchObject({ reason: 'outdated' })
  expect((await first.handOver(item)).ok).toBe(true)
  expect((await second.putOff(off)).ok).toBe(true)
  expect(await itemOf(id)).toMatchObject({
    takenBy: null,
    putOffUntil: new Date('2026-11-22T18:30:00Z'),
    putOffWhy: 'The borrower sends a paper.',
  })
  expect((await first.take(item)).ok).toBe(true)
  expect(await second.resume(item)).toMatchObject({ reason: 'outdated' })
  expect(await itemOf(id)).toMatchObject({ putOffUntil: new Date('2026-11-22T18:30:00Z') })
  expect((await first.resume(item)).ok).toBe(true)
  expect(await itemOf(id)).toMatchObject({ putOffUntil: null, putOffWhy: null })
  expect(await first.resume({ ...item, id: 'nothing' })).toMatchObject({ reason: 'outdated' })
  expect((await first.handOver(item)).ok).toBe(true)
  for (const until of ['2026-11-21', '2026-12-06'])
    expect(await second.putOff({ ...off, until: day(until) })).toMatchObject({
      reason: 'input-invalid',
    })
})

test('the inbox comes page by page and by kind, and counts each kind', async () => {
  const { db, ids, clock } = world.services
  for (let count = 0; count < 60; count += 1)
    await db.raw(
      `INSERT INTO provider_event (vendor, event_id, payment_id, attempt_ref, state, amount, received_at)
       VALUES ('test', $1, 'nobody', $1, 'paid', 100, $2)`,
      [ids.uuid(clock.now()), clock.now()],
    )
  const calls = officer.calls(staffContract.inbox)
  const first = await calls.list({ kind: 'unknown-payment' })
  if (!first.ok || first.data.next === null) throw new Error('there is no second page')
  const second = await calls.list({ kind: 'unknown-payment', after: first.data.next })
  if (!second.ok) throw new Error(second.reason)
  const seen = [...first.data.items, ...second.data.items].map(({ id }) => id)
  expect([first.data.items.length, seen.length, new Set(seen).size]).toEqual([50, 60, 60])
  expect(second.data.next).toBeNull()
  expect(first.data.counts).toContainEqual({ kind: 'unknown-payment', count: 60 })
  const [taken] = first.data.items
  await calls.take({ kind: 'unknown-payment', id: taken?.id ?? '' })
  const mine = await calls.list({ kind: 'unknown-payment', mine: 1 })
  expect(mine).toMatchObject({ data: { items: [{ id: taken?.id, isMine: true }] } })
})
