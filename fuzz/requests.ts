/** Arbitrary requests: a call, its sender, its input, and its twist. */
import * as fc from 'fast-check'
import type { Node } from '#contract/codec.ts'
import type { Call } from './calls.ts'
import { HOSTILE_KEYS, hostile } from './hostile.ts'
import { TWISTS } from './twists.ts'
import { owned, ownerOf, referenceTo, SHAPES } from './value-owners.ts'
import { FILES, fieldsOf, wireValueOf } from './values.ts'

/**
 * `borrower` sends ids of their own, `stranger` those of another borrower with a session of their
 * own, and `mixed` shows one half of a session with the other half of another's, or with none.
 */
export const ROLES = ['nobody', 'borrower', 'stranger', 'mixed'] as const
export type Role = (typeof ROLES)[number]

export type Request = {
  readonly call: string
  readonly role: Role
  /** The borrower who sends, and the one whose ids `other` stands for. */
  readonly by: number
  readonly of: number
  /** In wire form, with references in place of ids. */
  readonly input: unknown
  /** The key that was added and that no schema names. */
  readonly extra: string | undefined
  /** The idempotency key; undefined for none. */
  readonly key: string | undefined
  readonly twist: string | undefined
}

type Fields = Readonly<Record<string, unknown>>
/** An input, and the key that was added to it. */
export type InputSample = { readonly input: unknown; readonly extra?: string }

/** Stands for a key that was never used before. */
export const FRESH_KEY = 'fresh'
const KEYS = ['again', 'x'.repeat(65), 'two words', '', '__proto__', "'; --"]

/** Every request of one call in one role; `people` is the number of borrowers. */
export function requestOf(call: Call, role: Role, people: number): fc.Arbitrary<Request> {
  const indices = Array.from({ length: people }, (_, at) => at)
  // Each with the same probability: small numbers are preferred only as values.
  const parties = fc
    .tuple(fc.constantFrom(...indices), fc.constantFrom(...indices.slice(1)))
    .map(([by, distance]) => ({ by, of: (by + distance) % people }))
  return fc
    .record({
      parties,
      changed: inputOf(call, role),
      key: fc.oneof(
        { weight: 8, arbitrary: fc.constant(FRESH_KEY) },
        { weight: 1, arbitrary: fc.constant(undefined) },
        { weight: 2, arbitrary: fc.constantFrom(...KEYS) },
      ),
      twist: fc.oneof(
        { weight: 5, arbitrary: fc.constant(undefined) },
        { weight: 1, arbitrary: fc.constantFrom(...Object.keys(TWISTS)) },
      ),
    })
    .map(({ parties: { by, of }, changed: { input, extra }, key, twist }) => ({
      call: call.name,
      role,
      by,
      of,
      input,
      extra,
      key,
      twist,
    }))
}

/** Every input of a call, with the references that suit the role. */
export function inputOf({ endpoint, sample }: Call, role: Role): fc.Arbitrary<InputSample> {
  const node = endpoint.input as Node
  const base = fc.oneof(likely(node, sample), wireValueOf(node) as fc.Arbitrary<Fields>)
  const isStrange = role === 'stranger' ? fc.boolean() : fc.constant(false)
  const inputs = fc
    .tuple(base, isStrange)
    .map(([input, hasOthersAlone]) => inRole(input, role, hasOthersAlone) as Fields)
  return fc.oneof(
    { weight: 5, arbitrary: inputs.map(input => ({ input })) },
    { weight: 3, arbitrary: inputs.chain(input => changedOnce(input, endpoint.sends === 'json')) },
  )
}

/** The app's own input: the sample's values, with somebody's ids in place of its own. */
function likely(node: Node, sample: Fields): fc.Arbitrary<Fields> {
  const { entries = {} } = node
  const parts = Object.entries(sample).map(([key, value]) => [key, likeSample(key, value)] as const)
  const rest = Object.entries(entries).filter(([key]) => !(key in sample))
  return fc
    .tuple(fc.record(Object.fromEntries(parts)), fieldsOf(Object.fromEntries(rest)), fc.boolean())
    .map(([sampled, others, isWhole]) => (isWhole ? { ...others, ...sampled } : sampled))
}

function likeSample(key: string, value: unknown): fc.Arbitrary<unknown> {
  if (value instanceof Blob) return fc.constant({ $file: FILES[0] })
  if (typeof value === 'string' && ownerOf(value)) return fc.constant(value)
  const shape = SHAPES.find(
    ({ name, pattern }) => name === key || (typeof value === 'string' && pattern.test(value)),
  )
  return shape ? referenceTo(key, [shape.name]) : fc.constant(value)
}

/** The same input with the references that suit the role. */
function inRole(value: unknown, role: Role, hasOthersAlone: boolean): unknown {
  if (typeof value === 'string') {
    const owner = ownerOf(value)
    if (owner === 'other' && role === 'borrower') return owned(value, 'own')
    if (owner === 'own' && hasOthersAlone) return owned(value, 'other')
    return value
  }
  if (Array.isArray(value)) return value.map(one => inRole(one, role, hasOthersAlone))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, inRole(one, role, hasOthersAlone)]),
  )
}

function changedOnce(input: Fields, isJson: boolean): fc.Arbitrary<InputSample> {
  const keys = Object.keys(input)
  const extra = fc
    .constantFrom(...HOSTILE_KEYS.filter(key => !(key in input) && (isJson || key !== '')))
    .map(key => ({ input: withField(input, key, '1'), extra: key }))
  const whole = hostile.map(value => ({ input: value }))
  if (keys.length === 0) return isJson ? fc.oneof(extra, whole) : extra
  const key = fc.constantFrom(...keys)
  const replaced = fc
    .tuple(key, hostile)
    .map(([name, value]) => ({ input: withField(input, name, value) }))
  const removed = key.map(name => ({
    input: Object.fromEntries(Object.entries(input).filter(([each]) => each !== name)),
  }))
  const listed = key.map(name => ({ input: withField(input, name, [input[name], input[name]]) }))
  const nested = fc.constantFrom(...HOSTILE_KEYS).map(name => withInner(input, name))
  const usual = [
    { weight: 6, arbitrary: replaced },
    { weight: 2, arbitrary: extra },
    removed,
    listed,
  ]
  return isJson ? fc.oneof(...usual, nested, whole) : fc.oneof(...usual)
}

/** Adds an own property, also for `__proto__`. */
function withField(input: Fields, key: string, value: unknown): Fields {
  return Object.fromEntries([
    ...Object.entries(input).filter(([each]) => each !== key),
    [key, value],
  ])
}

/** Adds the key to the first object inside a list, or to the input itself. */
function withInner(input: Fields, key: string): InputSample {
  for (const [name, value] of Object.entries(input)) {
    const [first, ...rest] = Array.isArray(value) ? value : []
    if (typeof first === 'object' && first !== null)
      return { input: withField(input, name, [withField(first, key, '1'), ...rest]), extra: key }
  }
  return { input: withField(input, key, '1'), extra: key }
}
