import { expect, test } from 'vitest'
import { staffContract } from '#contract/staff/index.ts'
import { forFile } from '#server/testing/for-file.ts'
import { lendingWorld } from '#server/testing/lending.ts'
import { staffBrowser } from '#server/testing/staff.ts'

const world = forFile(() => lendingWorld())

test('a rejected key of a vendor is the first item of the inbox, once for each service', async () => {
  const { db, clock } = world.services
  const at = (minutes: number) => new Date(clock.now().getTime() + minutes * 60_000)
  for (const [port, call, minutes] of [
    ['payout', 'send', 1],
    ['payout', 'testKey', 0],
    ['pan', 'check', 3],
    ['aadhaar', 'sendOtp', 2],
  ] as const)
    await db.raw('INSERT INTO vendor_refusal VALUES ($1, $2, $3, $4, $4)', [
      port,
      call,
      'a vendor',
      at(minutes),
    ])
  const operations = await staffBrowser(world.server, 'operations')
  const list = await operations.calls(staffContract.inbox).list({})
  if (!list.ok) throw new Error(list.reason)
  expect(list.data.items.slice(0, 2)).toEqual([
    expect.objectContaining({ kind: 'vendor-key', id: 'payout', notes: ['payout'], since: at(0) }),
    expect.objectContaining({
      kind: 'vendor-key',
      id: 'verification',
      notes: ['verification'],
      since: at(2),
    }),
  ])
  const answer = await operations
    .calls(staffContract.inbox)
    .take({ kind: 'vendor-key', id: 'payout' })
  expect(answer).toMatchObject({ ok: true })
})
