import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { addressKey, perMinute, prefixKey } from '#server/platform/http/limits.ts'

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
])('%s counts as %s', (ip, key) => {
  expect(addressKey(ip)).toBe(key)
})

test.each([
  ['203.0.113.9', '203.0.113.0/24'],
  ['::ffff:203.0.113.9', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0::/48'],
])('%s belongs to %s', (ip, key) => {
  expect(prefixKey(ip)).toBe(key)
})

test('sensitive calls have smaller limits, and all can be scaled', () => {
  expect(perMinute(contract.login.sendCode, 1)).toBeLessThan(perMinute(contract.home.index, 1))
  expect(perMinute(contract.home.index, 2)).toBe(2 * perMinute(undefined, 1))
  expect(perMinute(contract.login.sendCode, 0.0001)).toBe(1)
})
