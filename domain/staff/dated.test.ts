import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, type Day } from '#domain/day.ts'
import { runs } from '#domain/testing/runs.ts'
import {
  chainOf,
  type DatedVersion,
  inForceOn,
  namesThatDiffer,
  nextNaming,
  type Texts,
  versionsAfter,
} from './dated.ts'

const FIRST = '2026-04-01' as Day
const GIVEN: Texts = { fee: '2', rate: '0.08', slogan: 'Small loans', offered: 'yes' }
const day = (count: number) => addDays(FIRST, count)
const byName = (a: string, b: string) => (a < b ? -1 : 1)

type Change = { readonly fromDay: Day; readonly values: Texts }

/** Approves a change as the server does: each version that it adds is newer than all before. */
function approved(newestFirst: readonly DatedVersion[], { fromDay, values }: Change) {
  const chain = chainOf(newestFirst)
  const added = versionsAfter(chain, GIVEN, { fromDay, names: Object.keys(values) }).map(
    ({ from, changed, ...version }): DatedVersion => {
      const changedTexts = Object.entries(values).filter(([name]) => changed.includes(name))
      return {
        ...version,
        texts: { ...(from?.texts ?? GIVEN), ...Object.fromEntries(changedTexts) },
      }
    },
  )
  return [...added.toReversed(), ...newestFirst]
}

/** The version in force: of stored versions the newest whose day has come (decision 62). */
const stored = (newestFirst: readonly DatedVersion[], on: Day) =>
  newestFirst.find(({ fromDay }) => fromDay <= on)?.texts ?? GIVEN

const after = (...changes: readonly Change[]) =>
  changes.reduce<readonly DatedVersion[]>(approved, [])

const change = fc.record({
  at: fc.nat({ max: 12 }),
  values: fc
    .subarray(Object.keys(GIVEN), { minLength: 1 })
    .chain(names =>
      fc.record(Object.fromEntries(names.map(name => [name, fc.constantFrom('a', 'b', 'c')]))),
    ),
})

test('each value on each day is the one of the last approved change of a day until then that names it', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 8 }), drawn => {
      const changes = drawn.map(({ at, values }) => ({ fromDay: day(at), values: values as Texts }))
      const versions = after(...changes)
      const inOrder = changes.toSorted((a, b) => byName(a.fromDay, b.fromDay))
      for (let on = -1; on <= 13; on += 1) {
        const until = inOrder.filter(({ fromDay }) => fromDay <= day(on))
        const expected: Texts = Object.assign({ ...GIVEN }, ...until.map(({ values }) => values))
        expect(stored(versions, day(on))).toEqual(expected)
        expect(inForceOn(chainOf(versions), day(on))?.texts ?? GIVEN).toEqual(expected)
      }
    }),
    { numRuns: runs(300) },
  )
})

test('a fee approved for a later day begins on that day, whatever is approved before it', () => {
  const versions = after(
    { fromDay: day(25), values: { fee: '4' } },
    { fromDay: day(17), values: { slogan: 'Plain loans' } },
  )
  expect(stored(versions, day(17))).toEqual({ ...GIVEN, slogan: 'Plain loans' })
  expect(stored(versions, day(25))).toEqual({ ...GIVEN, slogan: 'Plain loans', fee: '4' })
})

test('a withdrawal of a later day stays, and a change of its own day or later can end it', () => {
  const withdrawn = { fromDay: day(25), values: { offered: 'no' } }
  const before = after(withdrawn, { fromDay: day(17), values: { fee: '3' } })
  expect(stored(before, day(26)).offered).toBe('no')
  const ended = after(withdrawn, { fromDay: day(26), values: { offered: 'yes' } })
  expect([25, 26].map(on => stored(ended, day(on)).offered)).toEqual(['no', 'yes'])
})

test('two changes of one day are both named there, and stay before a third', () => {
  const versions = after(
    { fromDay: day(9), values: { fee: '3' } },
    { fromDay: day(9), values: { rate: '0.05' } },
    { fromDay: day(5), values: { fee: '9', rate: '9' } },
  )
  expect(stored(versions, day(9))).toEqual({ ...GIVEN, fee: '3', rate: '0.05' })
})

test('a value set again to the same on a later day still holds from that day', () => {
  const versions = after(
    { fromDay: day(9), values: { fee: '4' } },
    { fromDay: day(5), values: { fee: '4' } },
    { fromDay: day(7), values: { fee: '5' } },
  )
  expect([5, 7, 9].map(on => stored(versions, day(on)).fee)).toEqual(['4', '5', '4'])
})

test('a version that says nothing of names names what it changed', () => {
  const old: DatedVersion = { fromDay: day(25), texts: { ...GIVEN, fee: '4' }, names: null }
  const versions = approved([old], { fromDay: day(17), values: { slogan: 'Plain', fee: '3' } })
  expect(stored(versions, day(25))).toEqual({ ...GIVEN, slogan: 'Plain', fee: '4' })
})

test('a newer version with an earlier day leaves nothing of an older one', () => {
  const one = { fromDay: day(20) }
  const two = { fromDay: day(25) }
  const three = { fromDay: day(17) }
  expect(chainOf([three, two, one])).toEqual([three])
  expect(chainOf([two, one, three])).toEqual([three, one, two])
})

test('the value of a change holds until the next version that names it', () => {
  const chain = chainOf(
    after(
      { fromDay: day(20), values: { fee: '4' } },
      { fromDay: day(10), values: { slogan: 'Plain' } },
    ),
  )
  const next = (name: string) => nextNaming(chain, GIVEN, { day: day(5), name })?.fromDay
  expect(['fee', 'slogan', 'rate'].map(next)).toEqual([day(20), day(10), undefined])
})

test('names that differ include those that one side lacks', () => {
  expect(namesThatDiffer({ a: '1', b: '2' }, { b: '2', c: '3' })).toEqual(['a', 'c'])
})
