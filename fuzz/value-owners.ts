/** The owners of values: ids to send, and values that no other reader may get. */
import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'

/** The forms of ids, and an example of each: a field may take those that its schema accepts. */
export const SHAPES = [
  {
    name: 'id',
    pattern: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
    example: '01a1fc5e-4940-7566-bffd-964037d99206',
  },
  { name: 'hash', pattern: /^[0-9a-f]{64}$/, example: 'a'.repeat(64) },
  { name: 'secret', pattern: /^[\w-]{43}$/, example: 'a'.repeat(43) },
  { name: 'orderNo', pattern: /^SR \d{4} \d{4} \w{4} \w{4}$/, example: 'SR 2026 1121 AAAA AAAA' },
  { name: 'code', pattern: /^\w{4}(-\w{4}){3}$/, example: 'AAAA-AAAA-AAAA-AAAA' },
] as const

/** The form by the name of a field: `keyFactsHash` is a hash. */
export function kindOf(key: string): string | undefined {
  return SHAPES.find(({ name }) => key.toLowerCase().endsWith(name.toLowerCase()))?.name
}

/** The owner of a reference's value. `missing` is an id that nobody was given. */
export const OWNERS = ['own', 'other', 'missing'] as const
export type Owner = (typeof OWNERS)[number]

const REFERENCE = /^@(own|other|missing) ([\w-]+) (\d+)@$/
const NTH_MAX = 7

/** A text that stands for a value of this field, or of this form, until the request is sent. */
export function referenceTo(key: string, shapes: readonly string[]): fc.Arbitrary<string> {
  const kind = fc.oneof(
    { weight: 9, arbitrary: fc.constant(key === '' ? 'id' : key) },
    fc.constantFrom(...shapes),
  )
  return fc
    .tuple(fc.constantFrom(...OWNERS), kind, fc.nat(NTH_MAX))
    .map(([owner, what, nth]) => `@${owner} ${what} ${nth}@`)
}

export function ownerOf(text: string): Owner | undefined {
  return REFERENCE.exec(text)?.[1] as Owner | undefined
}

/** The same reference to another owner's value. */
export function owned(text: string, by: Owner): string {
  return text.replace(REFERENCE, (_whole, _owner, kind, nth) => `@${by} ${kind} ${nth}@`)
}

const IDENTIFYING = SHAPES.filter(({ name }) => name !== 'hash').map(({ pattern }) => pattern)
/** Finds every value of these forms in a text. */
const CANDIDATES =
  /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|SR \d{4} \d{4} \w{4} \w{4}|(?<![\w-])(?:\w{4}(?:-\w{4}){3}|[\w-]{43})(?![\w-])/g
const CODE = /^\w{4}(-\w{4}){3}$/
const ORDER_NO = /^SR /
const KEPT_MAX = 12

export type ValueOwners = ReturnType<typeof trackValueOwners>

/** The values of each borrower, from the answers that they received. */
export function trackValueOwners() {
  const byKind = new Map<string, string[]>()
  const holders = new Map<string, Set<string>>()
  const personal: { readonly text: string; readonly of: string }[] = []
  const missing = Array.from({ length: NTH_MAX + 1 }, () => randomUUID())
  const holds = (value: string, who: string) => {
    const all = holders.get(value) ?? new Set<string>()
    holders.set(value, all.add(who))
  }
  const keep = (who: string, kind: string, value: string) => {
    const name = `${who} ${kind}`
    const values = byKind.get(name) ?? []
    if (values.includes(value)) return
    // The first ones stay: they belong to the prepared work.
    if (values.length >= KEPT_MAX) values.splice(KEPT_MAX / 2, 1)
    byKind.set(name, [...values, value])
  }
  /** The personal values in an answer that are neither the reader's nor in the request. */
  const personalIn = (reader: string | undefined, request: string, answer: string): string[] =>
    personal
      .filter(({ of, text }) => of !== reader && answer.includes(text) && !request.includes(text))
      .map(({ text }) => text)
  return {
    /** Adds the ids of an answer to a borrower. */
    addAnswer: (who: string, answer: unknown) => {
      for (const [key, value] of textsOf(answer)) {
        const shape = SHAPES.find(({ pattern }) => pattern.test(value))
        if (!shape) continue
        keep(who, key, value)
        keep(who, shape.name, value)
        if (IDENTIFYING.some(pattern => pattern.test(value)) && !/hash$/i.test(key))
          holds(value, who)
      }
    },
    /** Adds the values of a request: its answers may repeat them. */
    addRequest: (who: string, request: string) => {
      for (const value of request.match(CANDIDATES) ?? []) if (holders.has(value)) holds(value, who)
    },
    /** Adds a personal value of a borrower, which no answer to another may contain. */
    addPersonal: (who: string, text: string) => void personal.push({ text, of: who }),
    /** The value that a reference stands for. */
    resolve: (text: string, self: string, other: string): string => {
      const [, owner, kind, nth] = REFERENCE.exec(text) ?? []
      const at = Number(nth)
      const nobodys = missing[at % missing.length] ?? text
      if (owner === undefined) return text
      if (owner === 'missing') return nobodys
      const who = owner === 'own' ? self : other
      const values =
        byKind.get(`${who} ${kind}`) ?? byKind.get(`${who} ${kindOf(kind ?? '')}`) ?? []
      return values[at % values.length] ?? nobodys
    },
    /** The values in an answer that belong to others and that the reader never had. */
    foreignIn: (reader: string | undefined, request: string, answer: string): string[] => {
      // A reader with the code of a document may read the number of its order.
      const hasCode = (request.match(CANDIDATES) ?? []).some(
        value => CODE.test(value) && holders.has(value),
      )
      const isOthers = (value: string) => {
        const all = hasCode && ORDER_NO.test(value) ? undefined : holders.get(value)
        const isOwn = reader !== undefined && all?.has(reader)
        return all !== undefined && !isOwn && !request.includes(value)
      }
      return [
        ...(answer.match(CANDIDATES) ?? []).filter(isOthers),
        ...personalIn(reader, request, answer),
      ]
    },
    personalIn,
  }
}

/** Every text of a value, with the key under which it stands. */
export function textsOf(value: unknown, key = ''): (readonly [key: string, text: string])[] {
  if (typeof value === 'string') return [[key, value]]
  if (Array.isArray(value)) return value.flatMap(one => textsOf(one, key))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, one]) => textsOf(one, name))
}
