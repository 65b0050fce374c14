/** The words of the Key Facts Statement. A changed word changes the hash of every statement made after it; those made before stay. */
import type { Language } from '#words/language.ts'

export type Words = Readonly<Record<Language, string>>

export const KEY_FACTS_WORDS = {
  none: { en: 'None', hi: 'कोई नहीं' },
  part1: { en: 'Part 1: what the loan costs', hi: 'भाग 1: ऋण का ख़र्च' },
  part2: { en: 'Part 2: your rights', hi: 'भाग 2: आपके अधिकार' },
  computation: { en: 'How the APR is computed', hi: 'APR की गणना' },
  schedule: { en: 'Repayment schedule', hi: 'चुकौती की अनुसूची' },

  lender: { en: 'Lender', hi: 'ऋणदाता' },
  'lender.value': {
    en: '{name}, RBI registration {registration}',
    hi: '{name}, RBI पंजीकरण {registration}',
  },
  'lender.demo': {
    en: 'None: this is a demonstration. There is no lender, and no money moves.',
    hi: 'कोई नहीं: यह केवल एक प्रदर्शन है। न कोई ऋणदाता है, न कोई पैसा चलता है।',
  },
  type: { en: 'Type of loan', hi: 'ऋण का प्रकार' },
  'type.value': { en: 'Personal loan without security', hi: 'बिना गिरवी का व्यक्तिगत ऋण' },
  amount: { en: 'Sanctioned loan amount', hi: 'मंज़ूर ऋण राशि' },
  disbursal: { en: 'Disbursal', hi: 'भुगतान' },
  'disbursal.value': {
    en: 'All of it at once, less the fee and GST',
    hi: 'एक बार में पूरा, शुल्क और GST काटकर',
  },
  term: { en: 'Loan term', hi: 'ऋण की अवधि' },
  days: { en: '{days, day}', hi: '{days, day}' },
  'term.note': {
    en: 'If you move due dates, {most, day} at most.',
    hi: 'देय तारीख़ आगे बढ़ाने पर ज़्यादा से ज़्यादा {most} दिन।',
  },
  instalments: { en: 'Instalments', hi: 'किस्तें' },
  'instalments.one': { en: 'One, of {amount}', hi: 'एक, {amount} की' },
  'instalments.many': {
    en: '{count}, of {amount} each; the last {last}',
    hi: '{count}, {amount} की हर एक; आख़िरी {last} की',
  },
  first: { en: 'First payment', hi: 'पहला भुगतान' },
  'first.value': { en: '{days} days after the money arrives', hi: 'पैसा पहुँचने के {days} दिन बाद' },
  'first.many': {
    en: '{days} days after the money arrives, then every {days} days',
    hi: 'पैसा पहुँचने के {days} दिन बाद, फिर हर {days} दिन पर',
  },
  rate: { en: 'Interest rate', hi: 'ब्याज दर' },
  'rate.value': { en: 'Fixed, {daily} a day', hi: 'स्थिर, {daily} रोज़' },
  'rate.note': {
    en: 'Simple, on the outstanding principal, from the day the money arrives: {annual} a year, without the fee.',
    hi: 'साधारण ब्याज, बकाया मूलधन पर, पैसा पहुँचने के दिन से: {annual} सालाना, शुल्क के बिना।',
  },
  fee: { en: 'Processing fee, to the lender', hi: 'प्रोसेसिंग शुल्क, ऋणदाता को' },
  once: { en: 'Taken once, out of the amount.', hi: 'एक बार, राशि में से।' },
  gst: { en: 'GST on the fee, {rate}', hi: 'शुल्क पर GST, {rate}' },
  third: { en: 'Fees to third parties through the lender', hi: 'ऋणदाता के ज़रिए दूसरों को शुल्क' },
  recurring: { en: 'Recurring fees', hi: 'बार-बार लगने वाले शुल्क' },
  apr: { en: 'Annual percentage rate (APR)', hi: 'वार्षिक प्रतिशत दर (APR)' },
  penal: { en: 'Penal charge, if you pay late', hi: 'दंड शुल्क, देर से चुकाने पर' },
  'penal.value': { en: '{rate} a day', hi: '{rate} रोज़' },
  'penal.note': {
    en: 'On the late instalment, {cap} at most for each. Never on itself, never with GST, never added to the principal.',
    hi: 'देर वाली किस्त पर, हर किस्त पर ज़्यादा से ज़्यादा {cap}। ख़ुद पर कभी नहीं, GST के बिना, मूलधन में कभी नहीं जुड़ता।',
  },
  extension: {
    en: 'Moving a due date, only if you ask for it',
    hi: 'देय तारीख़ आगे बढ़ाना, केवल आपके कहने पर',
  },
  'extension.value': {
    en: '{fee} of the outstanding principal, GST included',
    hi: 'बकाया मूलधन का {fee}, GST मिलाकर',
  },
  'extension.note': {
    en: 'Each time, for {days} days; with it the interest and penal charge owed until then. The amounts are shown before you agree.',
    hi: 'हर बार, {days} दिन के लिए; साथ में तब तक का ब्याज और दंड शुल्क। रकम आपकी सहमति से पहले दिखाई जाती है।',
  },
  early: { en: 'Charge for repaying early', hi: 'जल्दी चुकाने का शुल्क' },
  'early.note': {
    en: 'In part or whole, at any time. Interest only for the days used, at least {least, day}.',
    hi: 'पूरा या कुछ हिस्सा, कभी भी। ब्याज केवल इस्तेमाल के दिनों का, कम से कम {least, day}।',
  },
  other: { en: 'Any other charge', hi: 'कोई और शुल्क' },
  'other.note': {
    en: 'What this statement does not name is never charged.',
    hi: 'जो इस विवरण में नहीं लिखा, वह कभी नहीं लिया जाता।',
  },
  offer: { en: 'How long this offer binds the lender', hi: 'यह प्रस्ताव ऋणदाता पर कब तक बाध्य है' },
  'offer.value': { en: '{days} working days from the approval', hi: 'मंज़ूरी से {days} कार्य दिवस' },

  agents: { en: 'Recovery agents', hi: 'वसूली एजेंट' },
  'agents.value': {
    en: 'None is engaged. You are written to before anybody calls, between 8 am and 7 pm only, and nobody but you is spoken to about your loan.',
    hi: 'कोई नहीं रखा गया। फ़ोन से पहले आपको लिखा जाता है, केवल सुबह 8 से शाम 7 बजे के बीच, और आपके ऋण की बात आपके सिवा किसी से नहीं होती।',
  },
  grievance: { en: 'Complaints', hi: 'शिकायतें' },
  'grievance.value': {
    en: 'To the grievance officer first. If there is no answer within 30 days, or you do not accept it, to the RBI Ombudsman at cms.rbi.org.in.',
    hi: 'पहले शिकायत अधिकारी से। 30 दिन में जवाब न मिले, या आप उससे सहमत न हों, तो cms.rbi.org.in पर RBI लोकपाल से।',
  },
  officer: { en: 'Grievance officer', hi: 'शिकायत अधिकारी' },
  transfer: { en: 'Transfer of the loan to another lender', hi: 'ऋण का दूसरे ऋणदाता को हस्तांतरण' },
  no: { en: 'No', hi: 'नहीं' },
  colending: { en: 'Lending together with another lender', hi: 'किसी और ऋणदाता के साथ मिलकर ऋण' },
  cooling: { en: 'Cooling-off period', hi: 'विचार अवधि' },
  'cooling.value': { en: '{days, day} after the money arrives', hi: 'पैसा पहुँचने के बाद {days, day}' },
  'cooling.note': {
    en: 'Until then you may give the loan back: open it under Orders and press Return the loan. You pay the principal and the interest for the days passed, at least {least, day}, and nothing else. The processing fee of {fee} and its GST of {gst} are not given back.',
    hi: 'तब तक आप ऋण लौटा सकते हैं: ऑर्डर में उसे खोलें और ‘ऋण लौटाएँ’ दबाएँ। आप मूलधन और बीते दिनों का ब्याज देते हैं, कम से कम {least, day}, और कुछ नहीं। प्रोसेसिंग शुल्क {fee} और उसका GST {gst} वापस नहीं मिलता।',
  },
  service: {
    en: 'Service providers that recover for the lender',
    hi: 'ऋणदाता के लिए वसूली करने वाले सेवा प्रदाता',
  },

  interest: { en: 'Interest over the whole term', hi: 'पूरी अवधि का ब्याज' },
  fees: { en: 'Fees and GST, to the lender', hi: 'शुल्क और GST, ऋणदाता को' },
  net: { en: 'Net amount you receive', hi: 'आपको मिलने वाली राशि' },
  total: { en: 'Total you pay', hi: 'आप कुल चुकाते हैं' },
  equal: { en: 'Instalment that the APR is counted on', hi: 'किस्त, जिस पर APR गिना जाता है' },
  'apr.note': {
    en: 'The rate for one period at which the instalments are worth the net amount received, times the periods in a year. Not compounded.',
    hi: 'एक अवधि की वह दर जिस पर किस्तों का मूल्य मिली राशि के बराबर है, गुणा साल की अवधियाँ। चक्रवृद्धि नहीं।',
  },
  number: { en: 'No.', hi: 'क्र.' },
  after: { en: 'After', hi: 'कब' },
  opening: { en: 'Outstanding principal', hi: 'बकाया मूलधन' },
  principal: { en: 'Principal', hi: 'मूलधन' },
  'interest.column': { en: 'Interest', hi: 'ब्याज' },
  instalment: { en: 'Instalment', hi: 'किस्त' },
} as const satisfies Readonly<Record<string, Words>>

export type KeyFactsWord = keyof typeof KEY_FACTS_WORDS
export type Say = (word: KeyFactsWord, values?: Readonly<Record<string, string | number>>) => string

/** Says a word in a language, its `{name}`s filled in; `{days, day}` counts days. */
export function sayIn(language: Language): Say {
  return (word, values = {}) => filled(KEY_FACTS_WORDS[word], language, values)
}

/** Words in a language with their `{name}`s filled in. Throws where a value is missing. */
export function filled(
  words: Words,
  language: Language,
  values: Readonly<Record<string, string | number>>,
): string {
  const days = (count: number) =>
    language === 'hi' ? `${count} दिन` : `${count} ${count === 1 ? 'day' : 'days'}`
  return words[language].replace(/\{(\w+)(, day)?\}/g, (whole, name: string, isDays?: string) => {
    const value = values[name]
    if (value === undefined)
      throw new Error(`"${words.en}" of the Key Facts Statement lacks ${whole}`)
    return isDays ? days(Number(value)) : String(value)
  })
}
