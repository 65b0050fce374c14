import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { asciiDigits, onlyDigits } from '#domain/digits.ts'
import {
  codeRequestRefusal,
  isLoginCode,
  isMobileNumber,
  maskedMobileNumber,
  missingToLogIn,
  mobileFault,
  mobileNumber,
  nationalPart,
  typedMobile,
} from '#domain/phone.ts'
import { runs } from '#domain/testing/runs.ts'

const digits = (count: number) => fc.stringMatching(new RegExp(`^[0-9]{${count}}$`))
const phones = fc.stringMatching(/^[6-9][0-9]{9}$/)

/** The same number as people give it: typed, pasted from a chat, autofilled from a contact. */
const WAYS = [
  '9876543210',
  '919876543210',
  '+919876543210',
  '+91 98765 43210',
  '+91-98765-43210',
  '0 98765-43210',
  '09876543210',
  '00919876543210',
  '0091 98765 43210',
  '+91 (0) 98765 43210',
  '(+91) 98765 43210',
  'tel:+919876543210',
  'TEL: +91-98765-43210',
  '\u202a+91 98765 43210\u202c',
  '\u200e9876543210\u200f',
  '\ufeff98765\u200b43210',
  '\u206698765\u206943210',
  '98765\u00a043210',
  '98765\u202f43210',
  '(98765) 43210',
  '98765.43210',
  '98765/43210',
  '98765‑43210',
  '98765–43210',
  '98765\u221243210',
  '98765_43210',
  '98 76 54 32 10',
  '९८७६५४३२१०',
  '৯৮৭৬৫৪৩২১০',
  '௯௮௭௬௫௪௩௨௧௦',
  '౯౮౭౬౫౪౩౨౧౦',
  '૯૮૭૬૫૪૩૨૧૦',
  '೯೮೭೬೫೪೩೨೧೦',
  '൯൮൭൬൫൪൩൨൧൦',
  '୯୮୭୬୫୪୩୨୧୦',
  '੯੮੭੬੫੪੩੨੧੦',
  '٩٨٧٦٥٤٣٢١٠',
  '۹۸۷۶۵۴۳۲۱۰',
  '９８７６５４３２１０',
  '＋９１（０）９８７６５４３２１０',
  '𝟿𝟾𝟽𝟼𝟻𝟺𝟹𝟸𝟷𝟶',
  '+९१ ९८७६५ ४३२१०',
  '91 0 98765 43210',
  '091 98765 43210',
  '0919876543210',
]
const NO_NUMBER = [
  '',
  '98765',
  '98765432',
  '987654321',
  '98765432109',
  '98765 43210 9',
  '9198765432109',
  '5876543210',
  '+91 5876543210',
  '0987654321',
  '+9198765432',
  '0091 98765 432',
  '+1 987 654 3210',
  '+19876543210',
  '0019876543210',
  '+9876543210',
  '009876543210',
  '0009876543210',
  '+44 9876543210',
  '+91 +91 98765 43210',
  '98765x43210',
  '9876543210x',
  'Asha 98765 43210',
  '98765 43210 Asha',
  'O9876543210',
  '98765+43210',
  '98765,43210',
  '98765#43210',
  '9876543210;ext=1',
  '९८७६५',
  '91987654321',
  '9198765432/10',
]
const SEVERAL = [
  '98765 43210, 91234 56789',
  '9876543210 9123456789',
  '98765 43210 / 91234 56789',
  '9876543210\n9123456789',
  '+91 98765 43210 or +91 91234 56789',
  '९८७६५४३२१०, ९१२३४५६७८९',
  '98765432109123456789',
]

/** The field after each key of a text, and at the end. */
function keyByKey(text: string): string[] {
  const shown: string[] = []
  let field = ''
  for (const char of text) {
    field = typedMobile(field + char)
    shown.push(field)
  }
  return shown
}

describe('the one reader of mobile numbers', () => {
  test.each(WAYS)('reads %s at once and key by key', typed => {
    expect(mobileNumber(typed)).toBe('919876543210')
    expect(typedMobile(typed)).toBe('9876543210')
    expect(keyByKey(typed).at(-1)).toBe('9876543210')
    expect(mobileFault(typed)).toBeUndefined()
  })

  test.each(['9123456789', '91 91234 56789', '+91 91234 56789', '09123456789', '919123456789'])(
    'reads %s as 9123456789 at once and key by key',
    typed => {
      expect(mobileNumber(typed)).toBe('919123456789')
      expect(keyByKey(typed).at(-1)).toBe('9123456789')
    },
  )

  test.each(NO_NUMBER)('reads no number in %j, and keeps it', typed => {
    expect(mobileNumber(typed)).toBeUndefined()
    expect(typedMobile(typed)).toBe(asciiDigits(typed))
  })

  test.each(SEVERAL)('refuses several numbers in %j with their own words', typed => {
    expect(mobileNumber(typed)).toBeUndefined()
    expect(typedMobile(typed)).toBe(asciiDigits(typed))
    expect(mobileFault(typed)).toBe('phone-several')
    expect(mobileFault(keyByKey(typed).at(-1) ?? '')).toBe('phone-several')
  })

  test.each(NO_NUMBER)('says of %j that it is no number, or waits for its end', typed => {
    const isBegun = [
      '',
      '98765',
      '98765432',
      '987654321',
      '0987654321',
      '+9198765432',
      '0091 98765 432',
      '९८७६५',
      '91987654321',
    ].includes(typed)
    expect(mobileFault(typed)).toBe(isBegun ? undefined : 'phone-invalid')
  })

  test('a number with its country code is whole only at its end, where + or 00 begins it', () => {
    for (const typed of ['+919876543210', '0091 98765 43210', '+91 (0) 98765 43210']) {
      const wholeAt = keyByKey(typed).map(field => mobileNumber(field) !== undefined)
      expect(wholeAt.indexOf(true)).toBe(typed.length - 1)
    }
  })

  test('any text typed key by key is kept or read, and a number is read only from its own digits', () => {
    const prefix = fc.constantFrom('', '0', '91', '091', '+91', '0091', '+91 (0)', 'tel:+91')
    const gap = fc.constantFrom('', ' ', '-', '.', '\u00a0', '\u200e')
    fc.assert(
      fc.property(prefix, phones, gap, fc.nat(10), (before, number, between, at) => {
        const typed = `${before}${between}${number.slice(0, at)}${between}${number.slice(at)}`
        const shown = keyByKey(typed)
        expect(shown.at(-1)).toBe(number)
        expect(mobileNumber(typed)).toBe(`91${number}`)
        // Nothing vanishes on the way: each state holds all digits, but for a prefix that was read.
        shown.forEach((field, key) => {
          const digits = onlyDigits([...typed].slice(0, key + 1).join(''))
          expect(digits.endsWith(onlyDigits(field))).toBe(true)
        })
      }),
      { numRuns: runs(50) },
    )
  })

  test('no text is read but as ten digits that stand in it, at its end', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), text => {
        const number = mobileNumber(text)
        if (number) expect(onlyDigits(text).endsWith(nationalPart(number))).toBe(true)
      }),
    )
  })
})

describe('the number as sent', () => {
  test('is 91 and the trimmed ten digits', () =>
    expect(mobileNumber(' 9876543210 ')).toBe('919876543210'))

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
  })

  test.each(['5876543210', '98765432109', '+1 987 654 3210', '9876543210 9123456789'])(
    'LOGIN and Get wait for one number where %s stands',
    phone => {
      expect(missingToLogIn({ ...ready, phone })).toEqual(['phone'])
      expect(codeRequestRefusal({ isAgreed: true, phone })).toBe('phone')
    },
  )
})
