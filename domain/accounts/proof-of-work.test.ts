import { describe, expect, test } from 'vitest'
import {
  asksForWork,
  solvesPart,
  solveWork,
  TALLY_SLOT_MS,
  TALLY_SLOTS,
  WORK_PARTS,
  workBits,
} from '#domain/accounts/proof-of-work.ts'
import { WORK_BITS_MAX } from '#domain/limits.ts'

/** The table of decision 54. */
describe('work is asked for', () => {
  test.each([
    ['nothing happens', 0, 0, 0, false],
    ['99 codes are sent and none is used', 99, 0, 0, false],
    ['100 codes are sent and 39 are used', 100, 39, 0, true],
    ['100 codes are sent and 40 are used', 100, 40, 0, false],
    ['49 codes are compared and all are wrong', 49, 0, 49, false],
    ['50 codes are compared and 9 are wrong', 60, 41, 9, true],
    ['50 codes are compared and 8 are wrong', 60, 42, 8, false],
    ['a day of honest sign-ins: one in a hundred is mistyped', 10_000, 9_500, 100, false],
    ['50 codes are compared, all wrong', 60, 0, 50, true],
  ])('when %s', (_what, sent, used, wrong, asks) => {
    expect(asksForWork({ sent, used, wrong }, 1)).toBe(asks)
  })

  test('from as many times more codes as the limits are loosened', () => {
    const figures = { sent: 999, used: 0, wrong: 0 }
    expect(asksForWork(figures, 10)).toBe(false)
    expect(asksForWork({ ...figures, sent: 1_000 }, 10)).toBe(true)
  })

  test('by the figures of an hour', () => {
    expect(TALLY_SLOT_MS * TALLY_SLOTS).toBe(3_600_000)
  })
})

describe('the work', () => {
  const hashOf = (first: number, second: number) => () =>
    Promise.resolve(new Uint8Array([first, second]))
  const solves = (bits: number, first: number, second: number) =>
    solvesPart({ part: 0, number: 0, bits }, hashOf(first, second))

  test('is a hash that begins with so many zero bits', async () => {
    expect(await solves(6, 0b0000_0011, 0xff)).toBe(true)
    expect(await solves(6, 0b0000_0100, 0)).toBe(false)
    expect(await solves(9, 0, 0b0111_1111)).toBe(true)
    expect(await solves(9, 0, 0b1000_0000)).toBe(false)
    expect(await solves(9, 1, 0)).toBe(false)
    expect(await solvesPart({ part: 0, number: 0, bits: 6 }, async () => new Uint8Array())).toBe(
      false,
    )
  })

  test('is searched part by part, each with salts of its own', async () => {
    const right = new Set(['0:2', '1:0', '2:5', '3:0', '4:0', '5:1', '6:0', '7:3'])
    const hash = async (salt: string) => new Uint8Array(right.has(salt) ? [0, 0] : [255, 0])
    expect(await solveWork(6, hash)).toEqual([2, 0, 5, 0, 0, 1, 0, 3])
    expect(WORK_PARTS).toBe(8)
  })

  test('ends when it is given up', async () => {
    await expect(solveWork(6, hashOf(255, 0), () => true)).rejects.toThrow('given up')
  })
})

test('the work doubles with each longer code than the configured one, up to its most', () => {
  const bits = (digits: number, minDigits: number) => workBits(6, digits, minDigits)
  expect([bits(4, 4), bits(6, 4), bits(8, 4)]).toEqual([6, 7, 8])
  expect([bits(5, 5), bits(6, 5), bits(8, 5)]).toEqual([6, 7, 8])
  expect([bits(6, 6), bits(8, 6)]).toEqual([6, 7])
  expect(workBits(WORK_BITS_MAX, 8, 4)).toBe(12)
})
