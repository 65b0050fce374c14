import type { FastifyInstance } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { pageExpiresAt } from '#domain/lending/payment-page.ts'
import { paise } from '#domain/money.ts'
import { isMobileNumber, type MobileNumber } from '#domain/phone.ts'
import type { Database } from '#server/platform/db/open.ts'
import { randomIds } from '#server/platform/ids.ts'
import type { PaymentEvent } from '#server/providers/payment/port.ts'
import { openSimulatedWorld, type SimulatedWorld, type WorldParts } from '#server/sandbox/world.ts'
import { movableClock, testCipher, testServer } from '#server/testing/app.ts'
import { forFile } from '#server/testing/for-file.ts'

const movable = movableClock(new Date('2026-11-21T04:30:00Z'))
const clock = {
  now: movable.now,
  wall: movable.wall,
  advance: async (ms: number) => {
    movable.advance({ seconds: ms / 1000 })
    return movable.now()
  },
  restart: () => undefined,
}
const closings: string[] = []
const events: PaymentEvent[] = []

const cipher = testCipher()
let world: SimulatedWorld
let origin: string

const EVERYTHING = ['sms', 'payment', 'payout', 'verification'] as const
const worldParts = (db: Database, simulated: WorldParts['simulated'] = EVERYTHING): WorldParts => ({
  db,
  clock,
  ids: randomIds(),
  cipher,
  simulated,
  push: { publicKey: 'test' },
  publicOrigin: () => origin,
  webhookUrl: () => `${origin}/webhook/payment`,
})

/** Stands for our own webhook, and stores the accepted messages. */
async function serveWebhook(app: FastifyInstance): Promise<void> {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) =>
    parsed(null, body),
  )
  app.post<{ Body: Buffer }>('/webhook/payment', async (request, reply) => {
    const reading = world.payment.readWebhook(request.body, request.headers)
    if (reading.kind === 'event') events.push(reading.event)
    return reply.status(reading.kind === 'forged' ? 401 : 200).send()
  })
}

const server = forFile(() =>
  testServer({
    extend: async (app, { db }) => {
      world = await openSimulatedWorld(worldParts(db))
      await app.register(serveWebhook)
      world.serve(app, async () => closings.push(clock.now().toISOString()))
    },
  }),
)
beforeAll(async () => {
  origin = server.origin
})

const machine = async (path: string, body?: object) => {
  const init = body && {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
  const answer = await fetch(origin + path, init ?? {})
  return { status: answer.status, json: JSON.parse(await answer.text()) }
}

const page = async (path: string) => {
  const answer = await fetch(origin + path, { headers: { accept: 'text/html' } })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

/**
 * Presses the button with this name on a page, as a browser would: with its form's address and its
 * own name and value.
 */
async function pressButton(
  path: string,
  name: string,
  headers: Record<string, string> = { origin },
): Promise<Response> {
  const { text } = await page(path)
  for (const [, action = '', inside = ''] of text.matchAll(
    /<form method="post" action="([^"]+)"[^>]*>([\s\S]*?)<\/form>/g,
  )) {
    const button = [
      ...inside.matchAll(/<button[^>]* name="(\w+)" value="([^"]+)"[^>]*>([^<]+)<\/button>/g),
    ].find(([, , , text]) => text === name)
    if (button) return postForm(action, { [button[1] ?? '']: button[2] ?? '' }, headers)
  }
  throw new Error(`no button ${name} on ${path}`)
}

function postForm(
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = { origin },
): Promise<Response> {
  const body = new URLSearchParams(fields)
  return fetch(origin + path, {
    method: 'POST',
    headers: { accept: 'text/html', ...headers },
    body,
    redirect: 'manual',
  })
}

async function sendSms(to: string, text: string): Promise<void> {
  if (!isMobileNumber(to)) throw new Error(`${to} is no number`)
  await world.sms.send({ to, text })
}

const payout = (key: string) =>
  world.payout.send({
    key,
    amount: paise(488_250),
    narration: 'Saral loan',
    account: { holder: 'Asha <Verma>', number: '50100012345678', ifsc: 'HDFC0000001' },
  })

const link = (paymentId: string) =>
  world.payment.createLink({
    paymentId,
    amount: paise(39_986),
    expiresAt: pageExpiresAt(movable.now()),
    description: 'Instalment 1 of 13',
    returnUrl: `${origin}/orders/o1/detail`,
    payerPhone: '919812345678' as MobileNumber,
  })

test('lists messages newest first, to a number or to all; a phone ending 0000 receives none', async () => {
  await sendSms('919876543210', '1234 is your code.')
  movable.advance({ seconds: 1 })
  await sendSms('919876543210', '5678 is your <new> code.')
  await sendSms('919876540000', '9999 is your code.')
  const { json } = await machine('/sandbox/sms?phone=919876543210')
  expect(json).toEqual([
    { to: '919876543210', text: '5678 is your <new> code.', sentAt: '2026-11-21T04:30:01.000Z' },
    { to: '919876543210', text: '1234 is your code.', sentAt: '2026-11-21T04:30:00.000Z' },
  ])
  for (const phone of ['9876543210', '+91 98765 43210', '0091-98765-43210', '९८७६५४३२१०'])
    expect((await machine(`/sandbox/sms?phone=${encodeURIComponent(phone)}`)).json).toEqual(json)
  expect((await machine('/sandbox/sms?phone=919876540000')).json).toEqual([])
  expect((await machine('/sandbox/sms?phone=12')).status).toBe(400)
  const { text } = await page('/sandbox/sms?phone=919876543210')
  expect(text).toContain('<b>5678</b> is your &lt;new&gt; code.')
  await sendSms('919876543212', 'Pay Rs 500 by 30 Nov 2026. Code 4321.')
  expect((await page('/sandbox/sms?phone=919876543212')).text).toContain(
    'by 30 Nov 2026. Code <b>4321</b>.',
  )
})

test('the page of all messages has a group for each number, that of the newest message open', async () => {
  for (const [to, text] of [
    ['919876543220', 'the first'],
    ['919876543221', 'to another'],
    ['919876543220', 'the second'],
  ] as const) {
    await sendSms(to, text)
    movable.advance({ seconds: 1 })
  }
  const { text } = await page('/sandbox/sms')
  const groups = [...text.matchAll(/<details id="sms-(\d+)"( open)?>.*?<\/details>/gs)]
  expect(groups.slice(0, 2).map(([, to, open]) => [to, open !== undefined])).toEqual([
    ['919876543220', true],
    ['919876543221', false],
  ])
  expect(groups[0]?.[0]).toMatch(/2 messages.*the second.*the first/s)
  expect(groups[0]?.[0]).not.toContain('to another')
})

test('folds away all but the newest five of a long list', async () => {
  for (let count = 1; count <= 7; count += 1) {
    await link(`payment-${count}`)
    movable.advance({ seconds: 1 })
  }
  const { text } = await page('/sandbox/payments')
  const [shown = '', folded = ''] = text.split('2 earlier')
  expect(shown.match(/class="item"/g)).toHaveLength(5)
  expect(folded.match(/class="item"/g)).toHaveLength(2)
})

test('a machine and a form can move the clock forward, and the close of business follows', async () => {
  const before = (await machine('/sandbox/clock')).json.now
  const { json } = await machine('/sandbox/clock', { advance: 'P7D' })
  expect(Date.parse(json.now) - Date.parse(before)).toBe(7 * 86_400_000)
  expect(closings).toEqual([json.now])
  const pressed = await pressButton('/sandbox', '1 day')
  expect([pressed.status, pressed.headers.get('location')]).toEqual([303, '/sandbox#clock'])
  await postForm('/sandbox/clock', { count: '2', unit: 'H' })
  expect(Date.parse((await machine('/sandbox/clock')).json.now) - Date.parse(json.now)).toBe(
    26 * 3_600_000,
  )
  expect(closings).toHaveLength(3)
})

test.each([
  { advance: '-P1D' },
  { advance: 'P0D' },
  { advance: 'P500D' },
  { advance: 7 },
  { back: 'P1D' },
  {},
])('the clock refuses %j', async body => {
  const before = (await machine('/sandbox/clock')).json
  expect((await machine('/sandbox/clock', body)).status).toBe(400)
  expect((await machine('/sandbox/clock')).json).toEqual(before)
})

test('payouts are held, and then ended by a person or a machine', async () => {
  expect((await machine('/sandbox/payouts/hold', { hold: true })).json).toEqual({ hold: true })
  await payout('by-machine')
  await payout('by-person')
  movable.advance({ seconds: 5 })
  const { json } = await machine('/sandbox/payouts')
  const byMachine = json.find((one: { key: string }) => one.key === 'by-machine')
  expect(byMachine).toMatchObject({
    amount: 4882.5,
    state: 'pending',
    accountLastFour: '5678',
    holder: 'Asha <Verma>',
  })
  expect(
    (await machine(`/sandbox/payouts/${byMachine.id}`, { outcome: 'refuse' })).json,
  ).toMatchObject({
    id: byMachine.id,
    state: 'refused',
  })
  expect((await machine(`/sandbox/payouts/${byMachine.id}`, { outcome: 'succeed' })).status).toBe(
    409,
  )
  expect((await machine('/sandbox/payouts/none', { outcome: 'succeed' })).status).toBe(404)
  expect((await machine(`/sandbox/payouts/${byMachine.id}`, { outcome: 'vanish' })).status).toBe(
    400,
  )
  await pressButton('/sandbox/payouts', 'Succeed')
  expect(await world.payout.status('by-person')).toMatchObject({ state: 'succeeded' })
  expect((await page('/sandbox')).text).toContain('Asha &lt;Verma&gt;')
  await pressButton('/sandbox', 'Release')
  expect(await world.payout.isHeld()).toBe(false)
})

test.each([
  ['Pay', 'paid', '/orders/o1/detail', 1],
  ['Fail', 'failed', '/orders/o1/detail', 1],
  ['Pay without returning', 'paid', '', 1],
  ['Notify twice', 'paid', '/orders/o1/detail', 2],
])('the payment page: %s', async (button, state, returnPath, times) => {
  const { linkRef, url } = await link(`payment ${button}`)
  events.length = 0
  const answer = await pressButton(url.slice(origin.length), button)
  const location = returnPath === '' ? `/sandbox/pay/${linkRef}` : returnPath
  expect([answer.status, answer.headers.get('location')]).toEqual([303, location])
  expect(events.map(event => [event.paymentId, event.state, event.amount])).toEqual(
    Array.from({ length: times }, () => [`payment ${button}`, state, 39_986]),
  )
  expect((await page(`/sandbox/pay/${linkRef}`)).text.includes('>Pay</button>')).toBe(
    state === 'failed',
  )
})

test('stores our own return address as a path and another unchanged, and the page may redirect there', async () => {
  const elsewhere = {
    paymentId: 'elsewhere',
    amount: paise(100),
    expiresAt: pageExpiresAt(movable.now()),
    description: 'Elsewhere',
    returnUrl: 'https://shop.example/back?a=1',
    payerPhone: '919812345678' as MobileNumber,
  }
  const { linkRef } = await world.payment.createLink(elsewhere)
  expect((await page(`/sandbox/pay/${linkRef}`)).headers.get('content-security-policy')).toContain(
    "form-action 'self' https://shop.example;",
  )
  expect((await pressButton(`/sandbox/pay/${linkRef}`, 'Fail')).headers.get('location')).toBe(
    'https://shop.example/back?a=1',
  )
  const ours = await world.payment.createLink({
    ...elsewhere,
    paymentId: 'ours',
    returnUrl: `${origin}//evil.example`,
  })
  expect((await pressButton(`/sandbox/pay/${ours.linkRef}`, 'Fail')).headers.get('location')).toBe(
    `${origin}//evil.example`,
  )
})

test('a machine can read and pay a payment, once', async () => {
  const { linkRef } = await link('by machine')
  events.length = 0
  expect((await machine(`/sandbox/pay/${linkRef}`)).json).toMatchObject({
    amount: 399.86,
    state: 'open',
  })
  expect((await machine(`/sandbox/pay/${linkRef}`, { action: 'pay' })).json).toMatchObject({
    state: 'paid',
  })
  expect((await machine(`/sandbox/pay/${linkRef}`, { action: 'pay' })).json).toMatchObject({
    state: 'paid',
  })
  expect(events).toHaveLength(1)
  expect((await machine('/sandbox/pay/none')).status).toBe(404)
  expect((await machine('/sandbox/pay/none', { action: 'pay' })).status).toBe(404)
  for (const name of ['%00', 'a%00b', '%20', '%F0%9F%92%B0']) {
    expect((await machine(`/sandbox/pay/${name}`)).status).toBe(404)
    expect((await machine(`/sandbox/pay/${name}`, { action: 'pay' })).status).toBe(404)
    expect((await machine(`/sandbox/payouts/${name}`, { outcome: 'succeed' })).status).toBe(404)
  }
  expect((await machine(`/sandbox/pay/${linkRef}`, { action: 'steal' })).status).toBe(400)
})

test('an expired page accepts no money, and says so in both languages', async () => {
  const { linkRef } = await link('left open')
  const address = `/sandbox/pay/${linkRef}`
  const { text: open } = await page(address)
  await clock.advance(24 * 3_600_000)
  events.length = 0
  const { text } = await page(address)
  expect([open, text].map(one => one.includes('>Pay</button>'))).toEqual([true, false])
  expect(text).toContain('no money was taken')
  expect(text).toContain('कोई पैसा नहीं लिया गया')
  expect((await machine(address)).json).toMatchObject({ state: 'over' })
  expect((await machine(address, { action: 'pay' })).status).toBe(409)
  expect((await postForm(address, { action: 'pay' })).headers.get('location')).toBe(address)
  expect([await world.payment.attempts(linkRef), events]).toEqual([[], []])
})

/** The link for a UPI app beside the page of a payment. */
async function upiLink(paymentId: string) {
  const { linkRef } = await link(paymentId)
  const { intent, upiRef } = await world.payment.openUpi({
    paymentId,
    amount: paise(39_986),
    expiresAt: pageExpiresAt(clock.now()),
    description: 'Instalment 1 of 13',
    payerPhone: '919812345678' as MobileNumber,
  })
  return { linkRef, intent, upiRef, address: `/sandbox/upi/${upiRef}` }
}

test('a UPI app reads a link, shows whom and how much it would pay, and pays once', async () => {
  const { linkRef, intent, upiRef, address } = await upiLink('by app')
  expect((await page('/sandbox/upi')).text).toContain('Simulated UPI app')
  const response = await postForm('/sandbox/upi', { link: intent })
  expect([response.status, response.headers.get('location')]).toEqual([303, address])
  expect((await page('/sandbox/payments')).text).toContain(
    `<a href="${address}">In the UPI app</a>`,
  )
  const { text } = await page(address)
  for (const shown of ['₹399.86', 'Saral Sandbox', 'saral@sandbox', 'Instalment 1 of 13'])
    expect(text).toContain(shown)
  events.length = 0
  expect((await pressButton(address, 'Decline')).status).toBe(303)
  expect((await pressButton(address, 'Pay')).status).toBe(303)
  expect((await page(address)).text).toContain('Paid.')
  expect((await machine(address, { action: 'pay' })).json).toMatchObject({ state: 'paid' })
  expect(events.map(({ paymentId, state, amount }) => [paymentId, state, amount])).toEqual([
    ['by app', 'failed', 39_986],
    ['by app', 'paid', 39_986],
  ])
  expect(await world.payment.attempts(linkRef, upiRef)).toHaveLength(2)
})

test('the page of a payment that an app has paid still takes money, as a real provider’s does', async () => {
  const { linkRef, address } = await upiLink('both ways')
  events.length = 0
  await pressButton(address, 'Pay')
  expect((await machine(`/sandbox/pay/${linkRef}`)).json).toMatchObject({ state: 'open' })
  await pressButton(`/sandbox/pay/${linkRef}`, 'Pay')
  expect(events.map(({ state }) => state)).toEqual(['paid', 'paid'])
  expect(new Set(events.map(({ attemptRef }) => attemptRef)).size).toBe(2)
})

test('a UPI app pays neither an expired request nor a foreign link', async () => {
  const { linkRef, upiRef, intent, address } = await upiLink('app too late')
  for (const other of [
    'upi://pay?pa=shop@bank&pn=Shop&am=1.00&cu=INR',
    intent.replace('tr=', 'tr=0'),
  ])
    expect((await postForm('/sandbox/upi', { link: other })).status).toBe(404)
  for (const name of ['none', '%00', 'a%00b']) {
    expect((await machine(`/sandbox/upi/${name}`)).status).toBe(404)
    expect((await machine(`/sandbox/upi/${name}`, { action: 'pay' })).status).toBe(404)
  }
  expect((await machine(address, { action: 'notify-twice' })).status).toBe(400)
  await clock.advance(24 * 3_600_000)
  const { text } = await page(address)
  expect([text.includes('>Pay</button>'), text.includes('No money was taken')]).toEqual([
    false,
    true,
  ])
  expect((await machine(address, { action: 'pay' })).status).toBe(409)
  expect(await world.payment.attempts(linkRef, upiRef)).toEqual([])
})

test.each<[string, Record<string, string>]>([
  ['another origin', { origin: 'https://evil.example' }],
  ['a hidden origin', { origin: 'null' }],
  ['no origin at all', {}],
  ['another site, as the browser says', { 'sec-fetch-site': 'cross-site' }],
  ['a sibling site', { 'sec-fetch-site': 'same-site' }],
])('a form from %s changes nothing', async (_what, headers) => {
  const { linkRef } = await link('strange')
  expect((await pressButton(`/sandbox/pay/${linkRef}`, 'Pay', headers)).status).toBe(403)
  expect((await pressButton('/sandbox', '1 day', headers)).status).toBe(403)
  expect(await world.payment.attempts(linkRef)).toEqual([])
})

test('accepts a form of its own from newer and from older browsers', async () => {
  expect(
    (await pressButton('/sandbox', '1 hour', { 'sec-fetch-site': 'same-origin', origin: 'null' }))
      .status,
  ).toBe(303)
  expect((await pressButton('/sandbox', '1 hour', { origin })).status).toBe(303)
})

test('pages are marked and load nothing from elsewhere; only the messages run a script, our own', async () => {
  const { linkRef, address } = await upiLink('marked')
  const messages = await page('/sandbox/sms')
  expect(messages.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; style-src 'self'; img-src 'self'; script-src 'self'; connect-src 'self'; form-action 'self'/,
  )
  expect(messages.text.match(/<script[^>]*>/g)).toEqual([
    '<script src="/sandbox/assets/live.js" defer>',
  ])
  for (const path of [
    '/sandbox',
    '/sandbox/payouts',
    '/sandbox/payments',
    '/sandbox/clock',
    `/sandbox/pay/${linkRef}`,
    '/sandbox/upi',
    address,
  ]) {
    const { status, headers, text } = await page(path)
    expect(status).toBe(200)
    expect(headers.get('referrer-policy')).toBe('same-origin')
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'/,
    )
    expect(text).toContain('DEMO: not a lender. Everything here is simulated.')
    expect(text).not.toMatch(/<script|<style| style=| on\w+=/)
  }
})

test('the page of messages runs only a script of our own', async () => {
  const { headers, text } = await page('/sandbox/sms')
  expect(headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; style-src 'self'; img-src 'self'; script-src 'self'; connect-src 'self'; form-action 'self';/,
  )
  expect(text.match(/<script[^>]*>/g)).toEqual(['<script src="/sandbox/assets/live.js" defer>'])
  expect(text).not.toMatch(/<style| style=| on\w+=/)
})

test('serves the stylesheet and its images from our own origin', async () => {
  const { text, headers } = await page('/sandbox/assets/sandbox.css')
  expect(headers.get('content-type')).toBe('text/css; charset=utf-8')
  for (const [, path = ''] of text.matchAll(/url\("?([^")]+)"?\)/g))
    expect((await page(path)).status).toBe(200)
})

test.each([
  [
    ['sms', 'verification'],
    [200, 200, 404, 404, 404],
  ],
  [['payout'], [200, 404, 404, 200, 404]],
  [
    ['payment', 'payout'],
    [200, 404, 200, 200, 200],
  ],
  [[], [404, 404, 404, 404, 404]],
] as const)(
  'serves only the simulated services beside real vendors: %j',
  async (simulated, statuses) => {
    const mixed = await testServer({
      extend: async (app, { db }) =>
        (await openSimulatedWorld(worldParts(db, simulated))).serve(app, async () => undefined),
    })
    const paths = ['', '/sms', '/clock', '/payouts', '/payments']
    const answers = await Promise.all(paths.map(path => fetch(`${mixed.origin}/sandbox${path}`)))
    expect(answers.map(({ status }) => status)).toEqual(statuses)
    const whole = await (
      await fetch(`${mixed.origin}/sandbox`, { headers: { accept: 'text/html' } })
    ).text()
    const sections = ['clock', 'sms', 'payouts', 'payments', 'inputs'].filter(id =>
      whole.includes(`id="${id}"`),
    )
    const [, sms, clockShown, payouts, payments] = statuses.map(status => status === 200)
    const shown = {
      clock: clockShown,
      sms,
      payouts,
      payments,
      inputs: simulated.some(one => one === 'verification'),
    }
    expect(sections).toEqual(
      Object.entries(shown).flatMap(([id, isShown]) => (isShown ? [id] : [])),
    )
    await mixed.close()
  },
)

test('a second start on the same database accepts the webhooks of the first', async () => {
  const { linkRef } = await link('restart')
  await world.payment.press(linkRef, 'pay')
  events.length = 0
  const second = await openSimulatedWorld(worldParts(server.services.db))
  await second.webhooks.sendDue()
  expect(events.map(event => event.paymentId)).toEqual(['restart'])
})

test('shows notifications with the page that they open, also to machines', async () => {
  const endpoint = 'https://fcm.googleapis.com/fcm/send/secret'
  const message = {
    title: 'The money has arrived',
    body: 'It is <there>.',
    path: '/order',
    tag: 't',
  }
  expect(await world.push.send({ endpoint, auth: 'a', userPublicKey: 'k' }, message, 60)).toBe(
    'sent',
  )
  const body = await (await fetch(`${origin}/sandbox/push`)).text()
  expect(JSON.parse(body)).toMatchObject([
    { host: 'fcm.googleapis.com', title: message.title, path: '/order' },
  ])
  expect(body).not.toContain('secret')
  const { text } = await page('/sandbox')
  expect(text).toContain('The money has arrived')
  expect(text).toContain('It is &lt;there&gt;.')
})

test('gives an Aadhaar code to machines, and to people with its picture and its source', async () => {
  const aadhaar = '500000000009'
  const { json } = await machine('/sandbox/aadhaar-code')
  expect(json).toMatchObject({
    code: expect.stringMatching(/^[1-9]\d{1000,}$/),
    lastFour: expect.stringMatching(/^\d{4}$/),
  })
  const shown = await page('/sandbox/aadhaar-code')
  expect(shown.text).toContain('for a person who does not exist')
  expect(shown.text).not.toContain('<script')
  for (const [kind, start] of [
    ['svg', '<'],
    ['png', '\x89PNG'],
  ] as const) {
    const answer = await fetch(`${origin}/sandbox/aadhaar-code.${kind}`)
    expect(
      Buffer.from(await answer.arrayBuffer())
        .toString('latin1')
        .startsWith(start),
    ).toBe(true)
  }
  expect((await machine(`/sandbox/aadhaar-code?aadhaar=${aadhaar.slice(1)}`)).status).toBe(400)
})
