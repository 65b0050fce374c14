import { afterAll, beforeAll, expect, test } from 'vitest'
import { pageExpiresAt } from '#domain/lending/payment-page.ts'
import { paise } from '#domain/money.ts'
import type { MobileNumber } from '#domain/phone.ts'
import { randomIds } from '#server/platform/ids.ts'
import type { PaymentEvent } from '#server/providers/payment/port.ts'
import { webhookSecret } from '#server/providers/payment/simulated-webhook.ts'
import { type PaymentSimulator, paymentSimulator } from '#server/providers/payment/simulator.ts'
import { webhookSender } from '#server/providers/payment/webhook-sender.ts'
import { movableClock } from '#server/testing/app.ts'
import { type FreshDatabase, freshDatabase } from '#server/testing/database.ts'

const clock = movableClock(new Date('2026-11-21T04:30:00Z'))
const ids = randomIds()
let fresh: FreshDatabase
let secret: string
let provider: PaymentSimulator
beforeAll(async () => {
  fresh = await freshDatabase()
  secret = await webhookSecret(fresh.db, ids)
  provider = paymentSimulator({
    db: fresh.db,
    clock,
    ids,
    secret,
    publicOrigin: () => 'http://saral.test',
  })
})
afterAll(() => fresh.drop())

const linkFor = (paymentId: string) =>
  provider.createLink({
    paymentId,
    amount: paise(39_986),
    expiresAt: pageExpiresAt(clock.now()),
    description: 'Instalment 1 of 13',
    returnUrl: 'http://saral.test/orders/o1/detail',
    payerPhone: '919812345678' as MobileNumber,
  })

/**
 * Our webhook route as the sender sees it: reads the requests on its port, and answers with the
 * given statuses in turn.
 */
function receiver(statuses: readonly number[] = []) {
  const events: PaymentEvent[] = []
  const answers = [...statuses]
  const fetchFake: typeof fetch = async (_url, init) => {
    const status = answers.shift() ?? 200
    const reading = provider.readWebhook(
      Buffer.from(String(init?.body)),
      Object.fromEntries(new Headers(init?.headers)),
    )
    if (reading.kind !== 'event') throw new Error(`the webhook was ${reading.kind}`)
    if (status === 0) throw new TypeError('fetch failed')
    if (status === 200) events.push(reading.event)
    return new Response(null, { status })
  }
  const sender = webhookSender({
    db: fresh.db,
    clock,
    secret,
    webhookUrl: () => 'http://saral.test/webhook/payment',
    fetch: fetchFake,
  })
  return { events, sender }
}

test('generates the secret once', async () => {
  expect(await webhookSecret(fresh.db, ids)).toBe(secret)
})

test('returns the same link for the same payment', async () => {
  const [first, second] = await Promise.all([linkFor('same'), linkFor('same')])
  expect(first).toEqual(second)
  expect(first.url).toBe(`http://saral.test/sandbox/pay/${first.linkRef}`)
})

test('reports a payment once, by one event, and lists it as one attempt', async () => {
  const { linkRef } = await linkFor('paid')
  const { events, sender } = receiver()
  expect(await provider.press(linkRef, 'pay')).toMatchObject({ kind: 'done' })
  await sender.sendDue()
  await sender.sendDue()
  expect(events).toEqual([
    {
      eventId: expect.any(String),
      paymentId: 'paid',
      attemptRef: expect.any(String),
      state: 'paid',
      amount: 39_986,
      paidAt: expect.any(Date),
    },
  ])
  const attemptRef = events[0]?.attemptRef
  expect(await provider.attempts(linkRef)).toEqual([
    { paymentId: 'paid', attemptRef, state: 'paid', amount: 39_986, paidAt: expect.any(Date) },
  ])
})

test('a link is paid once, however often it is pressed', async () => {
  const { linkRef } = await linkFor('pressed')
  const pressed = await Promise.all([1, 2, 3, 4].map(() => provider.press(linkRef, 'pay')))
  expect(pressed.map(({ kind }) => kind).sort()).toEqual([
    'already-paid',
    'already-paid',
    'already-paid',
    'done',
  ])
  expect(await provider.attempts(linkRef)).toHaveLength(1)
  await receiver().sender.sendDue()
})

test('reports a failed attempt, and leaves the link open', async () => {
  const { linkRef } = await linkFor('failing')
  const { events, sender } = receiver()
  await provider.press(linkRef, 'fail')
  await provider.press(linkRef, 'pay')
  await sender.sendDue()
  expect(events.map(({ state }) => state).sort()).toEqual(['failed', 'paid'])
  expect((await provider.attempts(linkRef)).map(({ state }) => state).sort()).toEqual([
    'failed',
    'paid',
  ])
})

test('a payment request has one UPI request, which is paid once', async () => {
  const { linkRef } = await linkFor('by app')
  const order = {
    paymentId: 'by app',
    amount: paise(39_986),
    expiresAt: pageExpiresAt(clock.now()),
    description: 'Instalment 1 of 13',
    payerPhone: '919812345678' as MobileNumber,
  }
  const [first, second] = await Promise.all([provider.openUpi(order), provider.openUpi(order)])
  expect(first).toEqual(second)
  const pressed = await Promise.all([1, 2, 3].map(() => provider.pressInApp(first.upiRef, 'pay')))
  expect(pressed.map(({ kind }) => kind).sort()).toEqual(['already-paid', 'already-paid', 'done'])
  expect(await provider.attempts(linkRef)).toMatchObject([{ paymentId: 'by app', state: 'paid' }])
  expect(await provider.link(linkRef)).toMatchObject({ isPaid: false })
  await receiver().sender.sendDue()
})

test('"notify twice" sends the same event two times', async () => {
  const { linkRef } = await linkFor('twice')
  const { events, sender } = receiver()
  await provider.press(linkRef, 'notify-twice')
  await sender.sendDue()
  expect(events).toHaveLength(2)
  expect(events[0]).toEqual(events[1])
})

test('gives up a refund to an account that takes none', async () => {
  const { linkRef } = await linkFor('without a refund')
  await provider.press(linkRef, 'pay-without-refund')
  const [attempt] = await provider.attempts(linkRef)
  const { attemptRef = '', amount = paise(0) } = attempt ?? {}
  expect(await provider.refund({ key: 'given up', attemptRef, amount })).toEqual({
    state: 'given-up',
  })
  await receiver().sender.sendDue()
})

test('sends an unaccepted webhook again at growing intervals, also from a server that starts afterwards', async () => {
  const { linkRef } = await linkFor('retried')
  await provider.press(linkRef, 'pay')
  const down = receiver([0, 500, 302])
  await down.sender.sendDue()
  expect(await down.sender.sendDue()).toBe(0)
  clock.advance({ seconds: 0.5 })
  expect(await down.sender.sendDue()).toBe(1)
  clock.advance({ seconds: 0.5 })
  expect(await down.sender.sendDue()).toBe(0)
  clock.advance({ seconds: 0.5 })
  expect(await down.sender.sendDue()).toBe(1)
  expect(down.events).toEqual([])
  clock.advance({ seconds: 60 })
  const restarted = receiver()
  expect(await restarted.sender.sendDue()).toBe(1)
  expect(restarted.events).toMatchObject([{ paymentId: 'retried', state: 'paid' }])
})

test('sends a webhook again if its sender was killed before the answer', async () => {
  const { linkRef } = await linkFor('killed')
  await provider.press(linkRef, 'pay')
  await fresh.db.raw(`UPDATE sandbox.webhook SET tries = 1, due_at = $1 WHERE state = 'waiting'`, [
    new Date(clock.wall().getTime() + 10_000),
  ])
  const next = receiver()
  expect(await next.sender.sendDue()).toBe(0)
  clock.advance({ seconds: 10 })
  await next.sender.sendDue()
  expect(next.events).toMatchObject([{ paymentId: 'killed' }])
})

test('refunds a paid attempt once per key, and never more than was paid', async () => {
  const { linkRef } = await linkFor('refunded')
  await provider.press(linkRef, 'fail')
  await provider.press(linkRef, 'pay')
  const attempts = await provider.attempts(linkRef)
  const attemptRef = attempts.find(({ state }) => state === 'paid')?.attemptRef ?? ''
  const failedRef = attempts.find(({ state }) => state === 'failed')?.attemptRef ?? ''
  const refund = { key: 'r1', attemptRef, amount: paise(30_000) }
  expect(await Promise.all([provider.refund(refund), provider.refund(refund)])).toEqual([
    { state: 'done' },
    { state: 'done' },
  ])
  expect(await fresh.db.raw('SELECT amount_paise FROM sandbox.refund')).toEqual([
    { amount_paise: 30_000 },
  ])
  await expect(provider.refund({ key: 'r2', attemptRef, amount: paise(9_987) })).rejects.toThrow(
    'cannot exceed',
  )
  expect(await provider.refund({ key: 'r3', attemptRef, amount: paise(9_986) })).toEqual({
    state: 'done',
  })
  await expect(
    provider.refund({ key: 'r4', attemptRef: failedRef, amount: paise(1) }),
  ).rejects.toThrow('only a payment')
})
