import { expect, test } from 'vitest'
import { isLoopback } from './loopback.ts'

test.each([
  'localhost',
  'LOCALHOST',
  'console.localhost',
  '127.0.0.1',
  '127.8.9.1',
  '[::1]',
  '::1',
])('%s is this machine', host => {
  expect(isLoopback(host)).toBe(true)
})

test.each([
  '',
  'localhost.evil.example',
  'notlocalhost',
  '127.0.0.1.evil.example',
  '127.0.0',
  '1127.0.0.1',
  '192.168.1.7',
  '10.0.0.1',
  '0.0.0.0',
  '[::]',
  '[fe80::1]',
  'saral.example',
])('%s is another machine, or may be', host => {
  expect(isLoopback(host)).toBe(false)
})
