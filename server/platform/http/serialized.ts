/** Serializes answers to JSON. */
import type * as v from 'valibot'
import { encode, type Node } from '#contract/codec.ts'
import { CODE } from '#contract/codes.ts'
import type { Schema } from '#contract/endpoint.ts'

/** The envelope of a success, as text. */
export function serializedSuccess(output: Schema, inside: unknown): string {
  return `{"code":${CODE.success},"msg":"success","data":${serialized(output, inside)}}`
}

/**
 * The wire form of a value, as JSON text; nothing is `null`. Fields of the outermost object may be
 * fragments.
 */
export function serialized(schema: Schema, inside: unknown): string {
  const { entries, rest } = schema as Node
  if (!entries || rest || inside === null || inside === undefined)
    return JSON.stringify(encode(schema, inside) ?? null)
  let text = ''
  for (const part of partsOf(entries)) {
    const value = (inside as Record<string, unknown>)[part.key]
    if (value !== undefined) text += `${text && ','}${part.start}${serializedPart(part, value)}`
  }
  return `{${text}}`
}

/** The value of a field that many answers share, with its JSON serialized once. */
export class Fragment<T> {
  readonly value: T
  readonly json: string

  constructor(field: v.GenericSchema<unknown, T>, value: T) {
    this.value = value
    this.json = JSON.stringify(encode(field, value))
  }
}

/** An output in which some fields may be fragments. */
export type WithFragments<T> = { readonly [Field in keyof T]: T[Field] | Fragment<T[Field]> }

/** A field of an object, and the start of its JSON. */
type Part = { readonly key: string; readonly start: string; readonly node: Node }

function serializedPart({ node }: Part, inside: unknown): string {
  return inside instanceof Fragment ? inside.json : JSON.stringify(encode(node, inside))
}

const parts = new WeakMap<object, readonly Part[]>()

function partsOf(entries: Readonly<Record<string, Node>>): readonly Part[] {
  const cached = parts.get(entries)
  if (cached) return cached
  const fields = Object.entries(entries).map(([key, node]) => ({
    key,
    start: `${JSON.stringify(key)}:`,
    node,
  }))
  parts.set(entries, fields)
  return fields
}
