import { expect, test } from 'vitest'
import { isLimited, mayCall } from '#domain/accounts/limited-session.ts'

const standing = (isIdentityVerified: boolean, isDeviceKnown: boolean) => ({
  isIdentityVerified,
  isDeviceKnown,
})

test('a session is limited on an unknown device, once the identity is verified', () => {
  expect(isLimited(standing(false, false))).toBe(false)
  expect(isLimited(standing(false, true))).toBe(false)
  expect(isLimited(standing(true, true))).toBe(false)
  expect(isLimited(standing(true, false))).toBe(true)
})

test('a limited session may make the calls that are marked, any other session all of them', () => {
  expect(mayCall(standing(true, false), {})).toBe(false)
  expect(mayCall(standing(true, false), { limited: true })).toBe(true)
  expect(mayCall(standing(true, true), {})).toBe(true)
  expect(mayCall(standing(false, false), {})).toBe(true)
})
