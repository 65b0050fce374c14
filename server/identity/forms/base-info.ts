import { DATA_TYPE, type Form, PIN_CODE_FIELD } from '#domain/identity/form.ts'
import { choices, PLAIN_FIELD, type Translated } from './translated.ts'

/** The basic information that is asked for (specification §3, §5). The birth date is not: the identity documents give it. */
export const baseInfoForm: Form<Translated> = {
  requires: 'every-field',
  fields: [
    {
      ...PLAIN_FIELD,
      key: { en: 'Education', hi: 'शिक्षा' },
      label: { en: 'Choose your education', hi: 'अपनी शिक्षा चुनें' },
      value: 'education',
      dataType: DATA_TYPE.dropdown,
      dictionaryVoList: choices(
        { en: 'Below 10th', hi: '10वीं से कम' },
        { en: '10th pass', hi: '10वीं पास' },
        { en: '12th pass', hi: '12वीं पास' },
        { en: 'Diploma', hi: 'डिप्लोमा' },
        { en: 'Graduate', hi: 'स्नातक' },
        { en: 'Postgraduate', hi: 'स्नातकोत्तर' },
      ),
    },
    {
      ...PLAIN_FIELD,
      key: { en: 'Marital status', hi: 'वैवाहिक स्थिति' },
      label: { en: 'Choose your marital status', hi: 'अपनी वैवाहिक स्थिति चुनें' },
      value: 'maritalStatus',
      dataType: DATA_TYPE.dropdown,
      dictionaryVoList: choices(
        { en: 'Single', hi: 'अविवाहित' },
        { en: 'Married', hi: 'विवाहित' },
        { en: 'Divorced', hi: 'तलाकशुदा' },
        { en: 'Widowed', hi: 'विधवा या विधुर' },
      ),
    },
    {
      ...PLAIN_FIELD,
      key: { en: 'Living state', hi: 'निवास का राज्य' },
      label: { en: 'Choose your living state', hi: 'अपने निवास का राज्य चुनें' },
      value: 'liveState',
      dataType: DATA_TYPE.state,
    },
    {
      ...PLAIN_FIELD,
      key: { en: 'District', hi: 'ज़िला' },
      label: { en: 'Choose your district', hi: 'अपना ज़िला चुनें' },
      value: 'liveDistrict',
      dataType: DATA_TYPE.district,
    },
    {
      ...PLAIN_FIELD,
      key: { en: 'PIN code', hi: 'पिन कोड' },
      label: { en: '6-digit PIN code', hi: '6 अंकों का पिन कोड' },
      value: PIN_CODE_FIELD,
      dataType: DATA_TYPE.text,
      checkType: 1,
      lengthLimitMin: 6,
      lengthLimitMax: 6,
    },
    {
      ...PLAIN_FIELD,
      key: { en: 'Salary day of the month', hi: 'महीने में वेतन का दिन' },
      label: { en: 'Choose your salary day of the month', hi: 'महीने में अपने वेतन का दिन चुनें' },
      value: 'salaryDay',
      dataType: DATA_TYPE.dayOfMonth,
    },
  ],
}
