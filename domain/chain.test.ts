import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CHAIN_START, type ChainEntry, type ChainLink, firstBreak, sealOf } from '#domain/chain.ts'

/** Not cryptographic, but it distinguishes everything these tests compare. */
const hash = (text: string) =>
  [...text]
    .reduce((sum, letter) => (sum * 31n + BigInt(letter.codePointAt(0) ?? 0)) % (1n << 128n), 7n)
    .toString(16)

function chainOf(entries: readonly ChainEntry[]): ChainLink[] {
  let previous = CHAIN_START
  return entries.map(entry => {
    const link = { previous, entry, seal: sealOf(hash, previous, entry) }
    previous = link.seal
    return link
  })
}

const entries = fc.array(fc.tuple(fc.string(), fc.integer()), { minLength: 2, maxLength: 8 })
const place = fc.nat()

test('a chain begins after 64 zeros, the place of a seal', () => {
  expect(CHAIN_START).toMatch(/^0{64}$/)
})

test('an unchanged chain has no break', () => {
  fc.assert(fc.property(entries, all => firstBreak(hash, chainOf(all)) === undefined))
})

test('a changed, removed, inserted or swapped entry is reported at its place', () => {
  fc.assert(
    fc.property(entries, place, (all, anywhere) => {
      const links = chainOf(all)
      const at = anywhere % (links.length - 1)
      const changed = links.map((link, index) =>
        index === at ? { ...link, entry: [...link.entry, 'more'] } : link,
      )
      expect(firstBreak(hash, changed)).toBe(at)
      expect(firstBreak(hash, links.toSpliced(at, 1))).toBe(at)
      const [link] = chainOf([['new']])
      expect(firstBreak(hash, links.toSpliced(at + 1, 0, ...(link ? [link] : [])))).toBe(at + 1)
      const one = links[at]
      const two = links[at + 1]
      if (one && two) expect(firstBreak(hash, links.toSpliced(at, 2, two, one))).toBe(at)
    }),
  )
})

test('a resealed entry is detected at the next one, and a chain can continue from any head', () => {
  const [first, second, third] = chainOf([
    ['a', 1],
    ['b', 2],
    ['c', 3],
  ])
  if (!first || !second || !third) return
  const resealed = { ...second, entry: ['b', 9], seal: sealOf(hash, second.previous, ['b', 9]) }
  expect(firstBreak(hash, [first, resealed, third])).toBe(2)
  expect(firstBreak(hash, [second, third], first.seal)).toBeUndefined()
  expect(firstBreak(hash, [second, third])).toBe(0)
})
