import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isBlackImage, middleSquare, problemNamed } from './camera.ts'

test.each([
  ['NotAllowedError', 'denied'],
  ['SecurityError', 'denied'],
  ['NotReadableError', 'busy'],
  ['AbortError', 'busy'],
  ['NotFoundError', 'missing'],
  ['OverconstrainedError', 'missing'],
  ['', 'missing'],
])('%s: the camera is %s', (name, problem) => {
  expect(problemNamed(name)).toBe(problem)
})

test.each([
  [640, 480, { x: 80, y: 0, side: 480, pictureSide: 480 }],
  [480, 640, { x: 0, y: 80, side: 480, pictureSide: 480 }],
  [3000, 2000, { x: 500, y: 0, side: 2000, pictureSide: 1080 }],
  [0, 0, { x: 0, y: 0, side: 0, pictureSide: 0 }],
])('takes the centre of %d × %d', (width, height, square) => {
  expect(middleSquare(width, height)).toEqual(square)
})

test('the square is within the frame', () => {
  const side = fc.integer({ min: 1, max: 10_000 })
  fc.assert(
    fc.property(side, side, (width, height) => {
      const square = middleSquare(width, height)
      expect(square.x + square.side).toBeLessThanOrEqual(width)
      expect(square.y + square.side).toBeLessThanOrEqual(height)
      expect(square.pictureSide).toBeLessThanOrEqual(square.side)
    }),
  )
})

test.each([
  ['a picture of nothing but black is black', [0, 0, 0, 255, 3, 2, 7, 255], true],
  ['a picture with a little light is not black', [0, 0, 0, 255, 0, 30, 0, 255], false],
])('%s', (_, pixels, isBlack) => {
  expect(isBlackImage(Uint8ClampedArray.from(pixels))).toBe(isBlack)
})
