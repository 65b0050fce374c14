import { expect, test } from 'vitest'
import { baseInfoOf, changesBetween, workInfoOf } from './form-answers.ts'

function field(value: string, answer: string | null = null) {
  const plain = {
    dataType: 1,
    checkType: 0,
    checkReq: 1,
    lengthLimitMin: null,
    lengthLimitMax: null,
    canHidden: 0,
  } as const
  return { ...plain, key: value, label: value, value, dictionaryVoList: [], answer }
}

test('base info asks every field and starts from what was answered', () => {
  const { form, saved } = baseInfoOf([field('education', '5'), field('pinCode')])
  expect(form.requires).toBe('every-field')
  expect(saved).toEqual({ education: '5' })
})

test('what may be hidden stands after the question that hides it', () => {
  const asked = workInfoOf({
    cannotHidden: [field('workState', '1'), field('monthlyIncome')],
    canHidden: [field('companyName', 'Asha Textiles')],
  })
  expect(asked.form.requires).toBe('flagged-fields')
  expect(asked.form.fields.map(({ value }) => value)).toEqual([
    'workState',
    'companyName',
    'monthlyIncome',
  ])
  expect(asked.saved).toEqual({ workState: '1', companyName: 'Asha Textiles' })
})

test('without that question it stands first', () => {
  const { form } = workInfoOf({
    cannotHidden: [field('monthlyIncome')],
    canHidden: [field('companyName')],
  })
  expect(form.fields.map(({ value }) => value)).toEqual(['companyName', 'monthlyIncome'])
})

test('only what was changed is kept', () => {
  expect(changesBetween({ a: '1', b: '2' }, { a: '1', b: '', c: 'x' })).toEqual({ b: '', c: 'x' })
  expect(changesBetween({}, { a: '' })).toEqual({})
})
