import { expect, test } from 'vitest'
import { isPlainAttestation } from '#server/platform/passkey-verifier.ts'

test.each([
  ['none', false, true],
  ['packed', false, true],
  ['packed', true, false],
  ['android-key', true, false],
  ['apple', true, false],
  ['tpm', false, false],
])('a new key of format %s, with certificates: %s, is taken: %s', (format, has, isTaken) => {
  expect(isPlainAttestation(format, has)).toBe(isTaken)
})
