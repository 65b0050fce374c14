import * as v from 'valibot'
import type { Schema } from '#contract/endpoint.ts'
import { type Refusal, refused } from '#contract/envelope.ts'
import { encoderOf as ownEncoderOf } from '#contract/wire.ts'
import type { FieldError } from '#domain/identity/form.ts'

/** No answer lists more faults than this. */
const ISSUES_MAX = 20
/** The reason for a fault if the schema has none of its own. */
const UNNAMED_FAULT = 'unnamed'

/** The fields of a schema that the traversal needs, as valibot names them. */
export type Node = Schema & {
  readonly pipe?: readonly [Node, ...unknown[]]
  readonly entries?: Readonly<Record<string, Node>>
  readonly item?: Node
  readonly items?: readonly Node[]
  readonly rest?: Node
  readonly wrapped?: Node
  readonly value?: Node
  readonly options?: readonly Node[]
  /** Of a variant: the name of the field whose value picks the option. */
  readonly key?: string
}

/**
 * Converts an inside form to its wire form: rupees for paise, percent for rates, ISO text for
 * instants, wherever the schema says so. Keys that the schema does not name are dropped, so that
 * nothing is sent by accident.
 */
export function encode<S extends Schema>(schema: S, inside: v.InferOutput<S>): unknown {
  return encoderOf(schema)(inside)
}

/**
 * Converts a wire form to its inside form, or returns a refusal that lists every rejected field.
 */
export function decode<S extends Schema>(
  schema: S,
  wire: unknown,
): { ok: true; inside: v.InferOutput<S> } | { ok: false; refusal: Refusal<'input-invalid'> } {
  const unseen = UNSEEN.find(name => isObject(wire) && Object.hasOwn(wire, name))
  if (unseen !== undefined) {
    const errorColumn = [{ column: unseen, reason: 'malformed' }]
    return { ok: false, refusal: refused('input-invalid', { errorColumn }) }
  }
  const parsed = v.safeParse(schema, wire, { message: UNNAMED_FAULT, abortPipeEarly: true })
  if (parsed.success) return { ok: true, inside: parsed.output }
  return {
    ok: false,
    refusal: refused('input-invalid', {
      errorColumn: parsed.issues.slice(0, ISSUES_MAX).map(fault),
    }),
  }
}

/** Names that a schema of any names leaves out, where it would have to refuse them. */
const UNSEEN = ['__proto__', 'constructor', 'prototype']

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** A schema's own message is for the author of a caller: none of our forms triggers it. */
function fault(issue: v.BaseIssue<unknown>): FieldError {
  const error = { column: v.getDotPath(issue) ?? '', reason: 'malformed' }
  return issue.message === UNNAMED_FAULT ? error : { ...error, details: { text: issue.message } }
}

type Encoder = (inside: unknown) => unknown

const encoders = new WeakMap<Node, Encoder>()

/** The encoder of a schema. Each schema is analysed once, not for every answer. */
function encoderOf(node: Node): Encoder {
  const existing = encoders.get(node)
  if (existing) return existing
  const encoder = newEncoder(node)
  encoders.set(node, encoder)
  return encoder
}

function newEncoder(node: Node): Encoder {
  const ownEncoder = ownEncoderOf(node)
  if (ownEncoder) return inside => ownEncoder(inside as never)
  if (node.pipe) return encoderOf(node.pipe[0])
  const some = encoderOfSome(node)
  return inside => (inside === null || inside === undefined ? inside : some(inside))
}

function encoderOfSome({
  wrapped,
  options,
  entries,
  rest,
  item,
  items,
  type,
  value,
  key,
}: Node): Encoder {
  if (wrapped) return encoderOf(wrapped)
  if (options && key !== undefined)
    return inside => encoderOf(optionOf(options, key, inside))(inside)
  if (options && typeof options[0] === 'object')
    return inside => encoderOf(chosen(options, inside))(inside)
  if (entries) return objectEncoder(entries, rest)
  if (item) {
    const each = encoderOf(item)
    return inside => many(inside).map(one => each(one))
  }
  if (items) return inside => tuple(items, rest, many(inside))
  if (type === 'record' && value) return objectEncoder({}, value)
  return inside => inside
}

function objectEncoder(entries: Readonly<Record<string, Node>>, rest: Node | undefined): Encoder {
  const named = Object.entries(entries).map(([key, node]) => ({ key, encoder: encoderOf(node) }))
  const others = rest && encoderOf(rest)
  return inside => {
    const wire: Record<string, unknown> = {}
    for (const { key, encoder } of named) {
      const value = (inside as Record<string, unknown>)[key]
      if (value !== undefined) wire[key] = encoder(value)
    }
    if (!others) return wire
    for (const [key, value] of Object.entries(inside as object)) {
      if (!Object.hasOwn(entries, key) && value !== undefined) wire[key] = others(value)
    }
    return wire
  }
}

function tuple(
  items: readonly Node[],
  rest: Node | undefined,
  inside: readonly unknown[],
): unknown[] {
  return inside.map((each, at) => {
    const node = items[at] ?? rest
    return node ? encoderOf(node)(each) : each
  })
}

function many(inside: unknown): readonly unknown[] {
  if (!Array.isArray(inside)) throw new TypeError('the contract requires an array here')
  return inside
}

/** The option of a variant that the value's field `key` picks. */
function optionOf(options: readonly Node[], key: string, inside: unknown): Node {
  const name = (inside as Record<string, unknown>)[key]
  const option = options.find(({ entries }) => entries?.[key] && v.is(entries[key], name))
  if (!option) throw new TypeError(`no option of the contract has this ${key}`)
  return option
}

/** Of several possible forms, the one whose wire form decodes to the same value. */
function chosen(options: readonly Node[], inside: unknown): Node {
  const fitting = options.find(option => isSame(readAgain(option, inside), inside))
  if (!fitting) throw new TypeError('value matches no option of the contract')
  return fitting
}

function readAgain(option: Node, inside: unknown): unknown {
  try {
    const parsed = v.safeParse(option, encoderOf(option)(inside))
    return parsed.success ? parsed.output : MISFIT
  } catch {
    return MISFIT
  }
}

const MISFIT = Symbol('does not fit')

function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (a instanceof Date || b instanceof Date)
    return a instanceof Date && b instanceof Date && a.getTime() === b.getTime()
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const left = a as Record<string, unknown>
  const right = b as Record<string, unknown>
  const keys = new Set([...Object.keys(left), ...Object.keys(right)])
  return [...keys].every(key => isSame(left[key], right[key]))
}
