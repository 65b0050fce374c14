import fc from 'fast-check'
import { expect, test } from 'vitest'
import { IMAGE_MAX_BYTES } from '#domain/limits.ts'
import { fittedSize, planFor } from './compress.ts'

test.each([
  ['image/jpeg', 1, 'send'],
  ['image/webp', IMAGE_MAX_BYTES - 1, 'send'],
  ['image/png', IMAGE_MAX_BYTES, 'redraw'],
  ['image/jpeg', 3 * IMAGE_MAX_BYTES, 'redraw'],
  ['image/heic', 1, 'redraw'],
  ['application/pdf', 1, 'refuse'],
  ['text/html', 1, 'refuse'],
  ['', 1, 'refuse'],
])('%s of %d bytes: %s', (type, size, plan) => {
  expect(planFor({ type, size })).toBe(plan)
})

test.each([
  [4000, 3000, { width: 2000, height: 1500 }],
  [3000, 4000, { width: 1500, height: 2000 }],
  [2000, 2000, { width: 2000, height: 2000 }],
  [640, 480, { width: 640, height: 480 }],
  [20_000, 3, { width: 2000, height: 1 }],
])('%d × %d is drawn at', (width, height, fitted) => {
  expect(fittedSize(width, height)).toEqual(fitted)
})

test('a fitted picture is never larger than it was, nor longer than the limit', () => {
  const side = fc.integer({ min: 1, max: 20_000 })
  fc.assert(
    fc.property(side, side, (width, height) => {
      const fitted = fittedSize(width, height)
      expect(fitted.width).toBeLessThanOrEqual(width)
      expect(fitted.height).toBeLessThanOrEqual(height)
      expect(Math.max(fitted.width, fitted.height)).toBeLessThanOrEqual(2000)
      expect(Math.min(fitted.width, fitted.height)).toBeGreaterThan(0)
    }),
  )
})
