import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { topToSee, visiblePart } from './useVisibleRows.ts'

const sameHeight = () => 60
const MANY = 5_000

test('draws only the visible ones of 5,000 rows', () => {
  expect(visiblePart(MANY, sameHeight, { top: 0, height: 600 }, 6)).toEqual({
    first: 0,
    end: 16,
    above: 0,
    below: (MANY - 16) * 60,
  })
  expect(visiblePart(MANY, sameHeight, { top: 60_000, height: 600 }, 6)).toMatchObject({
    first: 994,
    end: 1_016,
    above: 994 * 60,
  })
})

test('draws nothing of an empty list', () => {
  expect(visiblePart(0, sameHeight, { top: 0, height: 600 }, 6)).toEqual({
    first: 0,
    end: 0,
    above: 0,
    below: 0,
  })
})

const list = fc.record({
  heights: fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 60 }),
  top: fc.integer({ min: 0, max: 6_000 }),
  height: fc.integer({ min: 1, max: 900 }),
  more: fc.nat({ max: 8 }),
})

describe('in a list of any length', () => {
  test('draws every row in view, and reserves the height of all others', () => {
    fc.assert(
      fc.property(list, ({ heights, top, height, more }) => {
        const heightOf = (index: number) => heights[index] ?? 0
        const { first, end, above, below } = visiblePart(
          heights.length,
          heightOf,
          { top, height },
          more,
        )
        const sum = (rows: number[]) => rows.reduce((total, row) => total + row, 0)
        expect(above).toBe(sum(heights.slice(0, first)))
        expect(below).toBe(sum(heights.slice(end)))
        heights.forEach((row, index) => {
          const start = sum(heights.slice(0, index))
          const isSeen = start < top + height && start + row > top
          if (isSeen) expect(index >= first && index < end).toBe(true)
        })
      }),
    )
  })

  test('draws a row after scrolling to it', () => {
    fc.assert(
      fc.property(list, fc.nat({ max: 59 }), ({ heights, top, height }, at) => {
        const index = at % heights.length
        const heightOf = (of: number) => heights[of] ?? 0
        const part = visiblePart(
          heights.length,
          heightOf,
          { top: topToSee(index, heightOf, { top, height }), height },
          0,
        )
        expect(index >= part.first && index < part.end).toBe(true)
      }),
    )
  })
})
