import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { encode } from '#contract/codec.ts'
import { instant, rupees } from '#contract/wire.ts'
import { paise } from '#domain/money.ts'
import { Fragment, serialized, serializedSuccess } from '#server/platform/http/serialized.ts'

const card = v.object({
  name: v.string(),
  amount: rupees,
  at: v.nullable(instant),
  note: v.optional(v.string()),
})
const anyCard = fc.record(
  {
    name: fc.string({ unit: 'binary' }),
    amount: fc.integer({ min: 0, max: 1e12 }).map(paise),
    at: fc.option(fc.date({ noInvalidDate: true })),
    note: fc.option(fc.string(), { nil: undefined }),
    pan: fc.constant('ABCPE1234F'),
  },
  { requiredKeys: ['name', 'amount', 'at'] },
)

test('serializes exactly like JSON.stringify of the encoded value, with the fields in the same order', () => {
  const schema = v.object({
    'a "name"': card,
    list: v.array(card),
    none: v.nullable(card),
    maybe: v.optional(v.array(card)),
  })
  const cards = fc.array(anyCard, { maxLength: 4 })
  const inside = fc.record({
    'a "name"': anyCard,
    list: cards,
    none: fc.constant(null),
    maybe: fc.option(cards, { nil: undefined }),
  })
  fc.assert(
    fc.property(inside, answer => {
      const expected = JSON.stringify(encode(schema, answer))
      const withFragment = { ...answer, list: new Fragment(schema.entries.list, answer.list) }
      for (const same of [answer, withFragment]) {
        expect(serialized(schema, same)).toBe(expected)
        expect(serializedSuccess(schema, same)).toBe(
          `{"code":0,"msg":"success","data":${expected}}`,
        )
      }
    }),
  )
})

test('serializes values that are not objects, and undefined', () => {
  expect(serialized(v.array(rupees), [paise(150)])).toBe('[1.5]')
  expect(serialized(v.nullable(card), null)).toBe('null')
  expect(serializedSuccess(v.null(), undefined)).toBe('{"code":0,"msg":"success","data":null}')
  expect(serialized(v.objectWithRest({ a: v.string() }, rupees), { a: 'x', b: paise(1) })).toBe(
    '{"a":"x","b":0.01}',
  )
})

test('serializes a fragment once for all its answers, and any other value each time', () => {
  let read = 0
  const row = {
    get name() {
      read += 1
      return `read ${read} times`
    },
  }
  const schema = v.object({ rows: v.array(v.object({ name: v.string() })) })
  const nameIn = (rows: unknown) => JSON.parse(serialized(schema, { rows })).rows[0].name
  expect([nameIn([row]), nameIn([row])]).toEqual(['read 1 times', 'read 2 times'])
  const fragment = new Fragment(schema.entries.rows, [row])
  expect([nameIn(fragment), nameIn(fragment)]).toEqual(['read 3 times', 'read 3 times'])
})
