import { DATA_TYPE, type Form, WORK_STATE_FIELD } from '#domain/identity/form.ts'
import { choices, PLAIN_FIELD, type Translated } from './translated.ts'

/** Income and obligations are monthly rupees: up to seven digits. */
const RUPEES_MAX_DIGITS = 7

/**
 * The form for work information (specification §3, §5). Occupation, income and obligations are what
 * a lender must record before any loan, and what the decision weighs. The third work state hides
 * what somebody without work cannot answer.
 */
export const workInfoForm: Form<Translated> = {
  requires: 'flagged-fields',
  fields: [
    {
      ...PLAIN_FIELD,
      key: { en: 'Work', hi: 'काम' },
      label: { en: 'Choose your work', hi: 'अपना काम चुनें' },
      value: WORK_STATE_FIELD,
      dataType: DATA_TYPE.dropdown,
      dictionaryVoList: choices(
        { en: 'Salaried', hi: 'नौकरी' },
        { en: 'Self-employed', hi: 'अपना काम' },
        { en: 'Not working or student', hi: 'काम नहीं करते या छात्र' },
      ),
    },
    {
      ...PLAIN_FIELD,
      key: { en: 'Company name', hi: 'कंपनी का नाम' },
      label: { en: 'Name of your company or business', hi: 'आपकी कंपनी या बिज़नेस का नाम' },
      value: 'companyName',
      dataType: DATA_TYPE.text,
      lengthLimitMin: 2,
      lengthLimitMax: 80,
      canHidden: 1,
    },
    {
      ...PLAIN_FIELD,
      key: { en: 'Company state', hi: 'कंपनी का राज्य' },
      label: { en: 'Choose the company state', hi: 'कंपनी का राज्य चुनें' },
      value: 'companyState',
      dataType: DATA_TYPE.state,
      canHidden: 1,
    },
    {
      ...PLAIN_FIELD,
      key: { en: 'Company district', hi: 'कंपनी का ज़िला' },
      label: { en: 'Choose the company district', hi: 'कंपनी का ज़िला चुनें' },
      value: 'companyDistrict',
      dataType: DATA_TYPE.district,
      canHidden: 1,
    },
    {
      ...PLAIN_FIELD,
      key: { en: 'Years in this job', hi: 'इस काम में कितने साल' },
      label: { en: 'Choose the years in this job', hi: 'इस काम में कितने साल हुए, चुनें' },
      value: 'workingYears',
      dataType: DATA_TYPE.dropdown,
      canHidden: 1,
      dictionaryVoList: choices(
        { en: 'Less than 1 year', hi: '1 साल से कम' },
        { en: '1 to 3 years', hi: '1 से 3 साल' },
        { en: '3 to 5 years', hi: '3 से 5 साल' },
        { en: 'More than 5 years', hi: '5 साल से ज़्यादा' },
      ),
    },
    {
      ...PLAIN_FIELD,
      key: { en: 'Monthly income', hi: 'महीने की आमदनी' },
      label: { en: 'Monthly income in ₹, after deductions', hi: 'कटौती के बाद महीने की आमदनी, ₹ में' },
      value: 'monthlyIncome',
      dataType: DATA_TYPE.text,
      checkType: 1,
      lengthLimitMin: 1,
      lengthLimitMax: RUPEES_MAX_DIGITS,
    },
    {
      ...PLAIN_FIELD,
      key: { en: 'EMIs and other loan payments per month', hi: 'हर महीने EMI और दूसरे लोन के पेमेंट' },
      label: {
        en: 'In ₹. Enter 0 if you pay none.',
        hi: '₹ में। कुछ न देते हों तो 0 लिखें।',
      },
      value: 'monthlyObligations',
      dataType: DATA_TYPE.text,
      checkType: 1,
      lengthLimitMin: 1,
      lengthLimitMax: RUPEES_MAX_DIGITS,
    },
  ],
}
