/** The words of the addendum to a Key Facts Statement. A changed word changes the hash of every addendum made after it; those made before stay. */
import { filled, type Words } from '#server/lending/words/key-facts-words.ts'
import type { Language } from '#words/language.ts'

const ADDENDUM_WORDS = {
  costs: { en: 'What the extension costs', hi: 'तारीख आगे बढ़ाने का खर्च' },
  proposal: { en: 'Proposal', hi: 'प्रस्ताव' },
  'proposal.note': { en: 'For the loan of proposal {order}', hi: 'प्रस्ताव {order} के लोन के लिए' },
  service: { en: 'Service fee, to the lender', hi: 'सेवा शुल्क, लोन देने वाली कंपनी को' },
  'service.note': {
    en: '{rate} of the outstanding principal. {gst} of it is GST.',
    hi: 'बकाया मूलधन का {rate}। इसमें {gst} GST है।',
  },
  penal: { en: 'Penal charge to date', hi: 'आज तक का दंड शुल्क' },
  interest: { en: 'Interest to date', hi: 'आज तक का ब्याज' },
  fee: { en: 'To pay for the extension', hi: 'तारीख आगे बढ़ाने के लिए देय' },
  'fee.note': {
    en: 'Within {hours} hours. It does not repay any principal, and is not added to it.',
    hi: '{hours} घंटे के भीतर। इससे मूलधन बिल्कुल नहीं घटता, और यह उसमें जुड़ता भी नहीं।',
  },
  from: { en: 'Due date now', hi: 'अभी की देय तारीख' },
  to: { en: 'New due date', hi: 'नई देय तारीख' },
  'to.note': {
    en: '{days} days from the day you ask. Later instalments move by the same number of days.',
    hi: 'आपके कहने के दिन से {days} दिन बाद। आगे की किस्तें भी उतने ही दिन आगे बढ़ती हैं।',
  },
  whole: { en: 'What the whole loan costs', hi: 'पूरे लोन का खर्च' },
  received: { en: 'You received', hi: 'आपको मिले' },
  'so-far': { en: 'You paid so far', hi: 'आपने अब तक चुकाए' },
  'cost.now': { en: 'Cost if you repay today', hi: 'आज चुकाने पर खर्च' },
  'cost.extended': { en: 'Cost if you extend', hi: 'तारीख आगे बढ़ाने पर खर्च' },
  'cost.note': { en: '{total} paid in total', hi: 'कुल {total} चुकाकर' },
  more: { en: 'Extra cost of extending', hi: 'तारीख आगे बढ़ाने का अतिरिक्त खर्च' },
  apr: { en: 'APR of the whole loan if you extend', hi: 'तारीख आगे बढ़ाने पर पूरे लोन का APR' },
  'apr.note': {
    en: 'Calculated on everything paid and still to pay, and the net amount you received, in periods of {days} days. As agreed without an extension: {agreed}.',
    hi: 'जो चुकाया, जो चुकाना है और जो रकम मिली, उन सबसे {days} दिन की अवधियों में निकाला गया। तारीख बढ़ाए बिना, जैसा तय हुआ था: {agreed}।',
  },
  runs: { en: 'Length of the loan if you extend', hi: 'तारीख आगे बढ़ाने पर लोन कुल चलेगा' },
  'runs.note': {
    en: 'At most {most, day}, with all extensions.',
    hi: 'बार-बार तारीख बढ़ाने पर भी ज़्यादा से ज़्यादा {most} दिन।',
  },
  know: { en: 'Before you decide', hi: 'फ़ैसले से पहले' },
  instead: { en: 'Or repay everything today', hi: 'या आज ही पूरा चुकाएँ' },
  'instead.note': {
    en: 'The principal, the interest for the days used, and the penal charge if you are late. Repaying early costs nothing.',
    hi: 'मूलधन, उतने दिनों का ब्याज जितने दिन पैसा आपके पास रहा, और देरी हो तो दंड शुल्क। जल्दी चुकाने का कोई शुल्क नहीं।',
  },
  unpaid: { en: 'If you do not pay in time', hi: 'समय पर न चुकाने पर' },
  'unpaid.value': { en: 'You pay nothing for the extension', hi: 'तारीख आगे बढ़ाने का कोई शुल्क नहीं' },
  'unpaid.note': {
    en: 'The due date then stays the same, and what you paid towards the extension counts as a repayment.',
    hi: 'तब देय तारीख वही रहती है, और तारीख आगे बढ़ाने के लिए जो दिया, वह रीपेमेंट में गिना जाता है।',
  },
  restructured: { en: 'What the loan is called then', hi: 'तब लोन को क्या कहा जाता है' },
  'restructured.value': { en: 'Restructured', hi: 'रीस्ट्रक्चर्ड लोन' },
  'restructured.note': {
    en: 'The lender’s books call a loan restructured once its due date was extended.',
    hi: 'जिस लोन की देय तारीख आगे बढ़ी, उसे लोन देने वाली कंपनी के खातों में यही कहा जाता है।',
  },
  rest: { en: 'Everything else', hi: 'बाकी सब' },
  'rest.value': { en: 'As the Key Facts Statement says', hi: 'जैसा मुख्य तथ्य विवरण में है' },
  'rest.note': {
    en: 'Rates, penal charges and your rights stay the same. We never charge anything that neither statement names.',
    hi: 'दरें, दंड शुल्क और आपके अधिकार वही रहते हैं। जो दोनों विवरणों में नहीं लिखा, वह कभी नहीं लिया जाता।',
  },
  schedule: { en: 'Repayments after the extension', hi: 'तारीख आगे बढ़ने के बाद के रीपेमेंट' },
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
