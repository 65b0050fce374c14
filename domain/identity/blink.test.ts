import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  areEyesClosed,
  BASELINE_SAMPLES,
  BLINK_MAX_MS,
  BLINK_PATIENCE_MS,
  blinkState,
  type EyeSample,
  REOPENED_SHARE,
} from '#domain/identity/blink.ts'

const FRAME_MS = 100
const film = (...openness: (number | undefined)[]): EyeSample[] =>
  openness.map((open, frame) => ({ atMs: frame * FRAME_MS, openness: open }))
const open = (openness: number, times: number) => Array.from({ length: times }, () => openness)

const ratio = fc.double({ min: 0.1, max: 0.6, noNaN: true })
const looks = fc.integer({ min: BASELINE_SAMPLES, max: 30 })

test('eyes that close by more than a quarter of their own openness and open again have blinked', () => {
  fc.assert(
    fc.property(
      ratio,
      looks,
      fc.double({ min: 0, max: 0.74, noNaN: true }),
      fc.integer({ min: 1, max: 20 }),
      (eye, n, fall, m) => {
        const closing = [...open(eye, n), ...open(eye * fall, m)]
        expect(blinkState(film(...closing))).toBe('waiting')
        expect(blinkState(film(...closing, eye))).toBe('blinked')
      },
    ),
  )
})

test('four looks establish the own openness, three do not', () => {
  expect(blinkState(film(...open(0.4, BASELINE_SAMPLES), 0.2, 0.4))).toBe('blinked')
  expect(blinkState(film(...open(0.4, BASELINE_SAMPLES - 1), 0.2, 0.4))).toBe('waiting')
})

test('a person’s openness is the median of the frames, in any order', () => {
  expect(blinkState(film(0.5, 0.38, 0.38, 0.5, 0.3, 0.5))).toBe('blinked')
})

test('eyes closed by exactly a quarter are open, and open again at nine tenths', () => {
  expect(areEyesClosed(0.375, 0.5)).toBe(false)
  const again = 0.5 * REOPENED_SHARE
  expect(blinkState(film(...open(0.5, BASELINE_SAMPLES), 0.2, again))).toBe('blinked')
})

test('a blink may last three seconds', () => {
  const closed = open(0.2, BLINK_MAX_MS / FRAME_MS + 1)
  expect(blinkState(film(...open(0.4, BASELINE_SAMPLES), ...closed, 0.4))).toBe('blinked')
})

test('the wait is counted from the first look, whenever that was', () => {
  const later = film(...open(0.4, 6)).map(look => ({ ...look, atMs: look.atMs + 50_000 }))
  expect(blinkState(later)).toBe('waiting')
})

test('a photograph never blinks: trembling within a fifth is no blink', () => {
  const trembling = fc.array(fc.double({ min: 0.9, max: 1.1, noNaN: true }), {
    minLength: 1,
    maxLength: 150,
  })
  fc.assert(
    fc.property(ratio, trembling, (eye, shares) => {
      expect(blinkState(film(...shares.map(share => eye * share)))).toBe('waiting')
    }),
  )
})

test('a face lost between closing and opening has not blinked', () => {
  fc.assert(
    fc.property(ratio, looks, (eye, n) => {
      expect(blinkState(film(...open(eye, n), eye / 2, undefined, eye))).toBe('waiting')
    }),
  )
})

test('further samples never revoke a blink', () => {
  const openness = fc.option(fc.double({ min: 0, max: 0.6, noNaN: true }), { nil: undefined })
  fc.assert(
    fc.property(fc.array(openness, { maxLength: 60 }), openness, (frames, next) => {
      if (blinkState(film(...frames)) === 'blinked')
        expect(blinkState(film(...frames, next))).toBe('blinked')
    }),
  )
})

test('eyes that stay closed start again, and the attempt times out', () => {
  const closedFrames = BLINK_MAX_MS / FRAME_MS + 2
  expect(blinkState(film(...open(0.4, 6), ...open(0.2, closedFrames), 0.4))).toBe('waiting')
  expect(blinkState(film(...open(0.4, BLINK_PATIENCE_MS / FRAME_MS)))).toBe('waiting')
  expect(blinkState(film(...open(0.4, BLINK_PATIENCE_MS / FRAME_MS + 1)))).toBe('failed')
  expect(blinkState(film(...open(0, BLINK_PATIENCE_MS / FRAME_MS + 1).map(() => undefined)))).toBe(
    'failed',
  )
  expect(blinkState([])).toBe('waiting')
})
