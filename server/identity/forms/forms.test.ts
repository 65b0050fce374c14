import { describe, expect, test } from 'vitest'
import {
  checkAnswers,
  DATA_TYPE,
  missingAnswers,
  shownFields,
  stateFieldOf,
} from '#domain/identity/form.ts'
import { baseInfoForm } from '#server/identity/forms/base-info.ts'
import { formIn } from '#server/identity/forms/form-in.ts'
import { workInfoForm } from '#server/identity/forms/work-info.ts'
import { placesIn } from '#server/identity/places/places.ts'
import { LANGUAGES } from '#words/language.ts'

const places = placesIn('en')

const forms = { baseInfoForm, workInfoForm }
const base = formIn('en', baseInfoForm)
const work = formIn('en', workInfoForm)

const baseAnswers = {
  education: '5',
  maritalStatus: '1',
  liveState: '27',
  liveDistrict: '490',
  pinCode: '411038',
  salaryDay: '1',
}
const workAnswers = {
  workState: '1',
  companyName: 'Asha Textiles',
  companyState: '27',
  companyDistrict: '490',
  workingYears: '2',
  monthlyIncome: '1250000',
  monthlyObligations: '0',
}

describe.each(Object.entries(forms))('%s', (_, form) => {
  test('has each column once', () => {
    const names = form.fields.map(field => field.value)
    expect(new Set(names).size).toBe(names.length)
  })

  test('has its own label and hint for each field, in each language', () => {
    for (const language of LANGUAGES) {
      const fields = formIn(language, form).fields
      const labels = fields.flatMap(({ key, label }) => [key, label])
      expect(new Set(labels).size).toBe(2 * form.fields.length)
    }
  })

  test('gives choices to dropdowns only, and a state to every district', () => {
    for (const field of formIn('en', form).fields) {
      expect(field.dictionaryVoList.length > 0).toBe(field.dataType === DATA_TYPE.dropdown)
      if (field.dataType === DATA_TYPE.district)
        expect(stateFieldOf(formIn('en', form), field)).toBeDefined()
    }
  })
})

test('basic information has the fields of its page', () => {
  expect(base.fields.map(field => field.key)).toEqual([
    'Education',
    'Marital status',
    'State you live in',
    'District',
    'PIN code',
    'Salary day of the month',
  ])
  expect(formIn('hi', baseInfoForm).fields[0]?.key).toBe('पढ़ाई')
  expect(checkAnswers(base, baseAnswers, places)).toEqual([])
  expect(checkAnswers(base, { ...baseAnswers, liveDistrict: '527' }, places)).toEqual([
    {
      column: 'liveDistrict',
      reason: 'field-other-state',
      details: { field: 'District', state: 'Maharashtra' },
    },
  ])
})

test('work information always asks for occupation, income and obligations, whatever is hidden', () => {
  expect(checkAnswers(work, workAnswers, places)).toEqual([])
  const always = shownFields(work, { workState: '3' }).filter(field => field.checkReq === 1)
  expect(always.map(field => field.value)).toEqual([
    'workState',
    'monthlyIncome',
    'monthlyObligations',
  ])
  expect(
    missingAnswers(work, { workState: '3', monthlyIncome: '0', monthlyObligations: '0' }),
  ).toBe(0)
  // Specification §5: the four fields that the third work state hides.
  expect(
    missingAnswers(work, { workState: '2', monthlyIncome: '9', monthlyObligations: '0' }),
  ).toBe(4)
})
