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
  ])('%j is kept', path => {
    expect(redirectTarget(path)).toBe(path)
  })

  test.each([
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n\\evil.example',
    '\t//evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    'order',
    '',
    null,
    undefined,
  ])('%j goes home', redirect => {
    expect(redirectTarget(redirect)).toBe('/')
  })

  test('the result always begins with exactly one slash, and is the input or home', () => {
    const nearMiss = fc.string({
      unit: fc.constantFrom('/', '\\', '\t', '\n', 'a', '.', ':', '@', '?'),
      maxLength: 8,
    })
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
