import { beforeAll, expect, test } from 'vitest'
import { staffContract } from '#contract/staff/index.ts'
import type { Browser } from '#server/testing/browser.ts'
import { forFile } from '#server/testing/for-file.ts'
import { lendingWorld } from '#server/testing/lending.ts'
import { staffBrowser } from '#server/testing/staff.ts'

let operations: Browser
let finance: Browser
const world = forFile(() => lendingWorld())
beforeAll(async () => {
  operations = await staffBrowser(world.server, 'operations')
  finance = await staffBrowser(world.server, 'finance')
})

const proposals = (browser: Browser) => browser.calls(staffContract.proposal)

/** Reports ₹100 for an unknown payment as the vendor. Returns the id of its inbox item. */
async function unknownPayment(): Promise<string> {
  const { db, ids, clock } = world.services
  const id = ids.uuid(clock.now())
  await db.raw(
    `INSERT INTO provider_event (vendor, event_id, payment_id, attempt_ref, state, amount, received_at)
     VALUES ('razorpay', $1, 'nobody', $1, 'paid', 10000, $2)`,
    [`${id}/1`, clock.now()],
  )
  return `${id}_1`
}

async function isInInbox(id: string): Promise<boolean> {
  const list = await operations.calls(staffContract.inbox).list({ kind: 'unknown-payment' })
  if (!list.ok) throw new Error(list.reason)
  return list.data.items.some(item => item.id === id)
}

async function proposed(id: string, reference: string | null): Promise<string> {
  const why = 'The payer was asked.'
  const proposal = await proposals(operations).closeUnknownPayment({ id, reference, why })
  if (!proposal.ok) throw new Error(proposal.reason)
  return proposal.data.proposalId
}

test.each(['AXIS00000001', null])(
  'an unknown payment leaves the inbox once two persons close it, with reference %s',
  async reference => {
    const id = await unknownPayment()
    expect(await isInInbox(id)).toBe(true)
    const proposalId = await proposed(id, reference)
    expect(await isInInbox(id)).toBe(true)
    expect(await proposals(operations).approve({ proposalId, reason: 'I read it.' })).toMatchObject(
      {
        reason: 'not-permitted',
      },
    )
    expect((await proposals(finance).approve({ proposalId, reason: 'I read it.' })).ok).toBe(true)
    expect(await isInInbox(id)).toBe(false)
    expect(
      await world.services.db.raw(
        'SELECT vendor, reference FROM closed_payment_event WHERE event_id = $1',
        [id.replace('_', '/')],
      ),
    ).toEqual([{ vendor: 'razorpay', reference }])
  },
)

test('an unknown payment cannot be closed once it is ours or closed', async () => {
  const id = await unknownPayment()
  const proposalId = await proposed(id, null)
  await world.services.db.raw(
    `INSERT INTO provider_attempt (vendor, attempt_ref, state, borrower_id, learned_at)
     VALUES ('razorpay', $1, 'paid', gen_random_uuid(), $2)`,
    [id.replace('_', '/'), world.services.clock.now()],
  )
  expect(await proposals(finance).approve({ proposalId, reason: 'I read it.' })).toMatchObject({
    reason: 'outdated',
  })
  expect(
    await proposals(operations).closeUnknownPayment({ id, reference: null, why: 'Again.' }),
  ).toMatchObject({ reason: 'outdated' })
})

test('an unknown payment is opened and closed by its key, among ten thousand older ones', async () => {
  const { db, clock } = world.services
  await db.raw(
    `INSERT INTO provider_event (vendor, event_id, payment_id, attempt_ref, state, amount, received_at)
     SELECT 'razorpay', 'older-' || n, 'nobody', 'older-' || n, 'paid', 100, $1
     FROM generate_series(1, 10000) AS n`,
    [new Date(clock.now().getTime() - 86_400_000)],
  )
  const id = await unknownPayment()
  const opened = await operations
    .calls(staffContract.inbox)
    .trouble({ kind: 'unknown-payment', id })
  expect(opened).toMatchObject({ data: { amount: 100_00, reference: id.replace('_', '/') } })
  const proposalId = await proposed(id, null)
  expect((await proposals(finance).approve({ proposalId, reason: 'I read it.' })).ok).toBe(true)
  const closed = await db.raw(
    'SELECT event_id AS id FROM closed_payment_event WHERE event_id = $1',
    [id.replace('_', '/')],
  )
  expect(closed).toHaveLength(1)
})
