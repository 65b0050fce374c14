import fc from 'fast-check'
import { expect, test } from 'vitest'
import { coarse } from '#domain/privacy/location.ts'

test('a location is stored to about a kilometre', () => {
  expect(coarse({ latitude: 18.520_430_3, longitude: 73.856_743_7 })).toEqual({
    latitude: 18.52,
    longitude: 73.86,
  })
})

test('everything within the same hundredth of a degree is one place, at most half a hundredth away', () => {
  const degrees = fc.double({ min: -180, max: 180, noNaN: true })
  fc.assert(
    fc.property(degrees, degrees, (latitude, longitude) => {
      const place = coarse({ latitude, longitude })
      expect(Math.abs(place.latitude - latitude)).toBeLessThanOrEqual(0.005_001)
      expect(coarse(place)).toEqual(place)
    }),
  )
})
