import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  answersToStore,
  checkAnswers,
  choicesOf,
  DATA_TYPE,
  type FieldError,
  type Form,
  type FormField,
  maxLengthOf,
  missingAnswers,
  type Places,
  readAnswers,
  shownFields,
  stateFieldOf,
  typedAnswer,
  typingErrors,
  withAnswer,
} from '#domain/identity/form.ts'
import { runs } from '#domain/testing/runs.ts'

const places: Places = {
  stateName: id =>
    new Map([
      ['27', 'Maharashtra'],
      ['29', 'Karnataka'],
    ]).get(id),
  isDistrictOf: (state, district) =>
    (state === '27' && district === '490') || (state === '29' && district === '527'),
}

function field(value: string, more: Partial<FormField> = {}): FormField {
  return {
    key: value,
    label: value,
    value,
    dataType: DATA_TYPE.text,
    checkType: 0,
    checkReq: 1,
    lengthLimitMin: null,
    lengthLimitMax: null,
    canHidden: 0,
    dictionaryVoList: [],
    ...more,
  }
}

const state = field('State', { dataType: DATA_TYPE.state })
const district = field('District', { dataType: DATA_TYPE.district })
const pin = field('PIN code', { checkType: 1, lengthLimitMin: 6, lengthLimitMax: 6 })
const payDay = field('Pay day', { dataType: DATA_TYPE.dayOfMonth })
const home: Form = { requires: 'every-field', fields: [state, district, pin, payDay] }
const homeAnswers = { State: '27', District: '490', 'PIN code': '411038', 'Pay day': '31' }

const workState = field('workState', {
  dataType: DATA_TYPE.dropdown,
  dictionaryVoList: ['1', '2', '3'].map(dictValue => ({ dictLabel: dictValue, dictValue })),
})
const company = field('Company', { canHidden: 1, lengthLimitMin: 2, lengthLimitMax: 10 })
const officeState = field('Office state', { dataType: DATA_TYPE.state, canHidden: 1 })
const officeDistrict = field('Office district', { dataType: DATA_TYPE.district, canHidden: 1 })
const nickname = field('Nickname', { checkReq: 0 })
const income = field('Income', { checkType: 1 })
const work: Form = {
  requires: 'flagged-fields',
  fields: [workState, company, officeState, officeDistrict, nickname, income],
}
const workAnswers = {
  workState: '1',
  Company: 'Tata',
  'Office state': '29',
  'Office district': '527',
  Income: '25000',
}

/** A reason and the details of its sentence, on one line. */
const inShort = ({ reason, details = {} }: FieldError) =>
  [reason, ...Object.values(details)].join(' ')
const reasons = (form: Form, answers: Record<string, string>) =>
  checkAnswers(form, answers, places).map(inShort)

describe('which fields are required', () => {
  test('hideable fields are shown unless workState is 3', () => {
    for (const answer of ['', '1', '2'])
      expect(shownFields(work, { workState: answer })).toEqual(work.fields)
    expect(shownFields(work, { workState: '3' })).toEqual([workState, nickname, income])
  })

  test('base info requires every field', () => {
    expect(missingAnswers(home, homeAnswers)).toBe(0)
    for (const name of Object.keys(homeAnswers))
      expect(missingAnswers(home, { ...homeAnswers, [name]: ' ' })).toBe(1)
    expect(missingAnswers({ requires: 'every-field', fields: [nickname] }, {})).toBe(1)
  })

  test('work info requires flagged fields that are shown', () => {
    expect(missingAnswers(work, workAnswers)).toBe(0)
    expect(missingAnswers(work, { ...workAnswers, Company: '' })).toBe(1)
    expect(missingAnswers(work, { workState: '3', Income: '0' })).toBe(0)
    expect(missingAnswers(work, { workState: '3' })).toBe(1)
  })

  test('the day choices are 1 to 31', () => {
    expect(choicesOf(payDay).map(choice => choice.dictValue)).toEqual(
      Array.from({ length: 31 }, (_, index) => `${index + 1}`),
    )
  })
})

describe('typing', () => {
  const only = (of: FormField): Form => ({ requires: 'every-field', fields: [of] })
  const keyByKey = (of: FormField, text: string) =>
    [...text].reduce((shown, char) => typedAnswer(of, shown + char), '')

  test.each([
    [pin, '411038', '411038'],
    [pin, '411 038', '411038'],
    [pin, '४११०३८', '411038'],
    [pin, '411-038', '411038'],
    [income, '25000', '25000'],
    [income, '₹25,000', '25000'],
    [income, 'Rs. 25,000/-', '25000'],
    [income, '२५,०००', '25000'],
    [income, '25,000.00', '25000'],
    [income, '00', '00'],
    [income, '1,000', '1000'],
    [company, 'Tata\tCo', 'Tata Co'],
  ])('%#. the answer in %j is %j, pasted, key by key and on the wire', (of, typed, answer) => {
    for (const shown of [typedAnswer(of, typed), keyByKey(of, typed)]) {
      expect(checkAnswers(only(of), { [of.value]: shown }, places)).toEqual([])
      expect(answersToStore(only(of), { [of.value]: shown })).toEqual({ [of.value]: answer })
    }
    const { answers, errors } = readAnswers(only(of), { [of.value]: typed }, places)
    if (of === company) return
    expect(errors).toEqual([])
    expect(answersToStore(only(of), answers)).toEqual({ [of.value]: answer })
  })

  test.each([
    [pin, 'Pune 411038'],
    [income, '12,50'],
    [income, '1,2,3'],
    [income, '1.234,50'],
    [income, '25,000.50'],
    [income, '500.005'],
    [income, '-500'],
    [income, '5e2'],
    [income, '25k'],
  ])('%#. what is no number stays and is refused: %j', (of, typed) => {
    expect(typedAnswer(of, typed)).toBe(typed)
    expect(keyByKey(of, typed)).toBe(typed)
    const { errors } = readAnswers(only(of), { [of.value]: typed }, places)
    expect(errors.map(inShort)).toEqual([`field-digits-only ${of.key}`])
  })

  test.each([
    [pin, 'Pune 411038', 'field-digits-only PIN code'],
    [pin, '41103899', 'field-exact-digits PIN code 6'],
    [income, '1234567', 'field-most-digits Income 5'],
    [income, '-500', 'field-digits-only Income'],
    [income, '5e2', 'field-digits-only Income'],
    [income, '1.234,50', 'field-digits-only Income'],
    [company, 'Tata Consultancy', 'field-most-chars Company 10'],
  ])('%#. a field says what is wrong with %j while it is typed', (of, text, why) => {
    expect(typingErrors(only(of), { [of.value]: text }).map(inShort)).toEqual([why])
    expect(checkAnswers(only(of), { [of.value]: text }, places).map(inShort)).toEqual([why])
  })

  test.each(['', '2', 'Rs', '25,', '25,0', '12,50', '25000.'])(
    'an amount that is still being typed is not refused yet: %j',
    text => {
      expect(typingErrors(only(income), { Income: text })).toEqual([])
    },
  )

  test('the default limit of a numeric field is five digits', () => {
    expect(maxLengthOf(income)).toBe(5)
  })

  test('choosing another state clears its own district and no other', () => {
    const both: Form = {
      requires: 'every-field',
      fields: [state, district, officeState, officeDistrict],
    }
    const answers = { State: '27', District: '490', 'Office state': '29', 'Office district': '527' }
    expect(withAnswer(both, answers, state, '29')).toEqual({
      ...answers,
      State: '29',
      District: '',
    })
    expect(withAnswer(both, answers, officeState, '27')).toEqual({
      ...answers,
      'Office state': '27',
      'Office district': '',
    })
    expect(withAnswer(both, answers, state, '27')).toEqual(answers)
    expect(withAnswer(both, answers, district, '491')).toEqual({ ...answers, District: '491' })
  })

  test('a district belongs to the nearest state before it, whatever is between them', () => {
    const form: Form = { requires: 'every-field', fields: [officeState, state, pin, district] }
    expect(stateFieldOf(form, district)).toBe(state)
  })
})

describe('a PIN code', () => {
  const form: Form = {
    requires: 'every-field',
    fields: [field('pinCode', { key: 'PIN code', checkType: 1, lengthLimitMax: 6 }), pin],
  }
  const wrong = [
    { column: 'pinCode', reason: 'field-not-zero-first', details: { field: 'PIN code' } },
  ]

  test.each(['0', '04', '041103'])(
    '%s is refused while it is typed and when it is sent',
    pinCode => {
      expect(typingErrors(form, { pinCode })).toEqual(wrong)
      expect(checkAnswers(form, { pinCode, 'PIN code': '041103' }, places)).toEqual(wrong)
    },
  )

  test.each(['', '4', '110001'])('%s is accepted while it is typed', pinCode => {
    expect(typingErrors(form, { pinCode })).toEqual([])
  })
})

describe('checking the answers', () => {
  test('valid answers have no errors', () => {
    expect(checkAnswers(home, homeAnswers, places)).toEqual([])
    expect(checkAnswers(work, workAnswers, places)).toEqual([])
  })

  test('all missing answers are reported in field order', () => {
    expect(checkAnswers(home, {}, places)).toEqual([
      { column: 'State', reason: 'field-missing', details: { field: 'State' } },
      { column: 'District', reason: 'field-missing', details: { field: 'District' } },
      { column: 'PIN code', reason: 'field-missing', details: { field: 'PIN code' } },
      { column: 'Pay day', reason: 'field-missing', details: { field: 'Pay day' } },
    ])
  })

  test.each([
    [{ District: '527' }, 'field-other-state District Maharashtra'],
    [{ State: '29' }, 'field-other-state District Karnataka'],
    [{ 'PIN code': '4110' }, 'field-exact-digits PIN code 6'],
    [{ 'PIN code': '4110a8' }, 'field-digits-only PIN code'],
    [{ 'Pay day': '32' }, 'field-from-list Pay day'],
    [{ 'Pay day': '0' }, 'field-from-list Pay day'],
    [{ Extra: '1' }, 'field-not-asked'],
  ])('%j: %s', (change, reason) =>
    expect(reasons(home, { ...homeAnswers, ...change })).toEqual([reason]),
  )

  test('a district without its state is reported at the state', () => {
    expect(reasons(home, { ...homeAnswers, State: '99' })).toEqual([
      'field-from-list State',
      'field-state-first District',
    ])
  })

  test.each([
    [{ workState: '4' }, ['field-from-list workState']],
    [{ Company: 'T' }, ['field-least-chars Company 2']],
    [{ Company: 'Tata Consultancy' }, ['field-most-chars Company 10']],
    [{ Company: 'Ta\u0000ta' }, ['field-wrong Company']],
    [{ Income: '123456' }, ['field-most-digits Income 5']],
    [{ Income: '-5' }, ['field-digits-only Income']],
    [{ Nickname: '' }, []],
  ])('%j: %j', (change, expected) =>
    expect(reasons(work, { ...workAnswers, ...change })).toEqual(expected),
  )

  test('a district on a form without a state is reported', () => {
    const form: Form = { requires: 'every-field', fields: [district] }
    expect(reasons(form, { District: '490' })).toEqual(['field-state-first District'])
  })

  test('names that every object inherits are not answers', () => {
    expect(
      reasons(
        home,
        JSON.parse(
          '{"__proto__":"1","State":"27","District":"490","PIN code":"411038","Pay day":"1"}',
        ),
      ),
    ).toEqual(['field-not-asked'])
    expect(reasons({ requires: 'every-field', fields: [field('toString')] }, {})).toEqual([
      'field-missing toString',
    ])
  })

  test('hidden answers are neither checked nor kept', () => {
    const answers = {
      workState: '3',
      Company: '',
      'Office district': '1',
      Nickname: '  ',
      Income: ' 0 ',
    }
    expect(reasons(work, answers)).toEqual([])
    expect(answersToStore(work, answers)).toEqual({ workState: '3', Income: '0' })
  })

  test('answers without errors can always be submitted', () => {
    const answers = fc.dictionary(
      fc.constantFrom(...work.fields.map(of => of.value)),
      fc.constantFrom('', '1', '3', '27', '29', '490', '527', 'Tata'),
    )
    fc.assert(
      fc.property(answers, input => {
        if (checkAnswers(work, input, places).length === 0)
          expect(missingAnswers(work, input)).toBe(0)
      }),
      { numRuns: runs(1_000) },
    )
  })
})

describe('reading the answers of a call', () => {
  const read = (form: Form, input: Record<string, string | number>) => {
    const { answers, errors } = readAnswers(form, input, places)
    return { answers, errors: errors.map(inShort) }
  }

  test('a numeric field and a day of the month also take numbers', () => {
    expect(read(work, { ...workAnswers, Income: 25_000 })).toEqual({
      answers: workAnswers,
      errors: [],
    })
    expect(read(home, { ...homeAnswers, 'Pay day': 31 })).toEqual({
      answers: homeAnswers,
      errors: [],
    })
  })

  test('a number for another field is refused once, and every other fault is reported too', () => {
    const input = { ...workAnswers, workState: 9, Company: 7, Income: 'x', Extra: 1 }
    const refused = ['field-wrong workState', 'field-wrong Company']
    expect(read(work, input)).toEqual({
      answers: { ...workAnswers, workState: '9', Company: '7', Income: 'x', Extra: '1' },
      errors: [...refused, 'field-digits-only Income', 'field-not-asked'],
    })
  })

  test('a number for a field that is hidden is no fault', () => {
    expect(read(work, { workState: '3', Company: 7, Income: '0' }).errors).toEqual([])
  })
})
