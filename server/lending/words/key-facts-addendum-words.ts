/** The words of the addendum to a Key Facts Statement. A changed word changes the hash of every addendum made after it; those made before stay. */
import { filled, type Words } from '#server/lending/words/key-facts-words.ts'
import type { Language } from '#words/language.ts'

const ADDENDUM_WORDS = {
  costs: { en: 'What the extension costs', hi: 'तारीख़ आगे बढ़ाने का ख़र्च' },
  proposal: { en: 'Proposal', hi: 'प्रस्ताव' },
  'proposal.note': { en: 'To the loan of proposal {order}', hi: 'प्रस्ताव {order} के ऋण के लिए' },
  service: { en: 'Service fee, to the lender', hi: 'सेवा शुल्क, ऋणदाता को' },
  'service.note': {
    en: '{rate} of the outstanding principal. {gst} of it is GST.',
    hi: 'बकाया मूलधन का {rate}। इसमें {gst} GST है।',
  },
  penal: { en: 'Penal charge to date', hi: 'आज तक का दंड शुल्क' },
  interest: { en: 'Interest to date', hi: 'आज तक का ब्याज' },
  fee: { en: 'To pay for the extension', hi: 'तारीख़ आगे बढ़ाने के लिए देय' },
  'fee.note': {
    en: 'Within {hours} hours. It pays back nothing of the principal, and is not added to it.',
    hi: '{hours} घंटे के भीतर। इससे मूलधन कुछ नहीं घटता, और यह उसमें जुड़ता भी नहीं।',
  },
  from: { en: 'Due date now', hi: 'अभी की देय तारीख़' },
  to: { en: 'New due date', hi: 'नई देय तारीख़' },
  'to.note': {
    en: '{days} days from the request. Later instalments move along with it.',
    hi: 'अनुरोध से {days} दिन बाद। आगे की किस्तें भी उतने ही दिन बढ़ती हैं।',
  },
  whole: { en: 'What the whole loan costs', hi: 'पूरे ऋण का ख़र्च' },
  received: { en: 'You received', hi: 'आपको मिले' },
  'so-far': { en: 'You paid so far', hi: 'आपने अब तक चुकाए' },
  'cost.now': { en: 'Cost so far, if you repay today', hi: 'अब तक का ख़र्च, आज चुकाने पर' },
  'cost.extended': { en: 'Cost with this extension', hi: 'इस विस्तार के साथ ख़र्च' },
  'cost.note': { en: '{total} paid in all', hi: 'कुल {total} चुकाकर' },
  more: { en: 'The extension costs more by', hi: 'विस्तार से ख़र्च ज़्यादा' },
  apr: { en: 'APR of the whole loan with this extension', hi: 'इस विस्तार के साथ पूरे ऋण की APR' },
  'apr.note': {
    en: 'Everything paid and to be paid on the net amount received, by periods of {days} days. As agreed without an extension: {agreed}.',
    hi: 'मिली शुद्ध राशि पर सब चुकाया और देय, {days} दिन की अवधियों में। बिना विस्तार, जैसा तय हुआ: {agreed}।',
  },
  runs: { en: 'The loan will have run', hi: 'ऋण कुल चलेगा' },
  'runs.note': {
    en: '{most, day} at most, with extensions.',
    hi: 'विस्तारों के साथ ज़्यादा से ज़्यादा {most} दिन।',
  },
  know: { en: 'Before you decide', hi: 'फ़ैसले से पहले' },
  instead: { en: 'Instead: repay all of it today', hi: 'इसके बदले: आज पूरा चुकाएँ' },
  'instead.note': {
    en: 'Principal and interest of the days used, and the penal charge if you are late. Nothing for repaying early.',
    hi: 'मूलधन और इस्तेमाल के दिनों का ब्याज, और देरी हो तो दंड शुल्क। जल्दी चुकाने का कुछ नहीं।',
  },
  unpaid: { en: 'If you do not pay in time', hi: 'समय पर न चुकाने पर' },
  'unpaid.value': { en: 'Nothing is charged for the extension', hi: 'विस्तार का कोई शुल्क नहीं' },
  'unpaid.note': {
    en: 'The due date then stays as it is, and what you paid towards the extension counts as a repayment.',
    hi: 'तब देय तारीख़ वही रहती है, और विस्तार के लिए दी गई रकम चुकौती में गिनी जाती है।',
  },
  restructured: { en: 'What the loan is called then', hi: 'तब ऋण क्या कहलाता है' },
  'restructured.value': { en: 'Restructured', hi: 'पुनर्गठित' },
  'restructured.note': {
    en: 'A loan whose due date was moved is named so in the lender’s books.',
    hi: 'जिस ऋण की देय तारीख़ आगे बढ़ी, ऋणदाता के खातों में उसे यही कहा जाता है।',
  },
  rest: { en: 'Everything else', hi: 'बाकी सब' },
  'rest.value': { en: 'As the Key Facts Statement says', hi: 'जैसा मुख्य तथ्य विवरण में है' },
  'rest.note': {
    en: 'Rates, penal charges and your rights stay the same. What neither names is never charged.',
    hi: 'दरें, दंड शुल्क और आपके अधिकार वही रहते हैं। जो दोनों में नहीं लिखा, वह कभी नहीं लिया जाता।',
  },
  schedule: { en: 'Repayments after the extension', hi: 'विस्तार के बाद की चुकौतियाँ' },
  due: { en: 'Due', hi: 'देय' },
  amount: { en: 'Amount', hi: 'रकम' },
} as const satisfies Readonly<Record<string, Words>>

export type SayAddendum = (
  word: keyof typeof ADDENDUM_WORDS,
  values?: Readonly<Record<string, string | number>>,
) => string

/** Says a word of the addendum in a language, its `{name}`s filled in. */
export function sayAddendumIn(language: Language): SayAddendum {
  return (word, values = {}) => filled(ADDENDUM_WORDS[word], language, values)
}
