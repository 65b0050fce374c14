import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { decode, encode } from '#contract/codec.ts'
import type { Schema } from '#contract/endpoint.ts'
import {
  flag,
  indiaDay,
  instant,
  orderState,
  percent,
  percentPerDay,
  rupees,
  shownOrderState,
  text,
  whole,
} from '#contract/wire.ts'
import { addDays, day } from '#domain/day.ts'
import { basisPoints, paise, ppmPerDay } from '#domain/money.ts'

const anyPaise = fc.integer({ min: 0, max: 1e12 }).map(paise)
const anyInstant = fc.date({
  min: new Date('2000-01-01'),
  max: new Date('2100-01-01'),
  noInvalidDate: true,
})
const anyDay = fc.integer({ min: 0, max: 36_000 }).map(days => addDays(day('2000-01-01'), days))
const anyText = fc.string({ maxLength: 20 })

/** Every kind of schema that the contract may use, with a generator of its inside values. */
const kinds: [name: string, schema: Schema, inside: fc.Arbitrary<unknown>][] = [
  ['rupees', rupees, anyPaise],
  ['percent per day', percentPerDay, fc.integer({ min: 0, max: 1e6 }).map(ppmPerDay)],
  ['percent', percent, fc.integer({ min: 0, max: 1e7 }).map(basisPoints)],
  ['instant', instant, anyInstant],
  ['India day', indiaDay, anyDay],
  ['whole', whole, fc.integer({ min: 0, max: 1e9 })],
  ['flag', flag, fc.constantFrom(0, 1)],
  ['object', v.object({ a: rupees, b: instant }), fc.record({ a: anyPaise, b: anyInstant })],
  ['strict object', v.strictObject({ a: rupees }), fc.record({ a: anyPaise })],
  [
    'object with rest',
    v.objectWithRest({ a: v.string() }, rupees),
    fc.record({ a: anyText, b: anyPaise }),
  ],
  ['array', v.array(rupees), fc.array(anyPaise, { maxLength: 5 })],
  ['tuple', v.tuple([rupees, instant]), fc.tuple(anyPaise, anyInstant)],
  ['tuple with rest', v.tupleWithRest([v.string()], rupees), fc.tuple(anyText, anyPaise, anyPaise)],
  ['record', v.record(v.string(), rupees), fc.dictionary(fc.constantFrom('x', 'y', 'z'), anyPaise)],
  ['nullable', v.nullable(rupees), fc.option(anyPaise)],
  ['nullish', v.object({ a: v.nullish(rupees) }), fc.record({ a: fc.option(anyPaise) })],
  [
    'optional',
    v.object({ a: v.optional(instant) }),
    fc.record({ a: anyInstant }, { requiredKeys: [] }),
  ],
  [
    'exact optional',
    v.object({ a: v.exactOptional(rupees) }),
    fc.record({ a: anyPaise }, { requiredKeys: [] }),
  ],
  ['pipe on a codec', v.pipe(rupees, v.minValue(paise(0))), anyPaise],
  [
    'pipe on an object',
    v.pipe(
      v.object({ a: rupees }),
      v.check(() => true),
    ),
    fc.record({ a: anyPaise }),
  ],
  [
    'union',
    v.union([v.object({ a: rupees }), v.object({ at: instant })]),
    fc.oneof(fc.record({ a: anyPaise }), fc.record({ at: anyInstant })),
  ],
  [
    'variant',
    v.variant('kind', [
      v.object({ kind: v.literal('m'), a: rupees }),
      v.object({ kind: v.literal('t'), a: instant }),
    ]),
    fc.oneof(
      fc.record({ kind: fc.constant('m'), a: anyPaise }),
      fc.record({ kind: fc.constant('t'), a: anyInstant }),
    ),
  ],
]

describe('a value survives encoding, JSON and decoding', () => {
  test.each(kinds)('%s', (_name, schema, arbitrary) => {
    fc.assert(
      fc.property(arbitrary, inside => {
        const wire = JSON.parse(JSON.stringify(encode(schema, inside)))
        expect(decode(schema, wire)).toEqual({ ok: true, inside })
      }),
    )
  })
})

test.each([-1e308, 1e308, 0.005, 12.345])('a share of %d percent is refused', wire => {
  expect(decode(percent, wire)).toMatchObject({ ok: false, refusal: { refused: 'input-invalid' } })
})

test('the wire carries rupees, percent and ISO text', () => {
  const schema = v.object({ amount: rupees, rate: percentPerDay, apr: percent, at: instant })
  const inside = {
    amount: paise(503_505),
    rate: ppmPerDay(1_000),
    apr: basisPoints(73_899),
    at: new Date(0),
  }
  expect(encode(schema, inside)).toEqual({
    amount: 5035.05,
    rate: 0.1,
    apr: 738.99,
    at: '1970-01-01T00:00:00.000Z',
  })
})

test.each(['__proto__', 'constructor', 'prototype'])(
  'a field named %s is refused, also where the names are free',
  name => {
    const wire: unknown = JSON.parse(`{"education":"5","${name}":"1"}`)
    expect(decode(v.record(v.string(), v.string()), wire)).toEqual({
      ok: false,
      refusal: { refused: 'input-invalid', errorColumn: [{ column: name, reason: 'malformed' }] },
    })
  },
)

test('a text with a NUL, which PostgreSQL cannot store, is refused', () => {
  const schema = v.strictObject({ ifsc: text })
  expect(decode(schema, { ifsc: 'SBIN\u00000001234' })).toMatchObject({ ok: false })
  expect(decode(schema, { ifsc: 'SBIN0001234' })).toMatchObject({ ok: true })
})

test('fields that the contract does not name are not sent', () => {
  const row = { name: 'Asha', pan: 'ABCPE1234F' }
  expect(encode(v.object({ name: v.string() }), row)).toEqual({ name: 'Asha' })
  expect(encode(v.array(v.object({ name: v.string() })), [row])).toEqual([{ name: 'Asha' }])
  const person = v.object({ kind: v.literal('person'), name: v.string() })
  const place = v.object({ kind: v.literal('place') })
  const named = { kind: 'person', ...row } as const
  expect(encode(v.variant('kind', [place, person]), named)).toEqual({
    kind: 'person',
    name: 'Asha',
  })
})

describe('faults are listed field by field', () => {
  const schema = v.strictObject({
    amount: rupees,
    pan: v.pipe(v.string(), v.regex(/^\d$/, 'Please Input Pan Id. ')),
  })

  test('with the schema’s message, or ours if it has none', () => {
    expect(decode(schema, { amount: 1.234, pan: 'x' })).toEqual({
      ok: false,
      refusal: {
        refused: 'input-invalid',
        errorColumn: [
          {
            column: 'amount',
            reason: 'malformed',
            details: { text: 'An amount has at most two decimals.' },
          },
          { column: 'pan', reason: 'malformed', details: { text: 'Please Input Pan Id. ' } },
        ],
      },
    })
    const missing = decode(schema, {})
    expect(missing.ok ? [] : missing.refusal.errorColumn).toEqual([
      { column: 'amount', reason: 'malformed' },
      { column: 'pan', reason: 'malformed' },
    ])
  })

  test('including unknown fields', () => {
    const extra = decode(schema, { amount: 1, pan: '1', isAdmin: true })
    expect(extra).toMatchObject({ ok: false, refusal: { errorColumn: [{ column: 'isAdmin' }] } })
  })

  test('up to a number that a borrower can read', () => {
    const many = decode(v.array(v.number()), Array(500).fill('x'))
    expect(many.ok ? 0 : many.refusal.errorColumn?.length).toBe(20)
  })
})

describe('the state of an order', () => {
  // Specification §4; 9 is ours.
  const states = {
    '1': 'auditing',
    '2': 'pass',
    '3': 'denied',
    '4': 'lending',
    '5': 'failed',
    '6': 'loaned',
    '7': 'settled',
    '8': 'overdue',
    '9': 'cancelled',
    '11': 'extension',
  } as const
  test.each(Object.entries(states))('has code %s on the wire for %s inside', (code, state) => {
    for (const schema of [orderState, shownOrderState]) {
      expect(decode(schema, code)).toEqual({ ok: true, inside: state })
      expect(encode(schema, state)).toBe(code)
    }
  })
  test('has code 10 where an order is finished, in order detail alone', () => {
    expect(decode(shownOrderState, '10')).toEqual({ ok: true, inside: 'finished' })
    expect(encode(shownOrderState, 'finished')).toBe('10')
    expect(decode(orderState, '10').ok).toBe(false)
  })
  test('has no other code', () => {
    for (const code of ['0', '12', 'loaned', 4])
      expect(decode(shownOrderState, code).ok).toBe(false)
  })
})
