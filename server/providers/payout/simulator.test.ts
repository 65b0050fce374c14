import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { paise } from '#domain/money.ts'
import type { Clock } from '#server/platform/clock.ts'
import { randomIds } from '#server/platform/ids.ts'
import type { PayoutRequest } from '#server/providers/payout/port.ts'
import { type PayoutSimulator, payoutSimulator } from '#server/providers/payout/simulator.ts'
import { movableClock, testCipher } from '#server/testing/app.ts'
import { type FreshDatabase, freshDatabase } from '#server/testing/database.ts'

const wall = movableClock(new Date('2026-11-21T04:30:00Z'))
const business = movableClock(new Date('2026-12-24T04:30:00Z'))
const clock: Clock = { now: business.now, wall: wall.now }
const ids = randomIds()
const cipher = testCipher()
let fresh: FreshDatabase
let bank: PayoutSimulator
beforeAll(async () => {
  fresh = await freshDatabase()
})
afterAll(() => fresh.drop())
beforeEach(async () => {
  bank = payoutSimulator({ db: fresh.db, clock, ids, cipher })
  await bank.hold(false)
})

function request(key: string, number = '50100012345678'): PayoutRequest {
  return {
    key,
    amount: paise(488_200),
    account: { holder: 'Asha Verma', number, ifsc: 'HDFC0000001' },
    narration: 'Saral loan payout',
  }
}

async function idOf(key: string): Promise<string> {
  return (await bank.list()).find(payout => payout.key === key)?.id ?? 'missing'
}

test('a payout succeeds after two seconds of wall time, also across a restart', async () => {
  expect(await bank.send(request('by-itself'))).toEqual({ state: 'pending' })
  business.advance({ days: 7 })
  wall.advance({ seconds: 1 })
  expect(await bank.status('by-itself')).toEqual({ state: 'pending' })
  wall.advance({ seconds: 1 })
  const restarted = payoutSimulator({ db: fresh.db, clock, ids, cipher })
  expect(await restarted.status('by-itself')).toEqual({
    state: 'succeeded',
    utr: expect.stringMatching(/^\d{12}$/),
  })
})

test('the same key pays once, also at the same time, and refuses another body', async () => {
  await Promise.all(Array.from({ length: 8 }, () => bank.send(request('once'))))
  expect((await bank.list()).filter(payout => payout.key === 'once')).toHaveLength(1)
  wall.advance({ seconds: 2 })
  const settled = await bank.send(request('once'))
  expect(settled).toEqual(await bank.status('once'))
  await expect(bank.send({ ...request('once'), amount: paise(488_300) })).rejects.toThrow(
    'already used',
  )
  await expect(bank.send(request('once', '50100012349999'))).rejects.toThrow('already used')
})

test('an account ending 0000 refuses its payout', async () => {
  await bank.send(request('refusing', '50100012340000'))
  wall.advance({ seconds: 2 })
  expect(await bank.status('refusing')).toEqual({
    state: 'refused',
    reason: 'The beneficiary account does not accept credits.',
  })
})

test('an unknown key is reported as unknown', async () => {
  expect(await bank.status('never')).toEqual({ state: 'unknown' })
})

test('no payout ends while held, and overdue ones end at once on release', async () => {
  await bank.send(request('before-hold'))
  wall.advance({ seconds: 2 })
  await bank.hold(true)
  await bank.send(request('held'))
  wall.advance({ seconds: 60 })
  expect(await bank.status('before-hold')).toMatchObject({ state: 'succeeded' })
  expect(await bank.status('held')).toEqual({ state: 'pending' })
  await bank.hold(false)
  expect(await bank.status('held')).toMatchObject({ state: 'succeeded' })
})

test('a person can end, refuse, delay and reverse a payout', async () => {
  await bank.hold(true)
  for (const key of ['to-succeed', 'to-refuse', 'to-delay']) await bank.send(request(key))
  expect(await bank.decide(await idOf('to-succeed'), 'succeed')).toMatchObject({
    kind: 'done',
    payout: { state: 'succeeded' },
  })
  expect(await bank.decide(await idOf('to-succeed'), 'succeed')).toMatchObject({ kind: 'done' })
  expect(await bank.decide(await idOf('to-succeed'), 'refuse')).toEqual({ kind: 'too-late' })
  expect(await bank.decide(await idOf('to-refuse'), 'refuse')).toMatchObject({
    kind: 'done',
    payout: { state: 'refused' },
  })
  expect(await bank.decide(await idOf('to-refuse'), 'reverse')).toEqual({ kind: 'too-late' })
  expect(await bank.decide(await idOf('to-succeed'), 'reverse')).toMatchObject({
    kind: 'done',
    payout: { state: 'reversed' },
  })
  expect(await bank.status('to-succeed')).toEqual({
    state: 'reversed',
    reason: 'Returned by the beneficiary bank.',
  })
  expect(await bank.decide(ids.uuid(clock.now()), 'succeed')).toEqual({ kind: 'missing' })

  await bank.decide(await idOf('to-delay'), 'delay')
  await bank.hold(false)
  wall.advance({ seconds: 59 })
  expect(await bank.status('to-delay')).toEqual({ state: 'pending' })
  wall.advance({ seconds: 1 })
  expect(await bank.status('to-delay')).toMatchObject({ state: 'succeeded' })
})

test('refuses the same requests as a real provider', async () => {
  await expect(bank.send({ ...request('small'), amount: paise(99) })).rejects.toThrow(
    'at least one rupee',
  )
  await expect(bank.send({ ...request('words'), narration: 'Saral: loan!' })).rejects.toThrow(
    '30 letters',
  )
})

test('stores no whole account number, and no name in clear', async () => {
  await bank.send(request('stored'))
  const rows = await fresh.db.raw(
    'SELECT row_to_json(stored)::text AS row FROM sandbox.payout AS stored',
  )
  const stored = rows.map(({ row }) => String(row)).join()
  expect(stored).not.toContain('50100012345678')
  expect(stored).not.toContain('Asha')
  expect((await bank.list()).map(({ holder }) => holder)).toContain('Asha Verma')
})
