import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paise } from '#domain/money.ts'
import { randomIds } from '#server/platform/ids.ts'
import { cashfreePayouts } from '#server/providers/payout/cashfree.ts'
import type { PayoutPort, PayoutStatus } from '#server/providers/payout/port.ts'
import { razorpayPayouts } from '#server/providers/payout/razorpay.ts'
import { payoutSimulator } from '#server/providers/payout/simulator.ts'
import { movableClock, testCipher } from '#server/testing/app.ts'
import { freshDatabase } from '#server/testing/database.ts'
import { cashfreeServer } from '#server/testing/vendors/cashfree.ts'
import { razorpayServer, type Webhook } from '#server/testing/vendors/razorpay.ts'
import type { Mishap } from '#server/testing/vendors/vendor-server.ts'

const clock = movableClock(new Date('2026-11-21T04:30:00Z'))

type State = Exclude<PayoutStatus['state'], 'pending'>

/** A bank, real or simulated, and the way to end a payout there, which a real one reports. */
type Side = {
  readonly port: PayoutPort
  readonly end: (key: string, as: State) => Promise<Webhook | undefined>
  /** The number of payouts that the bank knows. */
  readonly count: () => Promise<number>
  readonly mishaps: Mishap[]
  readonly close: () => Promise<void>
}

const sides: Record<string, () => Promise<Side>> = {
  async simulator() {
    const { db, drop } = await freshDatabase()
    const port = payoutSimulator({ db, clock, ids: randomIds(), cipher: testCipher() })
    const outcomes = { succeeded: 'succeed', refused: 'refuse', reversed: 'reverse' } as const
    const end: Side['end'] = async (key, as) => {
      const payout = (await port.list()).find(one => one.key === key)
      await port.decide(payout?.id ?? '', outcomes[as])
      return undefined
    }
    return { port, end, count: async () => (await port.list()).length, mishaps: [], close: drop }
  },
  async razorpay() {
    const server = await razorpayServer(clock.wall)
    const states = { succeeded: 'processed', refused: 'failed', reversed: 'reversed' } as const
    const end: Side['end'] = async (key, as) => server.endPayout(key, states[as])
    const { payouts, mishaps, close } = server
    return {
      port: razorpayPayouts(server.settings, clock),
      end,
      count: async () => payouts.length,
      mishaps,
      close,
    }
  },
  async cashfree() {
    const server = await cashfreeServer(clock.wall)
    const states = { succeeded: 'SUCCESS', refused: 'FAILED', reversed: 'REVERSED' } as const
    const end: Side['end'] = async (key, as) =>
      server.endTransfer(key.replaceAll('-', ''), states[as])
    const port = cashfreePayouts({ ...server.settings, fundsourceId: 'CASHFREE_1' }, clock)
    const { transfers, mishaps, close } = server
    return { port, end, count: async () => transfers.length, mishaps, close }
  },
}

const request = (about: { key?: string; ifsc?: string; holder?: string } = {}) => ({
  key: about.key ?? randomUUID(),
  amount: paise(488_200),
  account: {
    holder: about.holder ?? 'Anna Verma',
    number: '12345678901',
    ifsc: about.ifsc ?? 'SBIN0001234',
  },
  narration: 'Saral loan 1234',
})

describe.each(Object.keys(sides))('paying out through %s', name => {
  let side: Side
  beforeAll(async () => {
    side = await (sides[name] as () => Promise<Side>)()
  })
  afterAll(() => side.close())

  test('the same key never pays twice, and returns the state of the first payout', async () => {
    const payout = request()
    expect(await side.port.status(payout.key)).toEqual({ state: 'unknown' })
    expect(await side.port.send(payout)).toEqual({ state: 'pending' })
    const before = await side.count()
    expect(await side.port.send(payout)).toEqual({ state: 'pending' })
    await side.end(payout.key, 'succeeded')
    expect(await side.port.send(payout)).toMatchObject({
      state: 'succeeded',
      utr: expect.stringMatching(/^\d{12}$/),
    })
    expect(await side.count()).toBe(before)
  })

  test('a refusal has its reason, and money that arrived can come back', async () => {
    const refused = request()
    const returned = request()
    await side.port.send(refused)
    await side.end(refused.key, 'refused')
    expect(await side.port.status(refused.key)).toMatchObject({
      state: 'refused',
      reason: expect.stringMatching(/./),
    })
    await side.port.send(returned)
    await side.end(returned.key, 'succeeded')
    await side.end(returned.key, 'reversed')
    expect(await side.port.status(returned.key)).toMatchObject({
      state: 'reversed',
      reason: expect.stringMatching(/./),
    })
  })
})

describe.each(['razorpay', 'cashfree'])('%s', name => {
  let side: Side
  beforeAll(async () => {
    side = await (sides[name] as () => Promise<Side>)()
  })
  afterAll(() => side.close())

  test('reports, signed, the same state as its answer', async () => {
    const payout = request()
    await side.port.send(payout)
    for (const state of ['succeeded', 'reversed'] as const) {
      const webhook = await side.end(payout.key, state)
      if (!webhook) throw new Error('no webhook was sent')
      const reading = side.port.readWebhook?.(Buffer.from(webhook.body), webhook.headers)
      expect(reading).toMatchObject({
        kind: 'event',
        event: { vendor: name, key: payout.key, status: await side.port.status(payout.key) },
      })
      expect(side.port.readWebhook?.(Buffer.from(`${webhook.body} `), webhook.headers)).toEqual({
        kind: 'forged',
      })
      expect(side.port.readWebhook?.(Buffer.from(webhook.body), {})).toEqual({ kind: 'forged' })
    }
  })

  test.each(['down', 'slow', 'cut', 'malformed', 'busy'] as const)(
    '%s: the state is unknown, and nothing is paid twice',
    async mishap => {
      const payout = request()
      const before = await side.count()
      side.mishaps.push(mishap)
      await expect(side.port.send(payout)).rejects.toMatchObject({ name: 'VendorFailure' })
      side.mishaps.push('none', mishap)
      await expect(side.port.send(payout)).rejects.toMatchObject({ name: 'VendorFailure' })
      expect(await side.port.send(payout)).toEqual({ state: 'pending' })
      expect(await side.count()).toBe(before + 1)
    },
  )

  test('finds a payout whose answer was lost, and does not send it again', async () => {
    const payout = request()
    const before = await side.count()
    side.mishaps.push('none', 'done-but-cut')
    await expect(side.port.send(payout)).rejects.toThrow('unreachable')
    expect(await side.port.send(payout)).toEqual({ state: 'pending' })
    expect(await side.count()).toBe(before + 1)
  })

  test.each(['MR RAMESH KUMAR *', 'M/S ANNA & SONS (HUF)', 'रमेश', 'K'.repeat(130)])(
    'pays to an account whose bank knows its holder as %j',
    async holder => expect(await side.port.send(request({ holder }))).toEqual({ state: 'pending' }),
  )

  test('refuses an account that cannot be paid to at once; any other refusal is a fault of ours', async () => {
    expect(await side.port.send(request({ ifsc: 'XXXX0001234' }))).toMatchObject({
      state: 'refused',
    })
    await expect(side.port.send({ ...request(), key: 'not a key' })).rejects.toMatchObject({
      kind: 'refused',
    })
  })
})
