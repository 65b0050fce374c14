import { describe, expect, test } from 'vitest'
import { afterWrongCode, secondsUntilNextCode, unusedStep } from './totp.ts'

const at = (iso: string) => new Date(iso)
const NOON = at('2026-11-24T12:00:00Z')

describe('wrong codes', () => {
  test('five within an hour close the door until an hour after the first', () => {
    let wrong = { count: 0, since: NOON }
    for (let minute = 0; minute < 5; minute += 1) {
      const now = new Date(NOON.getTime() + minute * 60_000)
      expect(secondsUntilNextCode(wrong, now)).toBe(0)
      wrong = { ...afterWrongCode(wrong, now) }
    }
    expect(wrong).toEqual({ count: 5, since: NOON })
    expect(secondsUntilNextCode(wrong, at('2026-11-24T12:05:00Z'))).toBe(55 * 60)
    expect(secondsUntilNextCode(wrong, at('2026-11-24T13:00:00Z'))).toBe(0)
  })

  test('a window begins again after an hour', () => {
    const late = at('2026-11-24T13:00:00Z')
    expect(afterWrongCode({ count: 4, since: NOON }, late)).toEqual({ count: 1, since: late })
  })
})

test('a code of this half minute or of its neighbours counts once', () => {
  // RFC 6238, appendix B: the time 59 s is in step 1, 1111111109 s in step 37037036.
  expect(unusedStep(0, 0, new Date(59_000))).toBe(1)
  const now = new Date(1_111_111_109_000)
  expect(unusedStep(0, 37_037_035, now)).toBe(37_037_036)
  expect(unusedStep(-1, 37_037_034, now)).toBe(37_037_035)
  expect(unusedStep(0, 37_037_036, now)).toBeUndefined()
  expect(unusedStep(-1, 37_037_036, now)).toBeUndefined()
  expect(unusedStep(1, 37_037_036, now)).toBe(37_037_037)
})
