import fc from 'fast-check'
import { expect, test } from 'vitest'
import { randomIds, uuidV7 } from '#server/platform/ids.ts'

test('produces the UUIDv7 of RFC 9562, appendix A.6', () => {
  expect(uuidV7(0x017f22e279b0, 0xcc3, '18c4dc0c0c07398f')).toBe(
    '017f22e2-79b0-7cc3-98c4-dc0c0c07398f',
  )
})

test('ids sort by time and carry version and variant', () => {
  const { uuid } = randomIds()
  fc.assert(
    fc.property(fc.nat(2 ** 40), fc.integer({ min: 1, max: 1e9 }), (ms, later) => {
      const a = uuid(new Date(ms))
      const b = uuid(new Date(ms + later))
      expect(a < b).toBe(true)
      expect(a).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
    }),
  )
})

test('ids of one millisecond sort in the order of creation and all differ', () => {
  const { uuid } = randomIds()
  const ids = Array.from({ length: 2_000 }, () => uuid(new Date(1)))
  expect(ids).toEqual([...new Set(ids)].sort())
})

test('secrets have 256 bits, and codes the requested number of digits', () => {
  const ids = randomIds()
  expect(Buffer.from(ids.secret(), 'base64url')).toHaveLength(32)
  for (const count of [4, 6]) expect(ids.digits(count)).toMatch(new RegExp(`^\\d{${count}}$`))
  expect(new Set(Array.from({ length: 200 }, () => ids.digits(4))).size).toBeGreaterThan(150)
})
