import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type EyeLids, eyeOpenness, type Point } from '#domain/identity/eyes.ts'

/**
 * Builds an eye of a given width and height, placed anywhere in the picture and rotated by an
 * angle.
 */
function eye(width: number, height: number, turn: number, [atX = 0, atY = 0]: Point) {
  const place = (x: number, y: number): Point => [
    atX + x * Math.cos(turn) - y * Math.sin(turn),
    atY + x * Math.sin(turn) + y * Math.cos(turn),
  ]
  const lower = Array.from({ length: 9 }, (_, i) =>
    place((width * i) / 8, i === 0 || i === 8 ? 0 : height / 2),
  )
  const upper = Array.from({ length: 7 }, (_, i) => place((width * (i + 1)) / 8, -height / 2))
  return { lower, upper }
}

const size = fc.double({ min: 1, max: 500, noNaN: true })
const share = fc.double({ min: 0, max: 1, noNaN: true })
const angle = fc.double({ min: -3, max: 3, noNaN: true })
const place = fc.tuple(size, size)

test('openness is the height as a share of the width, whatever the size, place and angle of the face', () => {
  fc.assert(
    fc.property(size, share, angle, place, (width, open, turn, at) => {
      const { lower, upper } = eye(width, width * open, turn, at)
      const lids: EyeLids = {
        leftEyeLower0: lower,
        leftEyeUpper0: upper,
        rightEyeLower0: lower,
        rightEyeUpper0: upper,
      }
      expect(eyeOpenness(lids)).toBeCloseTo(open, 6)
    }),
  )
})

test('the openness is the mean of both eyes', () => {
  const left = eye(100, 30, 0, [0, 0])
  const right = eye(100, 10, 0, [200, 0])
  const lids = {
    leftEyeLower0: left.lower,
    leftEyeUpper0: left.upper,
    rightEyeLower0: right.lower,
    rightEyeUpper0: right.upper,
  }
  expect(eyeOpenness(lids)).toBeCloseTo(0.2)
})

test('an eye is measured at the three middle points of its lids', () => {
  const across = [0, 25, 50, 75, 100]
  const leftEyeLower0 = across.map((x): Point => [x, 0])
  // The three points are 20, 35 and 20 above the lower lid, and the eye is 100 wide.
  const upper = [0, 20, 35, 20, 0]
  const leftEyeUpper0 = across.map((x, at): Point => [x, -(upper[at] ?? 0)])
  expect(eyeOpenness({ leftEyeLower0, leftEyeUpper0 })).toBeCloseTo(0.25)
})

test('an eye with one lid only is not measured', () => {
  const { lower, upper } = eye(100, 30, 0, [0, 0])
  expect(eyeOpenness({ leftEyeLower0: lower, rightEyeUpper0: upper })).toBeUndefined()
  expect(eyeOpenness({ leftEyeUpper0: upper, rightEyeLower0: lower })).toBeUndefined()
})

test('one eye is enough; no eyes give nothing', () => {
  const { lower, upper } = eye(100, 30, 0, [0, 0])
  expect(eyeOpenness({ leftEyeLower0: lower, leftEyeUpper0: upper })).toBeCloseTo(0.3)
  expect(eyeOpenness({})).toBeUndefined()
  expect(eyeOpenness({ leftEyeLower0: [[1, 1]], leftEyeUpper0: upper })).toBeUndefined()
})
