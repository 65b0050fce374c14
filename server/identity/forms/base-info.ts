import { DATA_TYPE, type Form, PIN_CODE_FIELD } from '#domain/identity/form.ts'
import type { ServerMessageId } from '#words/catalogues.ts'
import { choices, PLAIN_FIELD } from './form-in.ts'

/**
 * The form for basic information (specification §3, §5). It does not ask for the birth date: the
 * identity documents give it.
 */
export const baseInfoForm: Form<ServerMessageId> = {
  requires: 'every-field',
  fields: [
    {
      ...PLAIN_FIELD,
      key: 'form.education',
      label: 'form.education.hint',
      value: 'education',
      dataType: DATA_TYPE.dropdown,
      dictionaryVoList: choices(
        'form.education.below-10th',
        'form.education.10th',
        'form.education.12th',
        'form.education.diploma',
        'form.education.graduate',
        'form.education.postgraduate',
      ),
    },
    {
      ...PLAIN_FIELD,
      key: 'form.marital-status',
      label: 'form.marital-status.hint',
      value: 'maritalStatus',
      dataType: DATA_TYPE.dropdown,
      dictionaryVoList: choices(
        'form.marital-status.single',
        'form.marital-status.married',
        'form.marital-status.divorced',
        'form.marital-status.widowed',
      ),
    },
    {
      ...PLAIN_FIELD,
      key: 'form.live-state',
      label: 'form.live-state.hint',
      value: 'liveState',
      dataType: DATA_TYPE.state,
    },
    {
      ...PLAIN_FIELD,
      key: 'form.live-district',
      label: 'form.live-district.hint',
      value: 'liveDistrict',
      dataType: DATA_TYPE.district,
    },
    {
      ...PLAIN_FIELD,
      key: 'form.pin-code',
      label: 'form.pin-code.hint',
      value: PIN_CODE_FIELD,
      dataType: DATA_TYPE.text,
      checkType: 1,
      lengthLimitMin: 6,
      lengthLimitMax: 6,
    },
    {
      ...PLAIN_FIELD,
      key: 'form.salary-day',
      label: 'form.salary-day.hint',
      value: 'salaryDay',
      dataType: DATA_TYPE.dayOfMonth,
    },
  ],
}
