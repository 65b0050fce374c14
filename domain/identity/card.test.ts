import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, day } from '#domain/day.ts'
import {
  aadhaarNumbersIn,
  cardsAgreement,
  cardValues,
  dayByPlaces,
  fitsName,
  panByPlaces,
  printedDayIn,
} from '#domain/identity/card.ts'
import {
  type AadhaarNumber,
  isAadhaarNumber,
  isPersonalPan,
  type PersonalPan,
} from '#domain/identity/identity.ts'

const CAPITALS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  O: '0',
  I: '1',
  Z: '2',
  S: '5',
  G: '6',
  T: '7',
  B: '8',
}
const LOOK_ALIKE_DIGITS = Object.fromEntries(
  Object.entries(LOOK_ALIKES).map(([letter, digit]) => [digit, letter]),
)

const letters = (count: number) =>
  fc
    .array(fc.constantFrom(...CAPITALS), { minLength: count, maxLength: count })
    .map(all => all.join(''))
const digits = (count: number) => fc.stringMatching(new RegExp(`^[0-9]{${count}}$`))
const anyPan = fc
  .tuple(letters(3), letters(1), digits(4), letters(1))
  .map(([a, b, c, d]) => pan(`${a}P${b}${c}${d}`))
const anyAadhaar = fc.tuple(fc.constantFrom(...'23456789'), digits(10)).map(([first, rest]) => {
  const number = [...'0123456789'].map(last => first + rest + last).find(isAadhaarNumber)
  if (!number) throw new Error('no check digit fits')
  return number
})
const anyDay = fc.integer({ min: 0, max: 25_000 }).map(days => addDays(day('1940-01-01'), days))

function pan(text: string): PersonalPan {
  if (!isPersonalPan(text)) throw new Error(`${text} is not a PAN`)
  return text
}
const printed = (of: string) => of.split('-').reverse().join('/')
const fours = (number: AadhaarNumber, gap: string) => number.replace(/(.{4})(?=.)/g, `$1${gap}`)

describe('correcting a PAN by position', () => {
  test('restores a PAN from any look-alike characters', () => {
    fc.assert(
      fc.property(
        anyPan,
        fc.array(fc.boolean(), { minLength: 10, maxLength: 10 }),
        (number, isConfused) => {
          const text = [...number].map((char, at) =>
            isConfused[at] ? (LOOK_ALIKES[char] ?? LOOK_ALIKE_DIGITS[char] ?? char) : char,
          )
          expect(panByPlaces(text.join(''))).toBe(number)
        },
      ),
    )
  })
  test.each([
    ['|BCPV1234F', 'IBCPV1234F'],
    ['2BCPV1234F', 'ZBCPV1234F'],
    ['4BCPV1234F', 'ABCPV1234F'],
    ['ABCPV|L34F', 'ABCPV1134F'],
    ['ABCPVDQA4F', 'ABCPV0044F'],
  ])('reads %s as %s', (text, number) => {
    expect(panByPlaces(text)).toBe(number)
  })
  test('never yields anything but a personal PAN', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), text =>
        isPersonalPan(panByPlaces(text) ?? 'ABCPV1234F'),
      ),
    )
  })
  test.each(['ABCCV1234F', 'ABCPV1234', 'ABCPV1234FX', 'ABCPV12 4F', ''])(
    'yields nothing for %s',
    text => {
      expect(panByPlaces(text)).toBeUndefined()
    },
  )
  test('the fifth letter is the initial of a word in the name', () => {
    expect(fitsName(pan('ABCPV1234F'), 'Rahul Kumar Verma')).toBe(true)
    expect(fitsName(pan('ABCPV1234F'), 'Rahul Sharma')).toBe(false)
    expect(fitsName(pan('ABCPV1234F'), '')).toBe(false)
  })
})

describe('finding an Aadhaar number in a text', () => {
  test('finds it with and without gaps, whatever surrounds it', () => {
    fc.assert(
      fc.property(anyAadhaar, fc.constantFrom('', ' ', '-'), (number, gap) => {
        expect(aadhaarNumbersIn(`DOB: 12/08/1994\n${fours(number, gap)}\nMera`)).toEqual([number])
      }),
    )
  })
  test('refuses a change to any single digit', () => {
    fc.assert(
      fc.property(anyAadhaar, fc.nat(11), fc.integer({ min: 1, max: 9 }), (number, at, by) => {
        const misread = [...number]
          .map((digit, place) => (place === at ? (Number(digit) + by) % 10 : digit))
          .join('')
        expect(aadhaarNumbersIn(misread)).toEqual([])
      }),
    )
  })
  test('does not take part of a sixteen-digit virtual id', () => {
    fc.assert(
      fc.property(anyAadhaar, digits(4), fc.constantFrom('', ' ', '-'), (number, more, gap) => {
        expect(aadhaarNumbersIn(`VID : ${fours(number, gap)}${gap}${more}`)).toEqual([])
        expect(aadhaarNumbersIn(`VID : ${more}${gap}${fours(number, gap)}`)).toEqual([])
      }),
    )
  })
})

describe('reading a printed date', () => {
  test('reads a clearly printed date', () => {
    fc.assert(fc.property(anyDay, of => printedDayIn(`DOB: ${printed(of)}`) === of))
  })
  test('reads it amid other text, and by position with spaces', () => {
    expect(printedDayIn('DOB: 12/08/1994 MALE')).toBe('1994-08-12')
    expect(dayByPlaces('12 / 08 / 1994')).toBe('1994-08-12')
  })
  test('reads it by position where the slashes were misread', () => {
    const strokes = fc.constantFrom('/', '1', '7', '|', '')
    fc.assert(
      fc.property(
        anyDay,
        strokes,
        (of, stroke) => dayByPlaces(printed(of).replaceAll('/', stroke)) === of,
      ),
    )
  })
  test.each(['31/02/1990', '12/13/1990', '1994', '112/08/1994', '12/08/19941', ''])(
    'refuses %s',
    text => {
      expect(printedDayIn(text)).toBeUndefined()
      expect(dayByPlaces(text)).toBeUndefined()
    },
  )
})

describe('comparing two cards with the confirmed values', () => {
  const card = { name: 'Rahul Kumar Verma', dob: day('1994-08-12') }
  const tax = { name: 'VERMA RAHUL KUMAR', dob: day('1994-08-12'), number: pan('ABCPV1234F') }
  const confirmed = { ...card, number: pan('ABCPV1234F') }
  const other = { name: 'Priya Lakshmi Nair', dob: day('1988-01-03') }

  test.each([
    ['one person', card, tax, confirmed, 'agree'],
    ['an initial for a name', card, { ...tax, name: 'RAHUL K VERMA' }, confirmed, 'look'],
    ['another surname', card, { ...tax, name: 'RAHUL KUMAR SHARMA' }, confirmed, 'look'],
    ['another name', card, { ...tax, name: other.name }, confirmed, 'look'],
    ['another date', card, { ...tax, dob: other.dob }, confirmed, 'look'],
    ['another person', card, { ...tax, ...other }, confirmed, 'differ'],
    ['a name put right', card, tax, { ...confirmed, name: 'Rahul Sharma' }, 'look'],
    [
      'a name put right to another with that initial',
      card,
      tax,
      { ...confirmed, name: 'Sunil Verma' },
      'look',
    ],
    [
      'a name put right to one that fits one card only',
      { ...card, name: 'Rahul Kumar' },
      { ...tax, name: 'Rahul Verma Kumar' },
      { ...confirmed, name: 'Rahul Verma' },
      'look',
    ],
    [
      'names that both fit the confirmed one, but not each other',
      { ...card, name: 'Rahul Kumar' },
      { ...tax, name: 'Rahul Verma' },
      confirmed,
      'look',
    ],
    ['a date put right', card, tax, { ...confirmed, dob: other.dob }, 'look'],
    ['a number put right', card, tax, { ...confirmed, number: pan('ABCPV1284F') }, 'look'],
    [
      'a fifth letter of no name',
      card,
      { ...tax, number: pan('ABCPX1234F') },
      { ...confirmed, number: pan('ABCPX1234F') },
      'look',
    ],
    ['nothing read', {}, { number: tax.number }, confirmed, 'look'],
  ] as const)('%s', (_what, aadhaar, taxCard, entered, agreement) => {
    expect(cardsAgreement(aadhaar, taxCard, entered)).toBe(agreement)
  })

  test('agrees only if every value was read on both cards and equals the confirmed one', () => {
    const maybe = <T>(value: T, otherwise: T) => fc.constantFrom(value, otherwise, undefined)
    const anyCard = fc.record({
      name: maybe(card.name, other.name),
      dob: maybe(card.dob, other.dob),
    })
    fc.assert(
      fc.property(anyCard, anyCard, (aadhaar, taxed) => {
        const agreement = cardsAgreement(aadhaar, { ...taxed, number: tax.number }, confirmed)
        const isWhole = [aadhaar, taxed].every(
          ({ name, dob }) => name === card.name && dob === card.dob,
        )
        expect(agreement === 'agree').toBe(isWhole)
      }),
    )
  })
})

describe('the values of a card as read beside those that were confirmed', () => {
  const confirmed = { name: 'Rahul Kumar Verma', dob: day('1994-08-12') }
  const number = pan('ABCPV1234F')

  test('are as read where the words of the name and the rest are the same', () => {
    const read = { name: 'VERMA RAHUL KUMAR', dob: confirmed.dob, number }
    expect(cardValues(read, { ...confirmed, number })).toEqual([
      { key: 'name', read: 'VERMA RAHUL KUMAR', confirmed: 'Rahul Kumar Verma', isAsRead: true },
      { key: 'dob', read: '1994-08-12', confirmed: '1994-08-12', isAsRead: true },
      { key: 'number', read: 'ABCPV1234F', confirmed: 'ABCPV1234F', isAsRead: true },
    ])
  })

  test('are not as read where the borrower put them right', () => {
    const read = { name: 'Priya Nair', dob: day('1988-01-03'), number: pan('ABCPV1284F') }
    expect(cardValues(read, { ...confirmed, number })).toEqual([
      { key: 'name', read: 'Priya Nair', confirmed: 'Rahul Kumar Verma', isAsRead: false },
      { key: 'dob', read: '1988-01-03', confirmed: '1994-08-12', isAsRead: false },
      { key: 'number', read: 'ABCPV1284F', confirmed: 'ABCPV1234F', isAsRead: false },
    ])
  })

  test('stand beside nothing where nothing was read, and a card without a number has none', () => {
    expect(cardValues({}, confirmed)).toEqual([
      { key: 'name', read: null, confirmed: 'Rahul Kumar Verma', isAsRead: false },
      { key: 'dob', read: null, confirmed: '1994-08-12', isAsRead: false },
    ])
  })
})
