import { DATA_TYPE, type Form, PIN_CODE_FIELD } from '#domain/identity/form.ts'
import { choices, PLAIN_FIELD, type Translated } from './translated.ts'

/**
 * The form for basic information (specification §3, §5). It does not ask for the birth date: the
 * identity documents give it.
 */
export const baseInfoForm: Form<Translated> = {
  requires: 'every-field',
  fields: [
    {
      ...PLAIN_FIELD,
      key: { en: 'Education', hi: 'पढ़ाई' },
      label: { en: 'Choose your education', hi: 'अपनी पढ़ाई चुनें' },
      value: 'education',
      dataType: DATA_TYPE.dropdown,
      dictionaryVoList: choices(
        { en: 'Below 10th', hi: '10वीं से कम' },
        { en: '10th pass', hi: '10वीं पास' },
        { en: '12th pass', hi: '12वीं पास' },
        { en: 'Diploma', hi: 'डिप्लोमा' },
        { en: 'Graduate', hi: 'ग्रेजुएट' },
        { en: 'Postgraduate', hi: 'पोस्ट ग्रेजुएट' },
      ),
    },
    {
      ...PLAIN_FIELD,
      key: { en: 'Marital status', hi: 'शादी हुई है या नहीं' },
      label: { en: 'Choose your marital status', hi: 'चुनें कि शादी हुई है या नहीं' },
      value: 'maritalStatus',
      dataType: DATA_TYPE.dropdown,
      dictionaryVoList: choices(
        { en: 'Single', hi: 'शादी नहीं हुई' },
        { en: 'Married', hi: 'शादीशुदा' },
        { en: 'Divorced', hi: 'तलाकशुदा' },
        { en: 'Widowed', hi: 'विधवा या विधुर' },
      ),
    },
    {
      ...PLAIN_FIELD,
      key: { en: 'State you live in', hi: 'आप किस राज्य में रहते हैं' },
      label: { en: 'Choose the state you live in', hi: 'जिस राज्य में रहते हैं, वह चुनें' },
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
      key: { en: 'Salary day of the month', hi: 'महीने की किस तारीख को सैलरी आती है' },
      label: { en: 'Choose the day your salary comes', hi: 'सैलरी आने की तारीख चुनें' },
      value: 'salaryDay',
      dataType: DATA_TYPE.dayOfMonth,
    },
  ],
}
