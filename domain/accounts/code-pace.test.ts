import { expect, test } from 'vitest'
import {
  codesKeptForNetwork,
  secondsAfterCode,
  secondsAfterStrangersCode,
} from '#domain/accounts/code-pace.ts'

test('one network gets five codes a day, a minute apart, then waits longer each time, at most an hour', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8, 9, 50].map(secondsAfterCode)).toEqual([
    60, 60, 60, 60, 600, 1_200, 2_400, 3_600, 3_600, 3_600,
  ])
})

test('strangers who ask for the same number wait a few minutes for each other after the tenth code', () => {
  expect([1, 9, 10, 200].map(secondsAfterStrangersCode)).toEqual([0, 0, 300, 300])
})

test('a new network gets three codes once half of a day’s are used up, and two for each right code of another', () => {
  expect([0, 1, 50].map(codesKeptForNetwork)).toEqual([3, 5, 103])
})
