import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cipherWith, fixedKeys, type Keyring } from '#server/platform/db/encrypt.ts'

const keyring: Keyring = {
  active: 'k1',
  masters: new Map([['k1', randomBytes(32)]]),
  hashing: randomBytes(32),
}
const { encrypt, decrypt, decryptText, keyedHash } = cipherWith(fixedKeys(keyring))
const context = { table: 'borrower', row: 'b1', column: 'phone_sealed' }

describe('an encrypted value', () => {
  test('decrypts in its context', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        text => decryptText(encrypt(text, context), context) === text,
      ),
    )
    fc.assert(
      fc.property(fc.uint8Array(), bytes =>
        decrypt(encrypt(bytes, context), context).equals(bytes),
      ),
    )
  })

  test('differs each time, and shows nothing of its content', () => {
    const one = encrypt('919876543210', context)
    const two = encrypt('919876543210', context)
    expect(one.equals(two)).toBe(false)
    expect(one.includes('919876543210')).toBe(false)
  })

  test.each([{ table: 'lender__' }, { row: 'b2' }, { column: 'email_sealed' }])(
    'does not decrypt in another context: %j',
    other => {
      expect(() => decrypt(encrypt('x', context), { ...context, ...other })).toThrow()
    },
  )

  test('does not decrypt after one bit of it changed', () => {
    const sealed = encrypt('x', context)
    fc.assert(
      fc.property(fc.nat(sealed.length - 1), fc.integer({ min: 0, max: 7 }), (at, bit) => {
        const changed = Buffer.from(sealed)
        changed.writeUInt8(changed.readUInt8(at) ^ (1 << bit), at)
        expect(() => decrypt(changed, context)).toThrow()
      }),
    )
  })

  test('decrypts after the key was rotated, and not without its own key', () => {
    const old = encrypt('x', context)
    const rotated = cipherWith(
      fixedKeys({
        ...keyring,
        active: 'k2',
        masters: new Map([...keyring.masters, ['k2', randomBytes(32)]]),
      }),
    )
    expect(rotated.decryptText(old, context)).toBe('x')
    expect(rotated.decryptText(rotated.encrypt('y', context), context)).toBe('y')
    expect(() => decrypt(rotated.encrypt('y', context), context)).toThrow(
      'the master key k2 is not configured',
    )
  })
})

test('a keyed hash depends on its purpose, its value and its key', () => {
  expect(keyedHash('phone', '1')).toEqual(keyedHash('phone', '1'))
  expect(keyedHash('phone', '1')).not.toEqual(keyedHash('pan', '1'))
  const other = cipherWith(fixedKeys({ ...keyring, hashing: randomBytes(32) }))
  expect(other.keyedHash('phone', '1')).not.toEqual(keyedHash('phone', '1'))
})
