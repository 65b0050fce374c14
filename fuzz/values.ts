/** Values in wire form, drawn from the contract's schemas. */
import * as fc from 'fast-check'
import * as v from 'valibot'
import type { Node } from '#contract/codec.ts'
import { file, indiaDay } from '#contract/wire.ts'
import { HOSTILE_NUMBERS } from './hostile.ts'
import { kindOf, referenceTo, SHAPES } from './value-owners.ts'

/** Stands for a file until the form is built, so that an example can be read. */
export const FILES = ['picture', 'empty', 'text', 'cut', 'half-png'] as const
export type FileMark = { readonly $file: (typeof FILES)[number] }

type Rule = { readonly type: string; readonly requirement?: unknown }

const DAYS = ['2026-11-21', '2026-12-01', '2024-02-29', '1990-05-17', '2026-12-31']
const INSTANTS = ['2026-11-21T04:30:00Z', '2026-11-30T18:30:00.000Z', '1970-01-01T00:00:00Z']
/** The records of the contract name their keys by configuration. */
const RECORD_KEYS = ['education', 'liveState', 'companyName', 'monthlyIncome', 'unknown']

/**
 * A value of a schema: valid where its rules can be read (patterns, lengths, ranges), or at their
 * borders. Where ids and hashes fit, mostly one that somebody was given.
 */
export function wireValueOf(node: Node, key = ''): fc.Arbitrary<unknown> {
  if ((node as object) === file) return fc.constantFrom(...FILES).map($file => ({ $file }))
  if ((node as object) === indiaDay) return fc.constantFrom(...DAYS)
  if (node.wrapped) return optionally(wireValueOf(node.wrapped, key))
  if (node.pipe) return piped(node.pipe, node, key)
  if (node.options) return chosen(node.options, key)
  if (node.entries) return fieldsOf(node.entries)
  if (node.item) return fc.array(wireValueOf(node.item, key), { maxLength: 3 })
  return simple(node, key)
}

/** The fields of an object; an optional one is sometimes left out. */
export function fieldsOf(
  entries: Readonly<Record<string, Node>>,
): fc.Arbitrary<Record<string, unknown>> {
  const each = Object.entries(entries).map(
    ([name, node]) => [name, wireValueOf(node, name)] as const,
  )
  return fc.record(Object.fromEntries(each)).map(withoutAbsent)
}

function withoutAbsent(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

function optionally(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 3, arbitrary: value }, fc.constantFrom(undefined, null))
}

function chosen(options: readonly unknown[], key: string): fc.Arbitrary<unknown> {
  const isSchema = (option: unknown): option is Node =>
    typeof option === 'object' && option !== null
  return fc.oneof(
    ...options.map(option => (isSchema(option) ? wireValueOf(option, key) : fc.constant(option))),
  )
}

function simple(node: Node, key: string): fc.Arbitrary<unknown> {
  switch (node.type) {
    case 'string':
      return textWithin([], node, key)
    case 'number':
      return fc.oneof(fc.nat(40), fc.constantFrom(...HOSTILE_NUMBERS))
    case 'boolean':
      return fc.boolean()
    case 'literal':
      return fc.constant((node as unknown as { literal: unknown }).literal)
    case 'record':
      return fc.dictionary(fc.constantFrom(...RECORD_KEYS), fc.constantFrom('1', '2', 'A name', 3))
    default:
      return fc.constant(null)
  }
}

function piped(pipe: readonly unknown[], whole: Node, key: string): fc.Arbitrary<unknown> {
  const first = pipe[0] as Node
  const rules = pipe.slice(1) as Rule[]
  const list = rules.find(({ type }) => type === 'picklist') as Node | undefined
  if (list) return wireValueOf(list, key)
  if (first.type === 'string') return textWithin(rules, whole, key)
  const border = ['min_value', 'max_value'].flatMap(name => {
    const limit = numberOf(rules, name)
    return limit === undefined ? [] : [limit - 1, limit, limit + 1]
  })
  const inside = wireValueOf(first, key)
  return border.length === 0
    ? inside
    : fc.oneof({ weight: 3, arbitrary: inside }, fc.constantFrom(...border))
}

function textWithin(rules: readonly Rule[], whole: Node, key: string): fc.Arbitrary<unknown> {
  const texts = textOf(rules)
  const shapes = SHAPES.filter(({ example }) => v.is(whole, example))
  const isOpen = shapes.length === SHAPES.length && kindOf(key) === undefined
  if (shapes.length === 0) return texts
  const reference = referenceTo(
    key,
    shapes.map(({ name }) => name),
  )
  return fc.oneof(
    { weight: isOpen ? 1 : 6, arbitrary: reference },
    { weight: isOpen ? 3 : 1, arbitrary: texts },
  )
}

function textOf(rules: readonly Rule[]): fc.Arbitrary<string> {
  const most = numberOf(rules, 'max_length')
  const pattern = rules.find(({ type }) => type === 'regex')?.requirement
  const least = numberOf(rules, 'min_length') ?? 0
  if (pattern instanceof RegExp) return fc.stringMatching(pattern)
  if (rules.some(({ type }) => type === 'iso_timestamp')) return fc.constantFrom(...INSTANTS)
  if (rules.some(({ type }) => type === 'decimal')) return fc.nat(40).map(String)
  const ordinary = fc.string({ unit: 'grapheme', minLength: least, maxLength: 30 })
  if (most === undefined) return ordinary
  const border = [most, most + 1].map(length => 'a'.repeat(length))
  return fc.oneof({ weight: 4, arbitrary: ordinary }, fc.constantFrom(...border))
}

function numberOf(rules: readonly Rule[], name: string): number | undefined {
  const limit = rules.find(({ type }) => type === name)?.requirement
  return typeof limit === 'number' ? limit : undefined
}
