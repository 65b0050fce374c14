import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { content } from '#contract/content.ts'
import { call } from '#web/api/call.ts'
import { abortedAfter } from '#web/device/aborted-after.ts'
import { connection, noteAnswer } from '#web/device/connection.ts'
import { type Note, takeNotes } from '#web/device/tracking.ts'

const notes: Note[] = []
takeNotes(note => notes.push(note))

beforeEach(() => {
  // Resolves a relative address, as a page does.
  class PageRequest extends Request {
    constructor(url: string, init?: RequestInit) {
      super(new URL(url, 'http://saral.test'), init)
    }
  }
  vi.stubGlobal('Request', PageRequest)
  vi.stubGlobal('navigator', { onLine: true, languages: ['en'], userAgent: '' })
  noteAnswer(true)
  notes.length = 0
})
afterEach(() => vi.unstubAllGlobals())

const stubFetch = (fetch: () => Promise<Response>) => vi.stubGlobal('fetch', fetch)
const refusal = { code: -1, msg: 'No.', data: { reason: 'not-found' } }

test('works in a browser without AbortSignal.any and AbortSignal.timeout (iOS 16.4, Chrome 102)', async () => {
  const { any, timeout } = AbortSignal
  Object.assign(AbortSignal, { any: undefined, timeout: undefined })
  try {
    stubFetch(async () => new Response(JSON.stringify(refusal)))
    const { signal } = new AbortController()
    expect(await call(content.config, {}, { signal })).toMatchObject({ reason: 'not-found' })
  } finally {
    Object.assign(AbortSignal, { any, timeout })
  }
})

test('reports a lost network if no answer comes', async () => {
  stubFetch(() => Promise.reject(new TypeError('Failed to fetch')))
  expect(await call(content.config, {})).toMatchObject({ ok: false, reason: 'network' })
  expect(connection()).toBe('unreachable')
  expect(notes).toEqual([])
})

test('states a fault on our side if our own code fails, and reports it once', async () => {
  stubFetch(async () => new Response(JSON.stringify(refusal)))
  // A header cannot hold these letters.
  const options = { headers: { 'x-name': 'अनु' } }
  const failed = { ok: false, reason: 'failed-unexpectedly' }
  expect(await call(content.config, {}, options)).toMatchObject(failed)
  expect(await call(content.config, {}, options)).toMatchObject(failed)
  expect(connection()).toBe('reached')
  expect(notes).toMatchObject([{ kind: 'event', name: 'page-failed', value: 'TypeError' }])
})

test('an aborted read does not count as a lost network', async () => {
  const controller = new AbortController()
  vi.stubGlobal('fetch', ({ signal }: Request) => {
    controller.abort()
    return Promise.reject(signal.reason)
  })
  expect(await call(content.config, {}, { signal: controller.signal })).toMatchObject({ ok: false })
  expect(connection()).toBe('reached')
})

test('a joined signal aborts with the other one, at once if that has aborted, and after its time', async () => {
  vi.useFakeTimers()
  try {
    const controller = new AbortController()
    const joined = abortedAfter(100, controller.signal)
    expect(joined.aborted).toBe(false)
    controller.abort()
    expect(joined.aborted).toBe(true)
    expect(abortedAfter(100, controller.signal).aborted).toBe(true)
    const timed = abortedAfter(100)
    vi.advanceTimersByTime(99)
    expect(timed.aborted).toBe(false)
    vi.advanceTimersByTime(1)
    expect(timed.aborted).toBe(true)
  } finally {
    vi.useRealTimers()
  }
})
