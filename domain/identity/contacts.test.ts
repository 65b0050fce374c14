import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  CONTACT_SLOTS,
  type ContactAnswers,
  contactNameError,
  declinedContact,
  missingContactValues,
  readContacts,
  typedContactName,
} from '#domain/identity/contacts.ts'
import type { FieldError } from '#domain/identity/form.ts'
import { type MobileNumber, mobileNumber } from '#domain/phone.ts'

const borrowerNumber = numbered('9000000001')
const good: ContactAnswers = {
  oneName: 'Suresh Verma',
  oneMobile: '9811111111',
  oneRelation: '1',
  twoName: "Meera D'Souza",
  twoMobile: '9822222222',
  twoRelation: '2',
  thirdName: 'A. K. Rao',
  thirdMobile: '9833333333',
  thirdRelation: '3',
}

function numbered(phone: string): MobileNumber {
  const number = mobileNumber(phone)
  if (!number) throw new Error(`not a mobile number: ${phone}`)
  return number
}

/** A fault: its field, and the reason with the details of its sentence. */
function errorsOf(answers: ContactAnswers) {
  const reading = readContacts(answers, borrowerNumber)
  const errors: readonly FieldError[] = 'errors' in reading ? reading.errors : []
  return errors.map(({ column, reason, details = {} }) => ({
    column,
    why: [reason, ...Object.values(details)].join(' '),
  }))
}

test('the relations are those of the specification, with codes 1 to 3', () => {
  expect(CONTACT_SLOTS.map(slot => slot.relations)).toEqual([
    { 1: 'Father', 2: 'Mother', 3: 'Spouse' },
    { 1: 'brother', 2: 'sisters', 3: 'Children' },
    { 1: 'Classmates', 2: 'Colleagues', 3: 'Friends' },
  ])
})

test('counts the values that are not entered, of nine', () => {
  expect(missingContactValues({})).toBe(9)
  expect(missingContactValues({ ...good, oneName: ' ', thirdRelation: '' })).toBe(2)
  expect(missingContactValues(good)).toBe(0)
})

describe('reading the three contacts', () => {
  test('returns all three', () => {
    expect(readContacts({ ...good, oneName: '  Suresh   Verma ' }, borrowerNumber)).toEqual({
      contacts: [
        { name: 'Suresh Verma', mobile: '919811111111', relation: '1' },
        { name: "Meera D'Souza", mobile: '919822222222', relation: '2' },
        { name: 'A. K. Rao', mobile: '919833333333', relation: '3' },
      ],
    })
  })

  test.each([
    ['oneName', 'contact-name 1'],
    ['twoName', 'contact-name 2'],
    ['thirdName', 'contact-name 3'],
    ['oneMobile', 'contact-phone 1'],
    ['twoMobile', 'contact-phone 2'],
    ['thirdMobile', 'contact-phone 3'],
    ['oneRelation', 'contact-relation 1'],
    ['twoRelation', 'contact-relation 2'],
    ['thirdRelation', 'contact-relation 3'],
  ] as const)('%s missing: %s', (column, why) =>
    expect(errorsOf({ ...good, [column]: ' ' })).toEqual([{ column, why }]),
  )

  test('lists two missing items, and uses one sentence for three', () => {
    expect(errorsOf({ ...good, twoName: '', oneMobile: '' }).map(error => error.why)).toEqual([
      'contact-phone 1',
      'contact-name 2',
    ])
    expect(errorsOf({ ...good, twoName: '', oneMobile: '', thirdRelation: '' })).toEqual([
      {
        column: 'oneMobile',
        why: 'contacts-incomplete',
      },
    ])
    expect(errorsOf({})).toHaveLength(1)
  })

  test.each([
    [{ oneName: 'Suresh 2' }, ['oneName contact-name-chars 1 60']],
    [{ oneName: '. .' }, ['oneName contact-name-letters 1']],
    [{ oneName: 'x'.repeat(61) }, ['oneName contact-name-chars 1 60']],
    [{ twoMobile: '12345' }, ['twoMobile contact-phone-wrong 2']],
    [{ twoMobile: '1234567890' }, ['twoMobile contact-phone-wrong 2']],
    [{ twoMobile: '98765432101' }, ['twoMobile contact-phone-wrong 2']],
    [{ twoMobile: '+1 982 222 2222' }, ['twoMobile contact-phone-wrong 2']],
    [{ twoMobile: '9822222222, 9844444444' }, ['twoMobile contact-phone-wrong 2']],
    [{ oneName: '\u200dSuresh' }, ['oneName contact-name-chars 1 60']],
    [{ oneName: 'Suresh \u200c' }, ['oneName contact-name-chars 1 60']],
    [{ oneName: 'Suresh\u200b' }, ['oneName contact-name-chars 1 60']],
    [{ oneName: 'Suresh\u202e' }, ['oneName contact-name-chars 1 60']],
    [
      { oneMobile: '1', twoMobile: '1' },
      ['oneMobile contact-phone-wrong 1', 'twoMobile contact-phone-wrong 2'],
    ],
    [{ thirdRelation: '4' }, ['thirdRelation contact-relation-list 3']],
    [
      { oneName: '1', thirdRelation: 'Friends' },
      ['oneName contact-name-chars 1 60', 'thirdRelation contact-relation-list 3'],
    ],
  ])('%j: %j', (change, expected) =>
    expect(errorsOf({ ...good, ...change }).map(({ column, why }) => `${column} ${why}`)).toEqual(
      expected,
    ),
  )

  test('reads a typographic apostrophe as a plain one', () => {
    expect(readContacts({ ...good, twoName: 'Meera D’Souza' }, borrowerNumber)).toMatchObject({
      contacts: [{}, { name: "Meera D'Souza" }, {}],
    })
  })

  test('names a contact who has declined at the phone', () => {
    expect(declinedContact(CONTACT_SLOTS[1])).toEqual({
      column: 'twoMobile',
      reason: 'contact-declined',
      details: { nth: 2 },
    })
  })

  test('refuses two equal numbers and the borrower’s own', () => {
    expect(errorsOf({ ...good, thirdMobile: '9811111111' })).toEqual([
      {
        column: 'thirdMobile',
        why: 'contact-same 3 1',
      },
    ])
    expect(errorsOf({ ...good, twoMobile: '9000000001' })).toEqual([
      {
        column: 'twoMobile',
        why: 'contact-own 2',
      },
    ])
  })

  test('returns only three different people, none of them the borrower', () => {
    const phone = fc.constantFrom('9811111111', '9822222222', '9833333333', '9000000001')
    fc.assert(
      fc.property(phone, phone, phone, (oneMobile, twoMobile, thirdMobile) => {
        const reading = readContacts({ ...good, oneMobile, twoMobile, thirdMobile }, borrowerNumber)
        const different = new Set([oneMobile, twoMobile, thirdMobile, '9000000001']).size === 4
        expect('contacts' in reading).toBe(different)
        if ('contacts' in reading)
          expect(reading.contacts.map(contact => contact.mobile)).toEqual([
            `91${oneMobile}`,
            `91${twoMobile}`,
            `91${thirdMobile}`,
          ])
      }),
    )
  })
})

test('reads a contact’s number in every way of writing it', () => {
  for (const twoMobile of [
    '+91 98222 22222',
    '098222-22222',
    '९८२२२२२२२२',
    '\u202a+919822222222\u202c',
  ])
    expect(readContacts({ ...good, twoMobile }, borrowerNumber)).toMatchObject({
      contacts: [{}, { mobile: '919822222222' }, {}],
    })
  expect(errorsOf({ ...good, twoMobile: '+91 90000 00001' })).toEqual([
    { column: 'twoMobile', why: 'contact-own 2' },
  ])
  expect(errorsOf({ ...good, twoMobile: '091 98111 11111' })).toEqual([
    { column: 'twoMobile', why: 'contact-same 2 1' },
  ])
})

test.each([
  'श्रीलक्ष्\u200dमी',
  'पक्\u200dका',
  'শ্রী রায়\u200dচৌধুরী',
  'র\u200d্যা',
  'ശ്രീലക്ഷ്മി',
  'രാമൻ',
  'രാമന്\u200d',
  'ക്\u200cഷമ',
  'محمد\u200cرضا',
  'தமிழ்',
  'José Núñez',
])('a name may hold marks and joiners: %s', name => {
  expect(readContacts({ ...good, oneName: name }, borrowerNumber)).toMatchObject({
    contacts: [{ name }, {}, {}],
  })
})

describe('typing', () => {
  const error = (name: string) => contactNameError(CONTACT_SLOTS[0], name)?.reason

  test('a name field keeps what was typed, and says what a name may hold', () => {
    expect(typedContactName('D’Souza-3, A.')).toBe("D'Souza-3, A.")
    for (const name of ['Suresh 2', 'D-Souza', 'Asha, Rao', 'x'.repeat(61), '👩\u200d👩'])
      expect(error(name)).toBe('contact-name-chars')
    for (const name of ['', "D'Souza A.", 'सुरेश वर्मा', 'x'.repeat(60)])
      expect(error(name)).toBeUndefined()
  })

  test('any name that the field does not refuse is accepted if it has a letter', () => {
    fc.assert(
      fc.property(fc.string(), typed => {
        const oneName = typedContactName(typed)
        fc.pre(/\p{L}/u.test(oneName) && error(oneName) === undefined)
        expect(errorsOf({ ...good, oneName })).toEqual([])
      }),
    )
  })
})
