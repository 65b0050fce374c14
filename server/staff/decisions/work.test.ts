import { beforeAll, expect, test, vi } from 'vitest'
import { contract } from '#contract/index.ts'
import { staffContract } from '#contract/staff/index.ts'
import { day } from '#domain/day.ts'
import { recordSkipped } from '#server/lending/db/skipped-order.ts'
import { type cookieJar, cookieName } from '#server/platform/http/cookies.ts'
import { createStaffSession } from '#server/staff/people/sessions.ts'
import type { Browser } from '#server/testing/browser.ts'
import { forFile } from '#server/testing/for-file.ts'
import { type Borrower, detailOf, lendingWorld, wish } from '#server/testing/lending.ts'
import { staffBrowser } from '#server/testing/staff.ts'

let officer: Browser
const world = forFile(() => lendingWorld())
beforeAll(async () => {
  officer = await staffBrowser(world.server, 'credit-officer')
})

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
  return overview.data.looks.flatMap(({ count, ...look }) =>
    Array.from({ length: count }, () => look),
  )
}

test('a referred application waits in the inbox, and names nobody there', async () => {
  const { borrower, orderId } = await referred()
  expect(await itemOf(orderId)).toMatchObject({
    kind: 'application',
    notes: ['names-need-a-look'],
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

test('opening it shows the facts with masked values, and each look is recorded for the borrower', async () => {
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
  expect((await detailOf(one.borrower, one.orderId)).orderState).toBe('pass')
  expect(await calls.approve({ orderId: one.orderId })).toMatchObject({
    reason: 'order-not-found',
  })
  expect(await itemOf(one.orderId)).toBeUndefined()
  const two = await referred()
  expect(await calls.deny({ orderId: two.orderId, reasons: [], text: null })).toMatchObject({
    reason: 'input-invalid',
  })
  const denial = { orderId: two.orderId, reasons: ['names-differ' as const], text: 'Two names.' }
  const names = {
    en: 'The name on your PAN differs from the name on your Aadhaar.',
    hi: 'आपके PAN पर लिखा नाम आधार पर लिखे नाम से अलग है।',
  }
  expect(await calls.preview(denial), 'not opened').toMatchObject({ reason: 'look-needed' })
  await calls.open({ orderId: two.orderId, why: 'decision' })
  expect(await calls.preview(denial)).toMatchObject({
    data: { en: [names.en, 'Two names.'], hi: [names.hi, 'Two names.'] },
  })
  expect((await calls.deny(denial)).ok).toBe(true)
  expect(await detailOf(two.borrower, two.orderId)).toMatchObject({
    orderState: 'denied',
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
  expect((await detailOf(borrower, orderId)).orderState).toBe('auditing')
  expect((await calls.approve({ orderId })).ok).toBe(true)
  expect(await entries()).toEqual([{ action: 'desk-approve' }])
})

test('an item is taken by one person, handed over, or put off with a reason', async () => {
  const { orderId: id } = await referred()
  const other = await staffBrowser(world.server, 'kyc-officer')
  const item = { kind: 'application', id } as const
  const mine = officer.calls(staffContract.inbox)
  const others = other.calls(staffContract.inbox)
  const answers = await Promise.all([mine.take(item), others.take(item)])
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  const [first, second] = answers[0]?.ok ? [mine, others] : [others, mine]
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
  const itemIds = [...first.data.items, ...second.data.items].map(({ id }) => id)
  expect([first.data.items.length, itemIds.length, new Set(itemIds).size]).toEqual([50, 60, 60])
  expect(second.data.next).toBeNull()
  expect(first.data.counts).toContainEqual({ kind: 'unknown-payment', count: 60 })
  const [item] = first.data.items
  await calls.take({ kind: 'unknown-payment', id: item?.id ?? '' })
  const mine = await calls.list({ kind: 'unknown-payment', mine: 1 })
  expect(mine).toMatchObject({ data: { items: [{ id: item?.id, isMine: true }] } })
})

test('an order that two steps skipped is two items, each taken by itself', async () => {
  const { borrower, orderId } = await referred()
  const { db, clock } = world.services
  const order = { borrowerId: borrower.id, orderId }
  for (const step of ['accrue', 'remind'] as const)
    await recordSkipped(db, order, { step, reason: 'for the test', at: clock.now() })
  const calls = officer.calls(staffContract.inbox)
  const items = async () => {
    const list = await calls.list({ kind: 'skipped-order' })
    if (!list.ok) throw new Error(list.reason)
    return list.data.items
  }
  const [first, second] = await items()
  expect([first?.notes, second?.notes].flat().sort()).toEqual(['accrue', 'remind'])
  expect((await calls.take({ kind: 'skipped-order', id: first?.id ?? '' })).ok).toBe(true)
  const mine = (await items()).filter(({ isMine }) => isMine)
  expect(mine.map(({ notes }) => notes)).toEqual([first?.notes])
})

test('a hundred put-off items do not hide a newer one', async () => {
  const { db, ids, clock } = world.services
  const at = new Date(clock.now().getTime() - 86_400_000)
  const until = new Date(clock.now().getTime() + 86_400_000)
  for (let count = 0; count < 100; count += 1) {
    const id = ids.uuid(clock.now())
    await db.raw(
      `INSERT INTO provider_event (vendor, event_id, payment_id, attempt_ref, state, amount, received_at)
       VALUES ('test', $1, 'nobody', $1, 'paid', 100, $2)`,
      [id, at],
    )
    await db.raw(
      `INSERT INTO inbox_mark (kind, subject, put_off_until, reason_sealed, marked_at) VALUES ('unknown-payment', $1, $2, $3, $4)`,
      [
        id,
        until,
        world.services.cipher.encrypt('Later.', {
          table: 'inbox_mark',
          row: `unknown-payment/${id}`,
          column: 'reason_sealed',
        }),
        at,
      ],
    )
  }
  const newest = ids.uuid(clock.now())
  await db.raw(
    `INSERT INTO provider_event (vendor, event_id, payment_id, attempt_ref, state, amount, received_at)
     VALUES ('test', $1, 'nobody', $1, 'paid', 100, $2)`,
    [newest, new Date(at.getTime() + 1)],
  )
  const list = await officer.calls(staffContract.inbox).list({ kind: 'unknown-payment' })
  expect(list.ok && list.data.items[0]).toMatchObject({ id: newest, putOffUntil: null })
})

test('an item can be handed only to a colleague who may do its work, who sees it first', async () => {
  const { orderId: id } = await referred()
  const item = { kind: 'application', id } as const
  const mine = officer.calls(staffContract.inbox)
  await staffBrowser(world.server, 'kyc-officer')
  const [row] = await world.services.db.raw(
    `INSERT INTO staff SELECT gen_random_uuid(), 'another', mail_sealed, roles, is_simulated, created_at
     FROM staff WHERE 'credit-officer' = ANY(roles) RETURNING staff_id`,
  )
  const to = String(row?.staff_id)
  await reseal(to, 'bela@lender.example')
  expect(await mine.colleagues({ kind: 'application' })).toEqual({
    ok: true,
    data: { colleagues: [{ staffId: to, mail: 'bela@lender.example' }] },
  })
  expect(await mine.handOver({ ...item, to }), 'not taken').toMatchObject({ reason: 'outdated' })
  await mine.take(item)
  const [kyc] = await world.services.db.raw(
    `SELECT staff_id FROM staff WHERE 'kyc-officer' = ANY(roles)`,
  )
  expect(await mine.handOver({ ...item, to: String(kyc?.staff_id) })).toMatchObject({
    reason: 'input-invalid',
  })
  await mine.putOff({ ...item, until: day('2026-11-23'), why: 'Not today.' })
  expect((await mine.handOver({ ...item, to })).ok).toBe(true)
  expect(await itemOf(id)).toMatchObject({
    takenBy: 'bela@lender.example',
    isMine: false,
    putOffUntil: null,
  })
  expect(await mine.take(item)).toMatchObject({ reason: 'outdated' })
  const bela = await signedIn(to)
  const list = await bela.calls(staffContract.inbox).list({})
  const handedBy = 'credit-officer@sandbox.example'
  expect(list.ok && list.data.items[0]).toMatchObject({ id, isMine: true, handedBy })
  expect((await bela.calls(staffContract.inbox).handOver(item)).ok).toBe(true)
  expect(await itemOf(id)).toMatchObject({ takenBy: null, handedBy: null })
})

/** Gives a person of staff a mail address. */
async function reseal(staffId: string, mail: string) {
  const sealed = world.services.cipher.encrypt(mail, {
    table: 'staff',
    row: staffId,
    column: 'mail_sealed',
  })
  await world.services.db.raw('UPDATE staff SET mail_sealed = $2 WHERE staff_id = $1', [
    staffId,
    sealed,
  ])
}

/** A browser in which this person is signed in. */
async function signedIn(staffId: string): Promise<Browser> {
  const browser = world.server.browser()
  const write: ReturnType<typeof cookieJar>['write'] = (name, value) =>
    void browser.cookies.set(cookieName(name, false), value)
  await world.services.db.transaction(tx =>
    createStaffSession(world.services, tx, { staffId, way: 'sandbox' }, { write }),
  )
  return browser
}
