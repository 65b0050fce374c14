import * as v from 'valibot'
import { describe, expect, test, vi } from 'vitest'
import { client, type Incoming, type Outgoing, Unanswered } from '#contract/client.ts'
import type { Endpoints } from '#contract/endpoint.ts'
import { file, instant, rupees, text } from '#contract/wire.ts'
import { paise } from '#domain/money.ts'

const blob = { size: 1, type: 'image/png', arrayBuffer: async () => new ArrayBuffer(1) }
const endpoints = {
  quote: {
    does: 'Quotes.',
    method: 'GET',
    path: '/order/{id}/quote',
    auth: 'public',
    sends: 'query',
    input: v.strictObject({ id: text, amount: rupees, note: v.optional(text) }),
    output: v.object({ interest: rupees, at: instant }),
    refusals: [],
  },
  pay: {
    does: 'Pays.',
    method: 'POST',
    path: '/pay',
    auth: 'borrower',
    sends: 'json',
    input: v.strictObject({ amount: rupees }),
    output: v.null(),
    refusals: ['nothing-to-pay'],
    idempotent: true,
  },
  upload: {
    does: 'Uploads.',
    method: 'POST',
    path: '/upload',
    auth: 'borrower',
    sends: 'form',
    input: v.strictObject({ image: file, type: text, note: v.optional(text) }),
    output: v.null(),
    refusals: [],
  },
} satisfies Endpoints

const ok = (data: unknown): Incoming => ({
  status: 200,
  text: JSON.stringify({ code: 0, msg: 'success', data }),
  retryAfter: null,
})
const answering = (answer: Incoming | Error) => {
  const requests: Outgoing[] = []
  const onFailure = vi.fn()
  const onFault = vi.fn()
  const send = async (request: Outgoing) => {
    requests.push(request)
    if (answer instanceof Error) throw answer
    return answer
  }
  const headers = () => ({ token: 't' })
  const api = client(endpoints, { base: '/api1', headers, send, onFailure, onFault })
  return { api, sent: requests, onFailure, onFault }
}

describe('a request', () => {
  test('is a query with the path filled in and absent fields left out', async () => {
    const { api, sent: requests } = answering(ok({ interest: 35, at: '2026-11-21T00:00:00.000Z' }))
    const result = await api.quote({ id: 'a/b', amount: paise(500_050), note: undefined })
    expect(requests[0]).toMatchObject({
      method: 'GET',
      url: '/api1/order/a%2Fb/quote?amount=5000.5',
      body: null,
      headers: { token: 't' },
      timeoutMs: 100_000,
    })
    expect(result).toEqual({
      ok: true,
      data: { interest: 3500, at: new Date('2026-11-21T00:00:00Z') },
    })
  })

  test('is JSON with the action’s idempotency key', async () => {
    const { api, sent: requests } = answering(ok(null))
    await api.pay({ amount: paise(1) }, { idempotencyKey: 'k1' })
    expect(requests[0]).toMatchObject({
      url: '/api1/pay',
      body: { kind: 'json', text: '{"amount":0.01}' },
      headers: { 'idempotency-key': 'k1' },
    })
  })

  test('is a form with its file', async () => {
    const { api, sent: requests } = answering(ok(null))
    await api.upload({ image: blob, type: 'face', note: undefined })
    expect(requests[0]?.body).toEqual({
      kind: 'form',
      fields: [
        ['image', blob],
        ['type', 'face'],
      ],
    })
  })
})

describe('a failed call never throws', () => {
  const refusalText = JSON.stringify({
    code: -1,
    msg: 'No.',
    data: {
      reason: 'nothing-to-pay',
      errorColumn: [{ column: 'a', reason: 'pan-missing', msg: 'b' }],
    },
  })
  const bare = { details: {}, errorColumn: [] }
  const cases: [string, Incoming | Error, object][] = [
    [
      'refusal',
      { status: 200, text: refusalText, retryAfter: null },
      {
        code: -1,
        msg: 'No.',
        reason: 'nothing-to-pay',
        errorColumn: [{ column: 'a', reason: 'pan-missing', msg: 'b' }],
      },
    ],
    [
      'no session, bare',
      { status: 200, text: '{"code":-4,"msg":"x","data":null}', retryAfter: null },
      { code: -4, reason: 'not-logged-in', ...bare },
    ],
    [
      'limit',
      {
        status: 429,
        text: '{"code":-1,"msg":"x","data":{"reason":"rate-limited"}}',
        retryAfter: '17',
      },
      { reason: 'rate-limited', retryAfterSeconds: 17 },
    ],
    [
      'unknown reason',
      {
        status: 200,
        text: '{"code":-1,"msg":"New.","data":{"reason":"from-the-future"}}',
        retryAfter: null,
      },
      { msg: 'New.', reason: 'failed-unexpectedly' },
    ],
    ['no network', new Unanswered(), { reason: 'network', ...bare }],
    [
      'an error of our own code',
      new TypeError('AbortSignal.any is not a function'),
      { reason: 'failed-unexpectedly', ...bare },
    ],
    ['a proxy’s page', { status: 502, text: '<html>', retryAfter: null }, { reason: 'network' }],
    [
      'not JSON',
      { status: 200, text: 'hello', retryAfter: null },
      { reason: 'failed-unexpectedly' },
    ],
    [
      'not an envelope',
      { status: 200, text: '[]', retryAfter: null },
      { reason: 'failed-unexpectedly' },
    ],
    [
      'an output that breaks the contract',
      ok({ interest: 'much' }),
      { reason: 'failed-unexpectedly' },
    ],
  ]
  test.each(cases)('%s', async (_name, answer, expected) => {
    const { api, onFailure } = answering(answer)
    const result = await api.pay({ amount: paise(1) })
    expect(result).toMatchObject({ ok: false, ...expected })
    expect(onFailure).toHaveBeenCalledExactlyOnceWith(result, endpoints.pay)
  })
})

describe('an error of our own code', () => {
  test('is no lost network, and is reported', async () => {
    const fault = new TypeError('AbortSignal.any is not a function')
    const { api, onFault } = answering(fault)
    expect(await api.pay({ amount: paise(1) })).toMatchObject({ reason: 'failed-unexpectedly' })
    expect(onFault).toHaveBeenCalledExactlyOnceWith(fault)
  })

  test('is caught before anything is sent', async () => {
    const { api, sent: requests, onFault } = answering(ok(null))
    const wrong = { id: undefined as unknown as string, amount: paise(1) }
    expect(await api.quote(wrong)).toMatchObject({ reason: 'failed-unexpectedly' })
    expect(requests).toEqual([])
    expect(onFault).toHaveBeenCalledOnce()
  })

  test('is not what a lost network is', async () => {
    const { api, onFault } = answering(new Unanswered())
    await api.pay({ amount: paise(1) })
    expect(onFault).not.toHaveBeenCalled()
  })
})
