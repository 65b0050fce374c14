import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pageExpiresAt } from '#domain/lending/payment-page.ts'
import { readUpiIntent } from '#domain/lending/upi-intent.ts'
import { paise } from '#domain/money.ts'
import type { MobileNumber } from '#domain/phone.ts'
import { randomIds } from '#server/platform/ids.ts'
import { cashfreePayments } from '#server/providers/payment/cashfree.ts'
import type { PaymentPort, WebhookReading } from '#server/providers/payment/port.ts'
import { razorpayPayments } from '#server/providers/payment/razorpay.ts'
import { signedHeaders } from '#server/providers/payment/simulated-webhook.ts'
import { paymentSimulator } from '#server/providers/payment/simulator.ts'
import { movableClock } from '#server/testing/app.ts'
import { freshDatabase } from '#server/testing/database.ts'
import { cashfreeServer } from '#server/testing/vendors/cashfree.ts'
import { razorpayServer, type Webhook } from '#server/testing/vendors/razorpay.ts'
import type { Mishap } from '#server/testing/vendors/vendor-server.ts'

const clock = movableClock(new Date('2026-11-21T04:30:00Z'))

/** A provider, real or simulated, and the borrower's actions on its page. */
type Side = {
  readonly port: PaymentPort
  /**
   * Pays, or fails to pay, on the page of a payment request; returns the message that reports it.
   */
  readonly pay: (paymentId: string, linkRef: string, state?: 'paid' | 'failed') => Promise<Webhook>
  /** The same from the UPI request of a payment request. */
  readonly payUpi: (
    paymentId: string,
    upiRef: string,
    state?: 'paid' | 'failed',
  ) => Promise<Webhook>
  /** From now on the account may request nothing from UPI apps. */
  readonly forbidUpi?: () => void
  /** From now on every refund fails. */
  readonly failRefunds?: () => void
  /** The currency of later payments, and whether they are captured. */
  readonly payIn?: (money: { currency?: string; isCaptured?: boolean }) => void
  readonly mishaps: Mishap[]
  readonly close: () => Promise<void>
}

const sides: Record<string, () => Promise<Side>> = {
  async simulator() {
    const database = await freshDatabase()
    const { db } = database
    const port = paymentSimulator({
      db,
      clock,
      ids: randomIds(),
      publicOrigin: () => 'http://saral.test',
      secret: 's',
    })
    const noticeOf = async (press: () => Promise<unknown>): Promise<Webhook> => {
      const notices = async () =>
        (await db.raw('SELECT event_id, body FROM sandbox.webhook')).map(
          row => row as { event_id: string; body: string },
        )
      const before = new Set((await notices()).map(({ event_id }) => event_id))
      await press()
      const notice = (await notices()).find(({ event_id }) => !before.has(event_id))
      if (!notice) throw new Error('no webhook was sent')
      return {
        body: notice.body,
        headers: signedHeaders(notice.body, notice.event_id, 's', clock.wall()),
      }
    }
    const buttonOf = (state: 'paid' | 'failed') => (state === 'paid' ? 'pay' : 'fail')
    const pay: Side['pay'] = (_id, ref, state = 'paid') =>
      noticeOf(() => port.press(ref, buttonOf(state)))
    const payUpi: Side['payUpi'] = (_id, ref, state = 'paid') =>
      noticeOf(() => port.pressInApp(ref, buttonOf(state)))
    return { port, pay, payUpi, mishaps: [], close: database.drop }
  },
  async razorpay() {
    const server = await razorpayServer(clock.wall)
    const pay: Side['pay'] = async (id, _ref, state = 'paid') =>
      server.pay(id, { state: state === 'paid' ? 'captured' : 'failed' })
    const failRefunds = () => void Object.assign(server.next, { refund: 'failed' })
    const payUpi: Side['payUpi'] = async (_id, ref, state = 'paid') => {
      const code = server.codes.find(({ id }) => id === ref)
      if (!code) throw new Error('no such code')
      return server.payUpi(code, state === 'paid' ? 'captured' : 'failed')
    }
    const forbidUpi = () => void Object.assign(server.next, { hasImageContent: false })
    const payIn: Side['payIn'] = ({ currency, isCaptured: captured }) =>
      void Object.assign(server.next, { money: { currency, captured } })
    const { mishaps, close } = server
    const port = razorpayPayments(server.settings, clock)
    return { port, pay, payUpi, forbidUpi, failRefunds, payIn, mishaps, close }
  },
  async cashfree() {
    const server = await cashfreeServer(clock.wall)
    const port = cashfreePayments(
      { ...server.settings, webhookUrl: () => 'https://saral.example/webhook/payment' },
      clock,
    )
    const pay: Side['pay'] = async (id, _ref, state = 'paid') =>
      server.pay(id, { state: state === 'paid' ? 'SUCCESS' : 'FAILED' })
    const payUpi: Side['payUpi'] = async (_id, ref, state = 'paid') =>
      server.payUpi(ref, { state: state === 'paid' ? 'SUCCESS' : 'FAILED' })
    const forbidUpi = () => void Object.assign(server.next, { hasS2s: false })
    const failRefunds = () => void Object.assign(server.next, { refund: 'CANCELLED' })
    const payIn: Side['payIn'] = money => void Object.assign(server.next, { money })
    const { mishaps, close } = server
    return { port, pay, payUpi, forbidUpi, failRefunds, payIn, mishaps, close }
  },
}

const paymentRequest = (paymentId: string = randomUUID()) => ({
  paymentId,
  amount: paise(39_986),
  expiresAt: pageExpiresAt(clock.now()),
  description: 'Saral loan repayment',
  returnUrl: 'https://saral.example/orders/o1/detail',
  payerPhone: '919812345678' as MobileNumber,
})
/** Opens a page and its UPI request. */
async function openBoth({ port }: Side) {
  if (!port.openUpi) throw new Error('the provider has no UPI')
  const order = paymentRequest()
  const { linkRef } = await port.createLink(order)
  const upi = await port.openUpi(order)
  return { ...upi, linkRef, paymentId: order.paymentId, order }
}
const read = (port: PaymentPort, { body, headers }: Webhook): WebhookReading =>
  port.readWebhook(Buffer.from(body), headers)

describe.each(Object.keys(sides))('collecting through %s', name => {
  let side: Side
  beforeAll(async () => {
    side = await (sides[name] as () => Promise<Side>)()
  })
  afterAll(() => side.close())

  test('a payment request has one page, however often it is opened', async () => {
    const order = paymentRequest()
    const link = await side.port.createLink(order)
    expect(link.url).toMatch(/^https?:\/\//)
    expect(await side.port.createLink(order)).toEqual(link)
    expect(await side.port.createLink(paymentRequest())).not.toEqual(link)
    expect(await side.port.attempts(link.linkRef)).toEqual([])
  })

  test.each([1_00, 100_50, 1_000_01, 1_00_000_00])(
    'a page for a part of %s paise brings exactly that',
    async amount => {
      const order = { ...paymentRequest(), amount: paise(amount) }
      const { linkRef } = await side.port.createLink(order)
      const paid = read(side.port, await side.pay(order.paymentId, linkRef))
      expect(paid).toMatchObject({ event: { paymentId: order.paymentId, amount } })
      expect(await side.port.attempts(linkRef)).toMatchObject([{ state: 'paid', amount }])
    },
  )

  test('a page accepts no money after its end, and an earlier payment is still listed', async () => {
    const request = paymentRequest()
    const paid = paymentRequest()
    const { linkRef } = await side.port.createLink(request)
    const { linkRef: paidRef } = await side.port.createLink(paid)
    clock.advance({ seconds: 86_399 })
    await side.pay(paid.paymentId, paidRef)
    clock.advance({ seconds: 1 })
    await expect(side.pay(request.paymentId, linkRef)).rejects.toThrow()
    expect(await side.port.attempts(linkRef)).toEqual([])
    expect(await side.port.attempts(paidRef)).toMatchObject([{ state: 'paid' }])
  })

  test('the webhook and the provider’s answer describe the same attempt', async () => {
    const { paymentId, ...about } = paymentRequest()
    const { linkRef } = await side.port.createLink({ paymentId, ...about })
    const failed = read(side.port, await side.pay(paymentId, linkRef, 'failed'))
    const paid = read(side.port, await side.pay(paymentId, linkRef))
    expect(failed).toMatchObject({
      kind: 'event',
      event: { paymentId, state: 'failed', amount: 39_986 },
    })
    expect(paid).toMatchObject({
      kind: 'event',
      event: { paymentId, state: 'paid', amount: 39_986, paidAt: clock.now() },
    })
    if (paid.kind !== 'event' || failed.kind !== 'event') return
    const attempts = await side.port.attempts(linkRef)
    expect(attempts).toHaveLength(2)
    const refs = [failed.event.attemptRef, paid.event.attemptRef]
    expect(refs.map(ref => attempts.find(({ attemptRef }) => attemptRef === ref)?.state)).toEqual([
      'failed',
      'paid',
    ])
  })

  test('asks UPI apps for exactly the amount of the page', async () => {
    const { port } = side
    for (const [amount, text] of [
      [39_986, 399.86],
      [100, 1],
      [1_00_000_50, 100_000.5],
    ] as const) {
      const order = { ...paymentRequest(), amount: paise(amount) }
      await port.createLink(order)
      const { intent } = (await port.openUpi?.(order)) ?? { intent: '' }
      const fields = new URLSearchParams(intent.split('?')[1])
      expect(intent).toMatch(/^upi:\/\/pay\?/)
      expect([Number(fields.get('am')), fields.get('cu')]).toEqual([text, 'INR'])
      for (const named of ['pa', 'pn', 'tr']) expect(fields.get(named)).toMatch(/./)
      expect(readUpiIntent(intent)?.amount).toBe(amount)
    }
  })

  test('the webhook and the answer describe the same payment from a UPI app', async () => {
    const { upiRef, linkRef, paymentId } = await openBoth(side)
    expect(await side.port.attempts(linkRef, upiRef)).toEqual([])
    const failed = read(side.port, await side.payUpi(paymentId, upiRef, 'failed'))
    const paid = read(side.port, await side.payUpi(paymentId, upiRef))
    if (paid.kind !== 'event' || failed.kind !== 'event') throw new Error('no event')
    expect(failed.event).toMatchObject({ paymentId, state: 'failed', amount: 39_986 })
    expect(paid.event).toMatchObject({
      paymentId,
      state: 'paid',
      amount: 39_986,
      paidAt: clock.now(),
    })
    const attempts = await side.port.attempts(linkRef, upiRef)
    expect(attempts).toHaveLength(2)
    const { eventId: _, ...attempt } = paid.event
    expect(attempts).toContainEqual(attempt)
  })

  test('both ways of a payment request can be paid, are two attempts, and each is refunded by itself', async () => {
    const { upiRef, linkRef, paymentId } = await openBoth(side)
    const messages = [await side.pay(paymentId, linkRef), await side.payUpi(paymentId, upiRef)]
    const refs = messages.map(message => {
      const reading = read(side.port, message)
      return reading.kind === 'event' ? reading.event.attemptRef : reading.kind
    })
    expect(new Set(refs).size).toBe(2)
    const listed = await side.port.attempts(linkRef, upiRef)
    expect(listed.map(({ attemptRef }) => attemptRef).sort()).toEqual([...refs].sort())
    const upi = { key: randomUUID(), attemptRef: refs[1] ?? '', amount: paise(39_986) }
    expect(await side.port.refund(upi)).toEqual({ state: 'done' })
    await expect(
      side.port.refund({ ...upi, key: randomUUID(), amount: paise(1) }),
    ).rejects.toThrow()
  })

  test('a UPI request takes no money after the end of its page', async () => {
    const { upiRef, linkRef, paymentId } = await openBoth(side)
    clock.advance({ seconds: 86_400 })
    await expect(side.payUpi(paymentId, upiRef)).rejects.toThrow()
    expect(await side.port.attempts(linkRef, upiRef)).toEqual([])
  })

  test('a changed message, one with a foreign signature and one without are forgeries; so is one that is days old', async () => {
    const order = paymentRequest()
    const { linkRef } = await side.port.createLink(order)
    const webhook = await side.pay(order.paymentId, linkRef)
    expect(read(side.port, webhook).kind).toBe('event')
    expect(read(side.port, { ...webhook, body: `${webhook.body} ` }).kind).toBe('forged')
    expect(read(side.port, { ...webhook, headers: {} }).kind).toBe('forged')
    for (const [header, value] of Object.entries(webhook.headers)) {
      if (!header.endsWith('signature')) continue
      const other = (value[0] === 'a' ? 'b' : 'a') + value.slice(1)
      for (const wrong of ['', other, value.slice(1), `${value}0`])
        expect(
          read(side.port, { ...webhook, headers: { ...webhook.headers, [header]: wrong } }).kind,
        ).toBe('forged')
    }
    clock.advance({ days: 3 })
    expect(read(side.port, webhook).kind).toBe('forged')
  })

  test('refunds money once per key, and never more than came', async () => {
    const order = paymentRequest()
    const { linkRef } = await side.port.createLink(order)
    const paid = read(side.port, await side.pay(order.paymentId, linkRef))
    if (paid.kind !== 'event') throw new Error(paid.kind)
    const { attemptRef } = paid.event
    const part = { key: randomUUID(), attemptRef, amount: paise(10_000) }
    expect(await side.port.refund(part)).toEqual({ state: 'done' })
    expect(await side.port.refund(part)).toEqual({ state: 'done' })
    await expect(
      side.port.refund({ key: randomUUID(), attemptRef, amount: paise(30_000) }),
    ).rejects.toThrow()
    expect(
      await side.port.refund({ key: randomUUID(), attemptRef, amount: paise(29_986) }),
    ).toEqual({ state: 'done' })
  })
})

describe.each(['razorpay', 'cashfree'])('%s failing', name => {
  let side: Side
  beforeAll(async () => {
    side = await (sides[name] as () => Promise<Side>)()
  })
  afterAll(() => side.close())

  test.each(['down', 'slow', 'cut', 'malformed', 'huge', 'busy', 'redirect'] as const)(
    '%s: it could not be reached',
    async mishap => {
      side.mishaps.push(mishap, mishap)
      const calls = [side.port.createLink(paymentRequest()), side.port.attempts('anything')]
      for (const answer of await Promise.allSettled<unknown>(calls))
        expect(answer).toMatchObject({ reason: { name: 'VendorFailure' } })
    },
  )

  test('does not open a page that would have ended already', async () => {
    await expect(
      side.port.createLink({ ...paymentRequest(), expiresAt: clock.now() }),
    ).rejects.toThrow(/open a payment link/)
  })

  test('finds a page again that was opened although the answer was lost', async () => {
    const order = paymentRequest()
    side.mishaps.push('done-but-cut')
    await expect(side.port.createLink(order)).rejects.toThrow('unreachable')
    const { linkRef } = await side.port.createLink(order)
    expect(read(side.port, await side.pay(order.paymentId, linkRef)).kind).toBe('event')
  })

  test('opens a UPI request again whose answer was lost', async () => {
    const order = paymentRequest()
    await side.port.createLink(order)
    side.mishaps.push('done-but-cut')
    await expect(side.port.openUpi?.(order)).rejects.toThrow('unreachable')
    const again = await side.port.openUpi?.(order)
    expect(read(side.port, await side.payUpi(order.paymentId, again?.upiRef ?? '')).kind).toBe(
      'event',
    )
  })

  test('cannot be asked for UPI on an account without that feature', async () => {
    const order = paymentRequest()
    await side.port.createLink(order)
    side.forbidUpi?.()
    await expect(side.port.openUpi?.(order)).rejects.toMatchObject({ name: 'VendorFailure' })
  })

  test('does not repeat a refund that was made although the answer was lost', async () => {
    const order = paymentRequest()
    const { linkRef } = await side.port.createLink(order)
    const paid = read(side.port, await side.pay(order.paymentId, linkRef))
    if (paid.kind !== 'event') throw new Error(paid.kind)
    const whole = {
      key: randomUUID(),
      attemptRef: paid.event.attemptRef,
      amount: paid.event.amount,
    }
    side.mishaps.push('none', 'done-but-cut')
    await expect(side.port.refund(whole)).rejects.toThrow('unreachable')
    expect(await side.port.refund(whole)).toEqual({ state: 'done' })
  })

  test('gives up a refund after some failed tries, for good', async () => {
    const order = paymentRequest()
    const { linkRef } = await side.port.createLink(order)
    const paid = read(side.port, await side.pay(order.paymentId, linkRef))
    if (paid.kind !== 'event') throw new Error(paid.kind)
    side.failRefunds?.()
    const whole = {
      key: randomUUID(),
      attemptRef: paid.event.attemptRef,
      amount: paid.event.amount,
    }
    const states: string[] = []
    for (let round = 0; round < 6; round += 1) states.push((await side.port.refund(whole)).state)
    expect(states).toEqual(expect.arrayContaining(['given-up', 'given-up', 'given-up']))
    expect(states.slice(states.indexOf('given-up'))).not.toContain('pending')
  })
})

describe.each(['razorpay', 'cashfree'])(
  '%s, of a payment that is not rupees that it took',
  name => {
    let side: Side
    beforeAll(async () => {
      side = await (sides[name] as () => Promise<Side>)()
    })
    afterAll(() => side.close())

    const doubts = [
      [{ currency: 'USD' }, { state: 'doubtful', currency: 'USD' }],
      [{ currency: 'JPY' }, { state: 'doubtful', currency: 'JPY' }],
      [{ isCaptured: false }, { state: 'doubtful' }],
      [
        { currency: 'EUR', isCaptured: false },
        { state: 'doubtful', currency: 'EUR' },
      ],
    ] as const

    test.each(doubts)('on a page, %j is doubtful', async (money, doubt) => {
      side.payIn?.(money)
      const order = paymentRequest()
      const { linkRef } = await side.port.createLink(order)
      const message = await side.pay(order.paymentId, linkRef)
      expect(await side.port.attempts(linkRef)).toMatchObject([doubt])
      // Cashfree's message about a page says nothing of a capture.
      if (name === 'cashfree' && !('currency' in money)) return
      const { paymentId } = order
      expect(read(side.port, message)).toMatchObject({ event: { paymentId, ...doubt } })
    })

    test.each(doubts)('from a UPI app, %j is doubtful', async (money, doubt) => {
      side.payIn?.(money)
      const { upiRef, linkRef, paymentId } = await openBoth(side)
      const message = await side.payUpi(paymentId, upiRef)
      expect(read(side.port, message)).toMatchObject({ event: { paymentId, ...doubt } })
      expect(await side.port.attempts(linkRef, upiRef)).toMatchObject([doubt])
    })

    test('rupees by any spelling are rupees', async () => {
      side.payIn?.({ currency: 'inr', isCaptured: true })
      const order = paymentRequest()
      const { linkRef } = await side.port.createLink(order)
      const paid = read(side.port, await side.pay(order.paymentId, linkRef))
      expect(paid).toMatchObject({ event: { state: 'paid', amount: 39_986 } })
      expect(await side.port.attempts(linkRef)).toMatchObject([{ state: 'paid' }])
    })
  },
)

test('Razorpay’s payment that is only authorized is doubtful under any name of its message', async () => {
  const server = await razorpayServer(clock.wall)
  const port = razorpayPayments(server.settings, clock)
  const order = paymentRequest()
  await port.createLink(order)
  const body = JSON.parse(server.pay(order.paymentId).body) as {
    payload: { payment: { entity: object } }
  }
  Object.assign(body.payload.payment.entity, { status: 'authorized', captured: undefined })
  expect(read(port, server.sign(JSON.stringify(body)))).toMatchObject({
    event: { paymentId: order.paymentId, state: 'doubtful' },
  })
  await server.close()
})

test('an amount in a currency with three decimals is not read, and its payment is doubtful', async () => {
  const server = await cashfreeServer(clock.wall)
  const settings = { ...server.settings, webhookUrl: () => 'https://saral.example/webhook/payment' }
  const port = cashfreePayments(settings, clock)
  const order = paymentRequest()
  await port.createLink(order)
  const { upiRef } = (await port.openUpi?.(order)) ?? { upiRef: '' }
  const body = JSON.parse(server.payUpi(upiRef).body) as { data: { payment: object } }
  Object.assign(body.data.payment, { payment_amount: 12.345, payment_currency: 'KWD' })
  expect(read(port, server.sign(JSON.stringify(body)))).toMatchObject({
    event: { paymentId: order.paymentId, state: 'doubtful', currency: 'KWD', amount: 0 },
  })
  await server.close()
})

test.each([
  ['another amount', { amount: 1 }],
  ['another currency', { currency: 'USD' }],
])(
  'a refund at Razorpay of %s is not the one that is owed: a person must look',
  async (_what, about) => {
    const server = await razorpayServer(clock.wall)
    const port = razorpayPayments(server.settings, clock)
    const order = paymentRequest()
    await port.createLink(order)
    const paid = read(port, server.pay(order.paymentId))
    if (paid.kind !== 'event') throw new Error(paid.kind)
    const { attemptRef, amount } = paid.event
    const wish = { key: randomUUID(), attemptRef, amount }
    expect(await port.refund(wish)).toEqual({ state: 'done' })
    Object.assign(server.refunds[0] ?? {}, about)
    expect(await port.refund(wish)).toEqual({ state: 'given-up' })
    await server.close()
  },
)

test.each([
  ['another amount', { refund_amount: 1 }],
  ['another currency', { refund_currency: 'USD' }],
])(
  'a refund at Cashfree of %s is not the one that is owed: a person must look',
  async (_what, about) => {
    const server = await cashfreeServer(clock.wall)
    const settings = {
      ...server.settings,
      webhookUrl: () => 'https://saral.example/webhook/payment',
    }
    const port = cashfreePayments(settings, clock)
    const order = paymentRequest()
    await port.createLink(order)
    const paid = read(port, server.pay(order.paymentId))
    if (paid.kind !== 'event') throw new Error(paid.kind)
    const { attemptRef, amount } = paid.event
    const wish = { key: randomUUID(), attemptRef, amount }
    expect(await port.refund(wish)).toEqual({ state: 'done' })
    Object.assign(server.refunds[0] ?? {}, about)
    expect(await port.refund(wish)).toEqual({ state: 'given-up' })
    await server.close()
  },
)
