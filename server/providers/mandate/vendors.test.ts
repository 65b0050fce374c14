import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paise } from '#domain/money.ts'
import type { MobileNumber } from '#domain/phone.ts'
import { randomIds } from '#server/platform/ids.ts'
import type { MandatePort } from '#server/providers/mandate/port.ts'
import { razorpayMandates } from '#server/providers/mandate/razorpay.ts'
import { mandateSimulator } from '#server/providers/mandate/simulator.ts'
import { signedHeaders } from '#server/providers/payment/simulated-webhook.ts'
import { movableClock } from '#server/testing/app.ts'
import { freshDatabase } from '#server/testing/database.ts'
import {
  type RazorpayServer,
  razorpayServer,
  type Webhook,
} from '#server/testing/vendors/razorpay.ts'
import type { Mishap } from '#server/testing/vendors/vendor-server.ts'

const clock = movableClock(new Date('2026-11-21T04:30:00Z'))
const HOURS = 3_600

type Action = 'approve' | 'refuse' | 'pause' | 'resume' | 'revoke'
/** A holder of mandates, real or simulated, and the borrower's UPI app. */
type Side = {
  readonly port: MandatePort
  readonly act: (mandateId: string, ref: string, action: Action) => Promise<Webhook>
  /** The message that reports the end of a started debit. */
  readonly end: (debitId: string, state: 'paid' | 'failed') => Promise<Webhook>
  readonly emptyAccount: (ref: string) => Promise<void>
  readonly mishaps: Mishap[]
  readonly server?: RazorpayServer
  readonly close: () => Promise<void>
}

const sides: Record<string, () => Promise<Side>> = {
  async simulator() {
    const database = await freshDatabase()
    const { db } = database
    const port = mandateSimulator({
      db,
      clock,
      ids: randomIds(),
      publicOrigin: () => 'http://saral.test',
      secret: 's',
    })
    const newest = async (): Promise<Webhook> => {
      const [row] = await db.raw(
        "SELECT event_id, body FROM sandbox.webhook WHERE path = 'mandate' ORDER BY event_id DESC LIMIT 1",
      )
      const { event_id, body } = row as { event_id: string; body: string }
      return { body, headers: signedHeaders(body, event_id, 's', clock.wall()) }
    }
    return {
      port,
      act: async (_id, ref, action) => {
        const { kind } = await port.press(ref, action)
        if (kind !== 'done') throw new Error(kind)
        return newest()
      },
      end: newest,
      emptyAccount: async ref => void (await port.press(ref, 'fail-debits')),
      mishaps: [],
      close: database.drop,
    }
  },
  async razorpay() {
    const server = await razorpayServer(clock.wall)
    const { mandates, deliver } = server
    const port = razorpayMandates({ ...server.settings, email: 'help@saral.example' }, clock)
    return {
      port,
      server,
      act: async (id, _ref, action) => {
        const { event, payload } = mandates.act(id, action)
        return deliver(event, payload)
      },
      end: async (debitId, state) => {
        const { event, payload } = mandates.end(debitId, state === 'paid' ? 'captured' : 'failed')
        return deliver(event, payload)
      },
      emptyAccount: async () => undefined,
      mishaps: server.mishaps,
      close: server.close,
    }
  },
}

const request = (mandateId: string = randomUUID()) => ({
  mandateId,
  cap: paise(40_000),
  endsAt: new Date(clock.now().getTime() + 60 * 24 * HOURS * 1_000),
  expiresAt: new Date(clock.now().getTime() + HOURS * 1_000),
  description: 'Saral AutoPay',
  returnUrl: 'http://saral.test/orders/o1/detail',
  payerPhone: '919812345678' as MobileNumber,
})
const read = (port: MandatePort, { body, headers }: Webhook) =>
  port.readWebhook(Buffer.from(body), headers)

describe.each(Object.keys(sides))('AutoPay through %s', name => {
  let side: Side
  beforeAll(async () => {
    side = await (sides[name] as () => Promise<Side>)()
  })
  afterAll(() => side.close())

  const approved = async () => {
    const order = request()
    const { mandateRef } = await side.port.create(order)
    await side.act(order.mandateId, mandateRef, 'approve')
    return { ...order, mandateRef }
  }
  const announced = async () => {
    const { mandateId, mandateRef, payerPhone } = await approved()
    const debit = { debitId: randomUUID(), mandateRef, amount: paise(39_986), payerPhone }
    const debitAt = new Date(clock.now().getTime() + 25 * HOURS * 1_000)
    const { debitRef } = await side.port.announce({ ...debit, debitAt })
    return { ...debit, debitAt, debitRef, mandateId }
  }

  test('a mandate has one page, and is asked until the borrower answers', async () => {
    const order = request()
    const page = await side.port.create(order)
    expect(page.url).toMatch(/^https?:\/\//)
    expect(await side.port.create(order)).toEqual(page)
    expect((await side.port.create(request())).mandateRef).not.toBe(page.mandateRef)
    expect((await side.port.state(page.mandateRef)).state).toBe('asked')
  })

  test('approval, pause, resumption and revocation in the UPI app are reported and can be asked', async () => {
    const order = request()
    const { mandateRef } = await side.port.create(order)
    for (const [action, state] of [
      ['approve', 'active'],
      ['pause', 'paused'],
      ['resume', 'active'],
      ['revoke', 'revoked'],
    ] as const) {
      const message = await side.act(order.mandateId, mandateRef, action)
      const report = await side.port.state(mandateRef)
      expect(report.state).toBe(state)
      expect(read(side.port, message)).toMatchObject({ kind: 'mandate', key: report.key })
    }
  })

  test('a refused page and one that nobody answered in time are refused', async () => {
    const order = request()
    const { mandateRef } = await side.port.create(order)
    await side.act(order.mandateId, mandateRef, 'refuse')
    expect((await side.port.state(mandateRef)).state).toBe('refused')
    const late = request()
    const { mandateRef: lateRef } = await side.port.create(late)
    clock.advance({ seconds: HOURS })
    expect((await side.port.state(lateRef)).state).toBe('refused')
    await expect(side.act(late.mandateId, lateRef, 'approve')).rejects.toThrow()
  })

  test('a command of the borrower reaches it, however often it is sent', async () => {
    const { mandateRef } = await approved()
    await side.port.setState(mandateRef, 'paused')
    await side.port.setState(mandateRef, 'active')
    for (let answer = await side.port.setState(mandateRef, 'revoked'); answer.state !== 'done'; )
      answer = await side.port.setState(mandateRef, 'revoked')
    expect((await side.port.state(mandateRef)).state).toBe('revoked')
    const order = await side.port.create(request())
    for (let end = await side.port.setState(order.mandateRef, 'revoked'); end.state !== 'done'; )
      end = await side.port.setState(order.mandateRef, 'revoked')
    expect(['revoked', 'refused']).toContain((await side.port.state(order.mandateRef)).state)
  })

  test('a debit is announced once, made once, reported once, and sent back by the same key once', async () => {
    const { debitAt, ...debit } = await announced()
    expect(await side.port.announce({ ...debit, debitAt })).toEqual({ debitRef: debit.debitRef })
    expect(await side.port.attempts(debit.debitRef)).toEqual([])
    clock.advance({ seconds: 25 * HOURS })
    await side.port.debit(debit)
    await side.port.debit(debit)
    const reading = read(side.port, await side.end(debit.debitId, 'paid'))
    expect(reading).toMatchObject({
      kind: 'event',
      event: { paymentId: debit.debitId, state: 'paid', amount: 39_986 },
    })
    await side.port.debit(debit)
    const attempts = await side.port.attempts(debit.debitRef)
    expect(attempts).toMatchObject([{ state: 'paid', amount: 39_986 }])
    const back = {
      key: randomUUID(),
      attemptRef: attempts[0]?.attemptRef ?? '',
      amount: paise(9_986),
    }
    expect(await side.port.refund(back)).toEqual({ state: 'done' })
    expect(await side.port.refund(back)).toEqual({ state: 'done' })
    await expect(
      side.port.refund({ ...back, key: randomUUID(), amount: paise(30_001) }),
    ).rejects.toThrow()
  })

  test('a debit that the account cannot pay fails, and takes nothing', async () => {
    const { debitAt, ...debit } = await announced()
    await side.emptyAccount(debit.mandateRef)
    clock.advance({ seconds: 25 * HOURS })
    await side.port.debit(debit)
    expect(read(side.port, await side.end(debit.debitId, 'failed'))).toMatchObject({
      kind: 'event',
      event: { paymentId: debit.debitId, state: 'failed' },
    })
    expect(await side.port.attempts(debit.debitRef)).toMatchObject([{ state: 'failed' }])
  })

  test('a debit less than a day after it was announced, or after a revocation, takes nothing', async () => {
    const { debitAt: _early, ...early } = await announced()
    clock.advance({ seconds: 23 * HOURS })
    await side.port.debit(early)
    expect(await side.port.attempts(early.debitRef)).toMatchObject([{ state: 'failed' }])
    const { debitAt: _at, mandateId, ...debit } = await announced()
    await side.act(mandateId, debit.mandateRef, 'revoke')
    clock.advance({ seconds: 25 * HOURS })
    await side.port.debit(debit).catch(() => undefined)
    expect((await side.port.attempts(debit.debitRef)).map(({ state }) => state)).not.toContain(
      'paid',
    )
  })

  test('a message without a signature is forged', async () => {
    const order = request()
    const { mandateRef } = await side.port.create(order)
    const message = await side.act(order.mandateId, mandateRef, 'approve')
    const changed = { ...message, body: `${message.body} ` }
    expect(read(side.port, changed)).toEqual({ kind: 'forged' })
    expect(read(side.port, { body: message.body, headers: {} })).toEqual({ kind: 'forged' })
  })
})

test.each([
  [{ currency: 'USD' }, { state: 'doubtful', currency: 'USD' }],
  [{ captured: false }, { state: 'doubtful' }],
])('a debit at Razorpay that is reported with %j is doubtful', async (money, doubt) => {
  const side = await (sides.razorpay as () => Promise<Side>)()
  const order = request()
  const { mandateRef } = await side.port.create(order)
  await side.act(order.mandateId, mandateRef, 'approve')
  const { payerPhone } = order
  const debit = { debitId: randomUUID(), mandateRef, amount: paise(100_00), payerPhone }
  const debitAt = new Date(clock.now().getTime() + 25 * HOURS * 1_000)
  const { debitRef } = await side.port.announce({ ...debit, debitAt })
  clock.advance({ seconds: 25 * HOURS })
  await side.port.debit({ ...debit, debitRef })
  Object.assign(side.server?.mandates.charges.at(-1) ?? {}, money)
  const message = await side.end(debit.debitId, 'paid')
  expect(read(side.port, message)).toMatchObject({ event: { paymentId: debit.debitId, ...doubt } })
  expect(await side.port.attempts(debitRef)).toMatchObject([doubt])
  await side.close()
})

test('Razorpay repeats an answer that was lost, and gives the registration rupee back', async () => {
  const side = await (sides.razorpay as () => Promise<Side>)()
  const order = request()
  side.mishaps.push('none', 'done-but-cut')
  await expect(side.port.create(order)).rejects.toThrow()
  const { mandateRef } = await side.port.create(order)
  expect(side.server?.mandates.links).toHaveLength(1)
  expect(side.server?.mandates.links[0]).toMatchObject({
    max_amount: 40_000,
    receipt: order.mandateId,
  })
  await side.act(order.mandateId, mandateRef, 'approve')
  await side.port.state(mandateRef)
  await side.port.state(mandateRef)
  expect(side.server?.refunds).toMatchObject([{ amount: 100 }])
  const debit = {
    debitId: randomUUID(),
    mandateRef,
    amount: paise(100_00),
    payerPhone: order.payerPhone,
  }
  const debitAt = new Date(clock.now().getTime() + 25 * HOURS * 1_000)
  const { debitRef } = await side.port.announce({ ...debit, debitAt })
  clock.advance({ seconds: 25 * HOURS })
  side.mishaps.push('none', 'none', 'none', 'done-but-cut')
  await expect(side.port.debit({ ...debit, debitRef })).rejects.toThrow()
  await side.port.debit({ ...debit, debitRef })
  expect(side.server?.mandates.charges.filter(({ order }) => order)).toHaveLength(1)
  await side.close()
})
