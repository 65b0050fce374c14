import { expect, test } from 'vitest'
import { isSameKey, keyBytes } from '#web/device/push.ts'

test('a key in base64url is read, with or without padding', () => {
  expect([...keyBytes('-_8B')]).toEqual([251, 255, 1])
  expect([...keyBytes('AQ')]).toEqual([1])
})

test('a subscription under another key, or under none, is not under ours', () => {
  const key = keyBytes('AQID')
  expect(isSameKey(Uint8Array.from([1, 2, 3]).buffer, key)).toBe(true)
  expect(isSameKey(Uint8Array.from([1, 2, 4]).buffer, key)).toBe(false)
  expect(isSameKey(Uint8Array.from([1, 2]).buffer, key)).toBe(false)
  expect(isSameKey(null, key)).toBe(false)
})
