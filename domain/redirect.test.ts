import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isOwnPath, redirectTarget } from '#domain/redirect.ts'

describe('redirect after login', () => {
  test.each([
    '/',
    '/order',
    '/product/3/detail?bank_id=7#fees',
    '/a//b',
    '/?redirect=//evil.example',
    '/order?from=/../joint#/./',
    '/.well-known/..a/...',
  ])('%j is kept', path => {
    expect(redirectTarget(path)).toBe(path)
  })

  test.each([
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n\\evil.example',
    '\t//evil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/order/../..//evil.example',
    '/%2e//evil.example',
    '/%2E.//evil.example',
    '/.%2e/\\evil.example',
    '/a\\..\\..//evil.example',
    '/a/..?next=/order',
    '/a/.',
    'https://evil.example',
    'javascript:alert(1)',
    'order',
    '',
    null,
    undefined,
  ])('%j goes home', redirect => {
    expect(redirectTarget(redirect)).toBe('/')
  })

  const nearMiss = fc.string({
    unit: fc.constantFrom('/', '\\', '\t', '\n', ' ', 'a', '.', '%2e', '%2E', ':', '@', '?', '#'),
    maxLength: 8,
  })

  test('the result always begins with exactly one slash, and is the input or home', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), nearMiss), redirect => {
        const target = redirectTarget(redirect)
        expect(target).toMatch(/^\/(?:[^/\\]|$)/)
        expect(target === redirect || target === '/').toBe(true)
        expect(isOwnPath(target)).toBe(true)
      }),
    )
  })
})
