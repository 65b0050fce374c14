import { expect, test } from 'vitest'
import type { Result } from '#contract/client.ts'
import {
  openTrackingQueue,
  type TrackingPlatform,
  type TrackingRules,
} from '#web/device/tracking-sender.ts'
import { STORED_EVENTS_MAX, type StoredEvent } from '#web/device/tracking-store.ts'

const at = new Date('2026-11-21T10:00:00Z')
const necessary = ['register-complete']
const rules: TrackingRules = {
  isOn: true,
  batchMax: 3,
  sendAfterSeconds: 15,
  necessary,
  hasConsent: true,
}
const lost: Result<unknown> = {
  ok: false,
  code: -1,
  msg: '',
  reason: 'network',
  details: {},
  errorColumn: [],
}
const refused: Result<unknown> = { ...lost, reason: 'input-invalid' }
const accepted: Result<unknown> = { ok: true, data: { accepted: 1 } }

/** A browser with a database, a network with scripted answers, and a manual clock. */
function platform(stored: StoredEvent[] = []) {
  const state = {
    stored,
    batches: [] as StoredEvent[][],
    answer: accepted,
    later: 0,
    ring: undefined as (() => void) | undefined,
    ids: 0,
  }
  const fake: TrackingPlatform = {
    stored: async () => [...state.stored],
    store: async event => void state.stored.push(event),
    remove: async events => {
      const ids = new Set(events.map(event => event.requestId))
      state.stored = state.stored.filter(event => !ids.has(event.requestId))
    },
    send: async events => {
      state.batches.push(events)
      return state.answer
    },
    sendLater: async () => {
      state.later += 1
    },
    newId: () => `id-${++state.ids}`.padEnd(8, '0'),
    after: (_seconds, call) => {
      state.ring = call
      return () => {
        state.ring = undefined
      }
    },
  }
  return { state, fake }
}

const event = (name: string) => ({ kind: 'event', name, at }) as const
const page = (name: string) => ({ kind: 'page', name, at }) as const
const settled = () => new Promise(resolve => setTimeout(resolve))

test('notes are stored at once and sent together; a full batch is sent without waiting', async () => {
  const { state, fake } = platform()
  const queue = await openTrackingQueue(rules, fake)
  queue.take(event('app-installed'))
  queue.take(page('/orders/:id/audit'))
  await settled()
  expect([state.stored.length, state.batches.length]).toEqual([2, 0])
  state.ring?.()
  await settled()
  expect(state.batches.map(batch => batch.length)).toEqual([2])
  expect(state.batches[0]?.[1]).toMatchObject({
    pageName: '/orders/:id/audit',
    behavior: 'enter',
    projectName: 'saral-web',
    eventTime: at,
  })
  expect(state.stored).toEqual([])
  for (const name of ['a', 'b', 'c']) queue.take(event(name))
  await settled()
  expect(state.batches.map(batch => batch.length)).toEqual([2, 3])
})

test('events lost with the network are sent by the next page, under the same ids', async () => {
  const { state, fake } = platform()
  const queue = await openTrackingQueue(rules, fake)
  state.answer = lost
  queue.take(event('register-complete'))
  await queue.flush()
  expect([state.stored.length, state.later]).toEqual([1, 1])

  const next = platform(state.stored)
  await openTrackingQueue(rules, next.fake)
  await settled()
  expect(next.state.batches).toEqual(state.batches)
  expect(next.state.stored).toEqual([])
})

test('events that the server refuses are not sent again', async () => {
  const { state, fake } = platform()
  const queue = await openTrackingQueue(rules, fake)
  state.answer = refused
  queue.take(event('register-complete'))
  await queue.flush()
  expect([state.stored.length, state.later]).toEqual([0, 0])
})

test('without consent only necessary events are stored or sent, including those of an earlier page', async () => {
  const { state, fake } = platform([
    {
      projectName: 'saral-web',
      pageName: '/',
      behavior: 'enter',
      eventTime: at,
      requestId: 'earlier1',
    },
  ])
  const queue = await openTrackingQueue({ ...rules, hasConsent: false }, fake)
  queue.take(page('/'))
  queue.take(event('app-installed'))
  queue.take(event('register-complete'))
  await queue.flush()
  expect(state.batches.flat().map(event => 'eventId' in event && event.eventId)).toEqual([
    'register-complete',
  ])
  expect(state.stored).toEqual([])
})

test('when switched off, nothing is stored or sent, and stored events are deleted', async () => {
  const { state, fake } = platform([
    { eventId: 'register-complete', triggerTime: at, requestId: 'earlier1', numberTimes: 1 },
  ])
  const queue = await openTrackingQueue({ ...rules, isOn: false }, fake)
  queue.take(event('register-complete'))
  await queue.flush()
  expect([state.stored, state.batches]).toEqual([[], []])
})

test('the queue is bounded and drops the oldest events first', async () => {
  const { state, fake } = platform()
  const queue = await openTrackingQueue({ ...rules, batchMax: STORED_EVENTS_MAX * 2 }, fake)
  for (let n = 0; n < STORED_EVENTS_MAX + 5; n += 1) queue.take(event(`e${n}`))
  await queue.flush()
  const [batch = []] = state.batches
  expect(batch).toHaveLength(STORED_EVENTS_MAX)
  expect(batch[0]).toMatchObject({ eventId: 'e5' })
})

test('two simultaneous requests to send become one', async () => {
  const { state, fake } = platform()
  const queue = await openTrackingQueue(rules, fake)
  queue.take(event('register-complete'))
  await Promise.all([queue.flush(), queue.flush()])
  expect(state.batches).toHaveLength(1)
})

test('withdrawing consent deletes waiting events unsent; necessary ones continue', async () => {
  const { state, fake } = platform()
  const before = await openTrackingQueue(rules, fake)
  before.take(page('/'))
  before.take(event('register-complete'))
  before.close()
  expect(state.ring).toBeUndefined()
  const now = await openTrackingQueue({ ...rules, hasConsent: false }, fake)
  await Promise.all([before.flush(), now.flush()])
  expect(state.batches.flat().map(event => 'eventId' in event && event.eventId)).toEqual([
    'register-complete',
  ])
  expect(state.stored).toEqual([])
})
