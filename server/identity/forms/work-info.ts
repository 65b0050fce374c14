import { DATA_TYPE, type Form, WORK_STATE_FIELD } from '#domain/identity/form.ts'
import type { ServerMessageId } from '#words/catalogues.ts'
import { choices, PLAIN_FIELD } from './form-in.ts'

/** Income and obligations are monthly rupees: up to seven digits. */
const RUPEES_MAX_DIGITS = 7

/**
 * The form for work information (specification §3, §5). Occupation, income and obligations are what
 * a lender must record before any loan, and what the decision weighs. The third work state hides
 * what somebody without work cannot answer.
 */
export const workInfoForm: Form<ServerMessageId> = {
  requires: 'flagged-fields',
  fields: [
    {
      ...PLAIN_FIELD,
      key: 'form.work-state',
      label: 'form.work-state.hint',
      value: WORK_STATE_FIELD,
      dataType: DATA_TYPE.dropdown,
      dictionaryVoList: choices(
        'form.work-state.salaried',
        'form.work-state.self-employed',
        'form.work-state.without',
      ),
    },
    {
      ...PLAIN_FIELD,
      key: 'form.company-name',
      label: 'form.company-name.hint',
      value: 'companyName',
      dataType: DATA_TYPE.text,
      lengthLimitMin: 2,
      lengthLimitMax: 80,
      canHidden: 1,
    },
    {
      ...PLAIN_FIELD,
      key: 'form.company-state',
      label: 'form.company-state.hint',
      value: 'companyState',
      dataType: DATA_TYPE.state,
      canHidden: 1,
    },
    {
      ...PLAIN_FIELD,
      key: 'form.company-district',
      label: 'form.company-district.hint',
      value: 'companyDistrict',
      dataType: DATA_TYPE.district,
      canHidden: 1,
    },
    {
      ...PLAIN_FIELD,
      key: 'form.working-years',
      label: 'form.working-years.hint',
      value: 'workingYears',
      dataType: DATA_TYPE.dropdown,
      canHidden: 1,
      dictionaryVoList: choices(
        'form.working-years.below-1',
        'form.working-years.1-to-3',
        'form.working-years.3-to-5',
        'form.working-years.above-5',
      ),
    },
    {
      ...PLAIN_FIELD,
      key: 'form.monthly-income',
      label: 'form.monthly-income.hint',
      value: 'monthlyIncome',
      dataType: DATA_TYPE.text,
      checkType: 1,
      lengthLimitMin: 1,
      lengthLimitMax: RUPEES_MAX_DIGITS,
    },
    {
      ...PLAIN_FIELD,
      key: 'form.monthly-obligations',
      label: 'form.monthly-obligations.hint',
      value: 'monthlyObligations',
      dataType: DATA_TYPE.text,
      checkType: 1,
      lengthLimitMin: 1,
      lengthLimitMax: RUPEES_MAX_DIGITS,
    },
  ],
}
