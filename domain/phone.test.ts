import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  codeRequestRefusal,
  isLoginCode,
  isMobileNumber,
  loginCodeDigits,
  maskedMobileNumber,
  missingToLogIn,
  mobileNumber,
  nationalDigits,
  nationalPart,
} from '#domain/phone.ts'

const digits = (count: number) => fc.stringMatching(new RegExp(`^[0-9]{${count}}$`))
const phones = fc.stringMatching(/^[6-9][0-9]{9}$/)

describe('normalising a phone number', () => {
  test.each([
    ['9876543210', '9876543210'],
    ['+91 98765 43210', '9876543210'],
    ['+91-98765-43210', '9876543210'],
    ['0091 98765 43210', '9876543210'],
    ['098765 43210', '9876543210'],
    ['919876543210', '9876543210'],
    ['9198765432', '9198765432'],
    ['98765432109', '9876543210'],
    ['९८७६५४३२१०', '9876543210'],
    ['98765', '98765'],
    ['tel: none', ''],
  ])('%s becomes %s', (typed, expected) => expect(nationalDigits(typed)).toBe(expected))

  test('any spelling of a mobile number gives its ten digits, and normalising is idempotent', () => {
    const written = fc.tuple(
      fc.constantFrom('', '+91', '+91 ', '91', '0', '0091-'),
      phones,
      fc.nat(9),
      fc.constantFrom(' ', '-', ''),
    )
    fc.assert(
      fc.property(written, ([prefix, phone, at, gap]) => {
        expect(nationalDigits(prefix + phone.slice(0, at) + gap + phone.slice(at))).toBe(phone)
        expect(nationalDigits(phone)).toBe(phone)
      }),
    )
  })

  test('at most ten digits are kept, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string(), typed => {
        expect(nationalDigits(typed)).toMatch(/^[0-9]{0,10}$/)
      }),
    )
  })
})

describe('the number as sent', () => {
  test('is 91 and the trimmed ten digits', () =>
    expect(mobileNumber(' 9876543210 ')).toBe('919876543210'))

  test.each([
    '5876543210',
    '0987654321',
    '987654321',
    '98765432101',
    '98765x3210',
    '',
    '९८७६५४३२१०',
    '9876543210\n1',
  ])('refuses %j', phone => expect(mobileNumber(phone)).toBeUndefined())

  test('is 91, then ten digits starting with 6 to 9, and nothing else', () => {
    fc.assert(
      fc.property(phones, phone => {
        expect(isMobileNumber(`91${phone}`)).toBe(true)
      }),
    )
    fc.assert(
      fc.property(fc.string(), text => {
        expect(isMobileNumber(text)).toBe(/^91[6-9][0-9]{9}$/.test(text) && !text.includes('\n'))
      }),
    )
    expect(isMobileNumber('919876543210\n')).toBe(false)
    expect(isMobileNumber('929876543210')).toBe(false)
    expect(isMobileNumber('889176543210')).toBe(false)
  })

  test('shows the first two and last three digits when masked', () => {
    const number = mobileNumber('9812345210')
    if (!number) throw new Error('a number was expected')
    expect(maskedMobileNumber(number)).toBe('+91 98••• ••210')
    expect(nationalPart(number)).toBe('9812345210')
  })
})

describe('signing in', () => {
  const ready = { isAgreed: true, phone: '9876543210', code: '1234' }

  test('LOGIN is active only with the agreement checked, ten digits and four digits', () => {
    expect(missingToLogIn(ready)).toEqual([])
    expect(missingToLogIn({ ...ready, isAgreed: false })).toEqual(['isAgreed'])
    expect(missingToLogIn({ ...ready, phone: '987654321' })).toEqual(['phone'])
    expect(missingToLogIn({ ...ready, code: '123' })).toEqual(['code'])
    expect(missingToLogIn({ ...ready, code: '123456' }, 6)).toEqual([])
    expect(missingToLogIn(ready, 6)).toEqual(['code'])
    expect(missingToLogIn({ isAgreed: false, phone: '', code: '' })).toEqual([
      'phone',
      'code',
      'isAgreed',
    ])
  })

  test('a code is refused first for the missing agreement, then for the number', () => {
    expect(codeRequestRefusal({ isAgreed: false, phone: '1' })).toBe('isAgreed')
    expect(codeRequestRefusal({ isAgreed: true, phone: '1' })).toBe('phone')
    expect(codeRequestRefusal({ isAgreed: true, phone: '9876543210' })).toBeUndefined()
  })

  test('a code is four digits and nothing else', () => {
    fc.assert(
      fc.property(digits(4), code => {
        expect(isLoginCode(code)).toBe(true)
      }),
    )
    for (const text of ['12a4', '123', '12345', ' 1234', '١٢٣٤'])
      expect(isLoginCode(text)).toBe(false)
    expect(loginCodeDigits(' 12-34 56')).toBe('1234')
    expect(loginCodeDigits('१२३४')).toBe('1234')
  })
})
