import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isOwnPath } from '#domain/redirect.ts'
import { runs } from '#domain/testing/runs.ts'
import { detourOf } from '#web/shell/access.ts'

const stranger = { access: 'borrower', hasToken: false } as const
const borrower = { access: 'borrower', hasToken: true } as const

describe('a visitor without a token', () => {
  test('is redirected to sign-in with the way back and the query', () => {
    expect(detourOf({ ...stranger, path: '/order', search: '' })).toBe('/login?redirect=%2Forder')
    expect(detourOf({ ...stranger, path: '/product/3/detail', search: 'bank_id=7' })).toBe(
      '/login?redirect=%2Fproduct%2F3%2Fdetail%3Fbank_id%3D7&bank_id=7',
    )
  })

  test('has adjust_referrer renamed to adjust_reftag', () => {
    expect(detourOf({ ...stranger, path: '/', search: 'adjust_referrer=abc&x=1' })).toBe(
      '/login?redirect=%2F%3Fadjust_reftag%3Dabc%26x%3D1&adjust_reftag=abc&x=1',
    )
  })

  test('cannot inject another redirect', () => {
    expect(detourOf({ ...stranger, path: '/order', search: 'redirect=https://evil.example' })).toBe(
      '/login?redirect=%2Forder%3Fredirect%3Dhttps%253A%252F%252Fevil.example',
    )
  })

  test('sees public pages', () => {
    expect(
      detourOf({ access: 'public', hasToken: false, path: '/protocol/term', search: '?a=1' }),
    ).toBeUndefined()
  })
})

describe('a borrower', () => {
  test('is not redirected, with any query', () => {
    expect(detourOf({ ...borrower, path: '/order', search: '' })).toBeUndefined()
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string(), fc.string())), pairs => {
        const search = new URLSearchParams(pairs).toString()
        expect(detourOf({ ...borrower, path: '/order', search })).toBeUndefined()
      }),
    )
  })

  test('has adjust_referrer renamed, once', () => {
    const detour = detourOf({ ...borrower, path: '/order', search: 'adjust_referrer=abc' })
    expect(detour).toBe('/order?adjust_reftag=abc')
    expect(detourOf({ ...borrower, path: '/order', search: 'adjust_reftag=abc' })).toBeUndefined()
  })
})

test('allows as a redirect only paths that a browser resolves to our own origin, also twice', () => {
  const nearMiss = fc
    .string({
      unit: fc.constantFrom(
        '/',
        '\\',
        '\t',
        '\n',
        '\r',
        ' ',
        '@',
        ':',
        '?',
        '#',
        '.',
        '%2e',
        '%2E',
        'a',
      ),
      maxLength: 10,
    })
    .map(tail => `/${tail}`)
  fc.assert(
    fc.property(fc.oneof(nearMiss, fc.webPath(), fc.string()), path => {
      fc.pre(isOwnPath(path))
      const resolved = new URL(path, 'https://saral.example')
      expect(resolved.origin).toBe('https://saral.example')
      // The resolved path may be read again.
      expect(new URL(resolved.pathname, resolved).origin).toBe('https://saral.example')
    }),
    { numRuns: runs(2_000) },
  )
})
