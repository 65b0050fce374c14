import * as v from 'valibot'
import type { Endpoints } from '#contract/endpoint.ts'
import { instant, whole } from '#contract/wire.ts'
import { TRACKED_BATCH_MAX, TRACKED_VALUE_MAX_CHARS } from '#domain/limits.ts'

const name = v.pipe(v.string(), v.regex(/^[\w./:{}-]{1,64}$/))
const value = v.pipe(v.string(), v.maxLength(TRACKED_VALUE_MAX_CHARS))
const requestId = v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/))
const page = v.pipe(v.string(), v.maxLength(100))
const numberTimes = v.pipe(whole, v.minValue(1), v.maxValue(10_000))

/** One event in the app. Its `requestId` identifies it if it is sent again. */
const event = v.strictObject({
  eventId: name,
  triggerTime: instant,
  requestId,
  value: v.optional(value),
  numberTimes: v.optional(numberTimes, 1),
})

/** A page behaviour, such as opening the page. */
const behaviour = v.strictObject({
  projectName: name,
  pageName: page,
  behavior: name,
  eventTime: instant,
  value: v.optional(value),
  /** Ours: tells a repetition from a second event. */
  requestId: v.optional(requestId),
})

const batch = <Item extends v.GenericSchema>(item: Item) =>
  v.pipe(v.array(item), v.minLength(1), v.maxLength(TRACKED_BATCH_MAX))
const acceptedCount = v.object({ accepted: whole })

export const tracking = {
  config: {
    does: 'What the app may report about its own usage, and how often.',
    method: 'GET',
    path: '/burying-point/burying-point/get-buried-config',
    auth: 'public',
    sends: 'query',
    input: v.strictObject({}),
    output: v.object({
      isOn: v.boolean(),
      batchMax: whole,
      sendAfterSeconds: whole,
      /**
       * Reported without consent because the service cannot run without them, and without any id of
       * the browser.
       */
      necessary: v.array(v.string()),
      /** Whether this browser's borrower consented to more. */
      hasConsent: v.boolean(),
    }),
    refusals: [],
  },
  events: {
    does: 'Stores a batch of events.',
    method: 'POST',
    path: '/burying-point/v2/burying-point',
    auth: 'public',
    sends: 'json',
    input: v.strictObject({ events: batch(event) }),
    output: acceptedCount,
    refusals: ['input-invalid'],
  },
  eventsAndPages: {
    does: 'Stores a batch of events and page behaviours.',
    method: 'POST',
    path: '/burying-point/v3/burying-point',
    auth: 'public',
    sends: 'json',
    input: v.strictObject({ events: batch(v.union([event, behaviour])) }),
    output: acceptedCount,
    refusals: ['input-invalid'],
  },
  page: {
    does: 'Stores one page behaviour.',
    method: 'POST',
    path: '/burying-point/burying-point/save-buried-point',
    auth: 'public',
    sends: 'json',
    input: behaviour,
    output: acceptedCount,
    refusals: ['input-invalid'],
  },
} satisfies Endpoints
