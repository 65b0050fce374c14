import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  flagOf,
  isStepDone,
  isStepKey,
  isStepReached,
  isVerified,
  NOTHING_VERIFIED,
  routeOf,
  STEP_KEYS,
  type VerificationFlags,
  verificationProgress,
  withStepDone,
} from '#domain/identity/verification.ts'

const flag = fc.constantFrom(0, 1, 2)
const anyFlags: fc.Arbitrary<VerificationFlags> = fc.record({
  basic: flag,
  work: flag,
  kycAadhaarAndPan: flag,
  kycFaceAndHold: flag,
  contact: flag,
})
const anyOrder = fc.shuffledSubarray([...STEP_KEYS])

test('the table matches the specification', () => {
  expect(STEP_KEYS.map(step => [step, flagOf(step), routeOf(step)])).toEqual([
    ['basic', 'basic', '/auth/basic'],
    ['work', 'work', '/auth/work'],
    ['identity', 'kycAadhaarAndPan', '/auth/identity'],
    ['face', 'kycFaceAndHold', '/auth/face'],
    ['contacts', 'contact', '/auth/contacts'],
  ])
  expect(isStepKey('face')).toBe(true)
  expect(isStepKey('toString')).toBe(false)
})

describe('progress', () => {
  test('leads through the five steps in order to the end', () => {
    const steps: string[] = []
    let flags = NOTHING_VERIFIED
    for (
      let progress = verificationProgress(flags);
      progress.at === 'step';
      progress = verificationProgress(flags)
    ) {
      steps.push(`${progress.route}?step=${progress.number}&as=${progress.total}`)
      flags = withStepDone(progress.key, flags)
    }
    expect(steps).toEqual([
      '/auth/basic?step=1&as=5',
      '/auth/work?step=2&as=5',
      '/auth/identity?step=3&as=5',
      '/auth/face?step=4&as=5',
      '/auth/contacts?step=5&as=5',
    ])
    expect(isVerified(flags)).toBe(true)
  })

  test('stops at the first unfinished step in any configured order, and no later step is reached', () => {
    fc.assert(
      fc.property(anyFlags, anyOrder, (flags, order) => {
        const progress = verificationProgress(flags, order)
        expect(progress.at === 'end').toBe(isVerified(flags, order))
        if (progress.at === 'end') return
        expect(order[progress.number - 1]).toBe(progress.key)
        expect(isStepDone(progress.key, flags)).toBe(false)
        expect(isStepReached(progress.key, flags, order)).toBe(true)
        for (const later of order.slice(progress.number))
          expect(isStepReached(later, flags, order)).toBe(false)
        for (const earlier of order.slice(0, progress.number - 1))
          expect(isStepDone(earlier, flags)).toBe(true)
      }),
    )
  })

  test('a step that is not configured is never reached', () => {
    expect(isStepReached('face', NOTHING_VERIFIED, ['basic'])).toBe(false)
  })
})
