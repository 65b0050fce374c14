import * as v from 'valibot'
import type { Endpoints } from '#contract/endpoint.ts'
import { indiaDay, rupees } from '#contract/wire.ts'

/** The first day without the pause; an open one lasts until the borrower ends it. */
const pauseEnd = v.union([v.literal('open'), indiaDay])

/** A limit as of today, and the easier one that was asked for with the day from which it holds. */
const limitOf = <Value extends v.GenericSchema>(value: Value) =>
  v.object({
    value: v.nullable(value),
    later: v.nullable(v.object({ value: v.nullable(value), from: indiaDay })),
  })

const state = v.object({
  today: indiaDay,
  /** The amounts of all products, ascending: a ceiling is one of them. */
  amounts: v.array(rupees),
  /** The largest amount of one new loan. */
  ceiling: limitOf(rupees),
  pause: limitOf(pauseEnd),
  /** When the pause ends if nothing else is asked for; null without a pause. */
  pausedUntil: v.nullable(pauseEnd),
})

/** The limits that borrowers set for their own new loans: stricter at once, easier a week later. */
export const ownLimits = {
  state: {
    does: 'The borrower’s own ceiling and pause for new loans, and what will change.',
    method: 'GET',
    path: '/own-limits/v1/state',
    auth: 'borrower',
    sends: 'query',
    input: v.strictObject({}),
    output: state,
    refusals: [],
    ours: true,
  },
  setCeiling: {
    does: 'Asks for another ceiling: a lower one holds at once, a higher one or none after seven days.',
    method: 'POST',
    path: '/own-limits/v1/ceiling',
    auth: 'borrower',
    sends: 'json',
    idempotent: true,
    input: v.strictObject({ ceiling: v.nullable(rupees) }),
    output: state,
    refusals: ['amount-not-offered'],
    ours: true,
  },
  setPause: {
    does: 'Asks for a pause without new loans: a longer one holds at once, an earlier end after seven days.',
    method: 'POST',
    path: '/own-limits/v1/pause',
    auth: 'borrower',
    sends: 'json',
    idempotent: true,
    input: v.strictObject({ until: v.nullable(pauseEnd) }),
    output: state,
    refusals: ['pause-day'],
    ours: true,
  },
} satisfies Endpoints
