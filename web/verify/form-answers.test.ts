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

test('requires every field of the base info, and starts from the saved answers', () => {
  const { form, saved } = baseInfoOf([field('education', '5'), field('pinCode')])
  expect(form.requires).toBe('every-field')
  expect(saved).toEqual({ education: '5' })
})

test('puts the hideable fields after the question that hides them', () => {
  const configured = workInfoOf({
    cannotHidden: [field('workState', '1'), field('monthlyIncome')],
    canHidden: [field('companyName', 'Asha Textiles')],
  })
  expect(configured.form.requires).toBe('flagged-fields')
  expect(configured.form.fields.map(({ value }) => value)).toEqual([
    'workState',
    'companyName',
    'monthlyIncome',
  ])
  expect(configured.saved).toEqual({ workState: '1', companyName: 'Asha Textiles' })
})

test('puts them first without that question', () => {
  const { form } = workInfoOf({
    cannotHidden: [field('monthlyIncome')],
    canHidden: [field('companyName')],
  })
  expect(form.fields.map(({ value }) => value)).toEqual(['companyName', 'monthlyIncome'])
})

test('returns only the changed answers', () => {
  expect(changesBetween({ a: '1', b: '2' }, { a: '1', b: '', c: 'x' })).toEqual({ b: '', c: 'x' })
  expect(changesBetween({}, { a: '' })).toEqual({})
})
