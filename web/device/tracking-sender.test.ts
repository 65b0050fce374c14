import { expect, test } from 'vitest'
import type { Result } from '#contract/client.ts'
import {
  openTrackingQueue,
  type TrackingPlatform,
  type TrackingRules,
} from '#web/device/tracking-sender.ts'
import { KEPT_EVENTS_MAX, type KeptEvent } from '#web/device/tracking-store.ts'

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
const taken: Result<unknown> = { ok: true, data: { accepted: 1 } }

/** A browser with a database, a network with scripted answers, and a manual clock. */
function platform(kept: KeptEvent[] = []) {
  const state = {
    kept,
    sent: [] as KeptEvent[][],
    answer: taken,
    later: 0,
    ring: undefined as (() => void) | undefined,
    ids: 0,
  }
  const own: TrackingPlatform = {
    kept: async () => [...state.kept],
    keep: async event => void state.kept.push(event),
    forget: async events => {
      const ids = new Set(events.map(event => event.requestId))
      state.kept = state.kept.filter(event => !ids.has(event.requestId))
    },
    send: async events => {
      state.sent.push(events)
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
  return { state, own }
}

const event = (name: string) => ({ kind: 'event', name, at }) as const
const page = (name: string) => ({ kind: 'page', name, at }) as const
const settled = () => new Promise(resolve => setTimeout(resolve))

test('notes are stored at once and sent together; a full batch is sent without waiting', async () => {
  const { state, own } = platform()
  const queue = await openTrackingQueue(rules, own)
  queue.take(event('app-installed'))
  queue.take(page('/orders/:id/audit'))
  await settled()
  expect([state.kept.length, state.sent.length]).toEqual([2, 0])
  state.ring?.()
  await settled()
  expect(state.sent.map(batch => batch.length)).toEqual([2])
  expect(state.sent[0]?.[1]).toMatchObject({
    pageName: '/orders/:id/audit',
    behavior: 'enter',
    projectName: 'saral-web',
    eventTime: at,
  })
  expect(state.kept).toEqual([])
  for (const name of ['a', 'b', 'c']) queue.take(event(name))
  await settled()
  expect(state.sent.map(batch => batch.length)).toEqual([2, 3])
})

test('events lost with the network are sent by the next page, under the same ids', async () => {
  const { state, own } = platform()
  const queue = await openTrackingQueue(rules, own)
  state.answer = lost
  queue.take(event('register-complete'))
  await queue.flush()
  expect([state.kept.length, state.later]).toEqual([1, 1])

  const next = platform(state.kept)
  await openTrackingQueue(rules, next.own)
  await settled()
  expect(next.state.sent).toEqual(state.sent)
  expect(next.state.kept).toEqual([])
})

test('events that the server refuses are not sent again', async () => {
  const { state, own } = platform()
  const queue = await openTrackingQueue(rules, own)
  state.answer = refused
  queue.take(event('register-complete'))
  await queue.flush()
  expect([state.kept.length, state.later]).toEqual([0, 0])
})

test('without consent only necessary events are stored or sent, including those of an earlier page', async () => {
  const { state, own } = platform([
    {
      projectName: 'saral-web',
      pageName: '/',
      behavior: 'enter',
      eventTime: at,
      requestId: 'earlier1',
    },
  ])
  const queue = await openTrackingQueue({ ...rules, hasConsent: false }, own)
  queue.take(page('/'))
  queue.take(event('app-installed'))
  queue.take(event('register-complete'))
  await queue.flush()
  expect(state.sent.flat().map(sent => 'eventId' in sent && sent.eventId)).toEqual([
    'register-complete',
  ])
  expect(state.kept).toEqual([])
})

test('when switched off, nothing is stored or sent, and stored events are deleted', async () => {
  const { state, own } = platform([
    { eventId: 'register-complete', triggerTime: at, requestId: 'earlier1', numberTimes: 1 },
  ])
  const queue = await openTrackingQueue({ ...rules, isOn: false }, own)
  queue.take(event('register-complete'))
  await queue.flush()
  expect([state.kept, state.sent]).toEqual([[], []])
})

test('the queue is bounded and drops the oldest events first', async () => {
  const { state, own } = platform()
  const queue = await openTrackingQueue({ ...rules, batchMax: KEPT_EVENTS_MAX * 2 }, own)
  for (let n = 0; n < KEPT_EVENTS_MAX + 5; n += 1) queue.take(event(`e${n}`))
  await queue.flush()
  const [sent = []] = state.sent
  expect(sent).toHaveLength(KEPT_EVENTS_MAX)
  expect(sent[0]).toMatchObject({ eventId: 'e5' })
})

test('two simultaneous requests to send become one', async () => {
  const { state, own } = platform()
  const queue = await openTrackingQueue(rules, own)
  queue.take(event('register-complete'))
  await Promise.all([queue.flush(), queue.flush()])
  expect(state.sent).toHaveLength(1)
})

test('withdrawing consent deletes waiting events unsent; necessary ones continue', async () => {
  const { state, own } = platform()
  const before = await openTrackingQueue(rules, own)
  before.take(page('/'))
  before.take(event('register-complete'))
  before.close()
  expect(state.ring).toBeUndefined()
  const now = await openTrackingQueue({ ...rules, hasConsent: false }, own)
  await Promise.all([before.flush(), now.flush()])
  expect(state.sent.flat().map(sent => 'eventId' in sent && sent.eventId)).toEqual([
    'register-complete',
  ])
  expect(state.kept).toEqual([])
})
