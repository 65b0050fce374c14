/** Answers as the JSON that goes over the line. What is the same for many, a frozen list, is written once. */
import { encode, type Node } from '#contract/codec.ts'
import { CODE } from '#contract/codes.ts'
import type { Schema } from '#contract/endpoint.ts'

/** The envelope of a success, as text. */
export function writtenSuccess(output: Schema, inside: unknown): string {
  return `{"code":${CODE.success},"msg":"success","data":${written(output, inside)}}`
}

/** The wire form of an inside form, as JSON text; nothing is `null`. */
export function written(schema: Schema, inside: unknown): string {
  const { entries, rest } = schema as Node
  if (!entries || rest || inside === null || inside === undefined)
    return JSON.stringify(encode(schema, inside) ?? null)
  let text = ''
  for (const part of partsOf(entries)) {
    const value = (inside as Record<string, unknown>)[part.key]
    if (value !== undefined) text += `${text && ','}${part.start}${writtenPart(part, value)}`
  }
  return `{${text}}`
}

/** A field of an object, and what of it is written already: what is in a frozen list may not change either. */
type Part = {
  readonly key: string
  readonly start: string
  readonly node: Node
  readonly frozen: WeakMap<object, string>
}

function writtenPart({ node, frozen }: Part, inside: unknown): string {
  const known = Array.isArray(inside) ? frozen.get(inside) : undefined
  if (known !== undefined) return known
  const text = JSON.stringify(encode(node, inside))
  if (Array.isArray(inside) && Object.isFrozen(inside)) frozen.set(inside, text)
  return text
}

const parts = new WeakMap<object, readonly Part[]>()

function partsOf(entries: Readonly<Record<string, Node>>): readonly Part[] {
  const known = parts.get(entries)
  if (known) return known
  const made = Object.entries(entries).map(([key, node]) => ({
    key,
    start: `${JSON.stringify(key)}:`,
    node,
    frozen: new WeakMap(),
  }))
  parts.set(entries, made)
  return made
}
