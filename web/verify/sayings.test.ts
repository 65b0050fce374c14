import { afterEach, beforeAll, expect, test } from 'vitest'
import { type ContactAnswers, readContacts } from '#domain/identity/contacts.ts'
import { checkAnswers, DATA_TYPE, type Form, type FormField } from '#domain/identity/form.ts'
import { IDENTITY_MESSAGE } from '#domain/identity/identity.ts'
import type { MobileNumber } from '#domain/phone.ts'
import { activateLanguage, loadAreas, t } from '#web/locales/i18n.ts'
import { spokenErrors, verificationSayings } from './sayings.ts'

const own = '919876543210' as MobileNumber
const plain = {
  checkReq: 1,
  lengthLimitMin: null,
  lengthLimitMax: null,
  canHidden: 0,
  dictionaryVoList: [],
} as const

function field(value: string, more: Partial<FormField> = {}): FormField {
  return {
    ...plain,
    key: value,
    label: value,
    value,
    dataType: DATA_TYPE.text,
    checkType: 0,
    ...more,
  }
}

const form: Form = {
  requires: 'every-field',
  fields: [
    field('education', { dataType: DATA_TYPE.dropdown }),
    field('district', { dataType: DATA_TYPE.district }),
    field('state', { dataType: DATA_TYPE.state }),
    field('home', { dataType: DATA_TYPE.district }),
    field('pin', { checkType: 1, lengthLimitMin: 6, lengthLimitMax: 6 }),
    field('pay', { checkType: 1, lengthLimitMin: 2, lengthLimitMax: 4 }),
    field('name', { lengthLimitMin: 3, lengthLimitMax: 4 }),
    field('code', { lengthLimitMin: 2, lengthLimitMax: 2 }),
    field('pinCode'),
  ],
}
const places = {
  stateName: (id: string) => (id === '27' ? 'Maharashtra' : undefined),
  isDistrictOf: () => false,
}

const friend = { oneName: 'Asha', oneMobile: '9812345678', oneRelation: '1' }
const sister = { twoName: 'Meena', twoMobile: '9812345679', twoRelation: '2' }
const mate = { thirdName: 'Ravi', thirdMobile: '9812345670', thirdRelation: '3' }
const three = { ...friend, ...sister, ...mate }

/** Everything that the rules of these pages can answer. */
const answered: readonly string[] = [
  ...Object.values(IDENTITY_MESSAGE).filter(message => typeof message === 'string'),
  ...contactMessages({ ...three, oneName: '', twoMobile: '' }),
  ...contactMessages({ ...three, thirdRelation: '' }),
  ...contactMessages({}),
  ...contactMessages({
    ...three,
    oneName: '3',
    twoName: '.',
    thirdMobile: '1',
    oneRelation: '9' as '1',
  }),
  ...contactMessages({ ...three, oneMobile: '9876543210', thirdMobile: '9812345679' }),
  ...formMessages({ state: 'x', district: '1', home: '1', pin: '1a', pay: '1', name: 'ab' }),
  ...formMessages({
    education: 'x',
    state: '27',
    home: '1',
    pin: '1',
    pay: '12345',
    name: 'abcde',
    code: 'a',
  }),
  ...formMessages({ name: 'a\u0007b', pinCode: '0' }),
]

function contactMessages(answers: ContactAnswers): string[] {
  const reading = readContacts(answers, own)
  return 'errors' in reading ? reading.errors.map(({ msg }) => msg) : []
}

function formMessages(answers: Record<string, string>): string[] {
  return checkAnswers(form, answers, places).map(({ msg }) => msg)
}

const said = (msg: string) => spokenErrors([{ column: 'any', msg }])[0]?.msg ?? ''

beforeAll(() => loadAreas(['verify']))
afterEach(() => activateLanguage('en'))

test('English is said as the rules write it', () => {
  for (const msg of answered) expect(said(msg)).toBe(msg)
})

test('the catalogue holds in English what the rules write', () => {
  const values = { nth: '2', other: '1', count: '6', max: '60', field: 'PIN code', state: 'Goa' }
  for (const [written, id] of verificationSayings) {
    if (typeof written === 'string') expect(t(id)).toBe(written)
    else expect(t(id, values)).toMatch(written)
  }
})

test('in Hindi every answer of the rules is said in Hindi', async () => {
  await activateLanguage('hi')
  expect(answered.length).toBeGreaterThan(25)
  for (const msg of answered) expect(said(msg), msg).toMatch(/[\u0900-\u097f]/)
  expect(said('Please input 2th contact name')).toBe('कृपया दूसरे संपर्क का नाम लिखें')
  expect(said('पिन कोड has 6 digits.')).toBe('पिन कोड में 6 अंक होते हैं।')
})

test('what no saying knows is passed on', async () => {
  await activateLanguage('hi')
  expect(said('Something new')).toBe('Something new')
})
