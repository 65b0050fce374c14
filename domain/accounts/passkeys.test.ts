import { expect, test } from 'vitest'
import { isCounterAhead, strangePasskeys } from '#domain/accounts/passkeys.ts'

test.each([
  [0, 0, true],
  [0, 1, true],
  [7, 8, true],
  [7, 900, true],
  [7, 7, false],
  [7, 6, false],
  [7, 0, false],
])('after %d a signature counted as %d is accepted: %s', (stored, shown, isAccepted) => {
  expect(isCounterAhead(stored, shown)).toBe(isAccepted)
})

test('verifying the identity ends passkeys that were neither added nor used on its device', () => {
  const passkey = { passkeyId: 'own', isOfThisDevice: true }
  const ofStranger = { passkeyId: 'of a stranger', isOfThisDevice: false }
  expect(strangePasskeys([passkey, ofStranger])).toEqual(['of a stranger'])
  expect(strangePasskeys([])).toEqual([])
})
