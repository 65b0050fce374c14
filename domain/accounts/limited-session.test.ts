import { expect, test } from 'vitest'
import { isLimited } from '#domain/accounts/limited-session.ts'

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
