/** The words of the Key Facts Statement. A changed word changes the hash of every statement made after it; those made before stay. */
import type { Language } from '#words/language.ts'

export type Words = Readonly<Record<Language, string>>

export const KEY_FACTS_WORDS = {
  none: { en: 'None', hi: 'कोई नहीं' },
  part1: { en: 'Part 1: what the loan costs', hi: 'भाग 1: लोन का खर्च' },
  part2: { en: 'Part 2: your rights', hi: 'भाग 2: आपके अधिकार' },
  computation: { en: 'How the APR is calculated', hi: 'APR कैसे निकाला जाता है' },
  schedule: { en: 'Repayment schedule', hi: 'रीपेमेंट की तारीखें' },

  lender: { en: 'Lender', hi: 'लोन देने वाली कंपनी' },
  'lender.value': {
    en: '{name}, RBI registration {registration}',
    hi: '{name}, RBI रजिस्ट्रेशन {registration}',
  },
  'lender.demo': {
    en: 'None: this is a demonstration. There is no lender, and no money moves.',
    hi: 'कोई नहीं: यह केवल एक डेमो है। लोन देने वाली कोई कंपनी नहीं है, और कोई पैसा नहीं भेजा जाता।',
  },
  type: { en: 'Type of loan', hi: 'लोन किस तरह का है' },
  'type.value': { en: 'Personal loan without security', hi: 'बिना गिरवी का पर्सनल लोन' },
  amount: { en: 'Sanctioned loan amount', hi: 'मंज़ूर लोन की रकम' },
  disbursal: { en: 'Disbursal', hi: 'लोन का पैसा कैसे मिलेगा' },
  'disbursal.value': {
    en: 'All at once, after the fee and GST are deducted',
    hi: 'एक बार में पूरा, शुल्क और GST काटकर',
  },
  term: { en: 'Loan term', hi: 'लोन की अवधि' },
  days: { en: '{days, day}', hi: '{days, day}' },
  'term.note': {
    en: 'Up to {most, day}, if you extend due dates.',
    hi: 'देय तारीखें आगे बढ़ाने पर ज़्यादा से ज़्यादा {most} दिन।',
  },
  instalments: { en: 'Instalments', hi: 'किस्तें' },
  'instalments.one': { en: 'One, of {amount}', hi: 'एक, {amount} की' },
  'instalments.many': {
    en: '{count} of {amount} each; the last one {last}',
    hi: '{count}, हर एक {amount} की; आखिरी {last} की',
  },
  first: { en: 'First payment', hi: 'पहला रीपेमेंट' },
  'first.value': { en: '{days} days after the money arrives', hi: 'पैसा आने के {days} दिन बाद' },
  'first.many': {
    en: '{days} days after the money arrives, then every {days} days',
    hi: 'पैसा आने के {days} दिन बाद, फिर हर {days} दिन पर',
  },
  rate: { en: 'Interest rate', hi: 'ब्याज दर' },
  'rate.value': { en: 'Fixed, {daily} a day', hi: 'फ़िक्स्ड, {daily} रोज़' },
  'rate.note': {
    en: 'Simple interest on the outstanding principal, from the day the money arrives. That is {annual} a year, without the fee.',
    hi: 'बकाया मूलधन पर साधारण ब्याज, पैसा आने के दिन से। यह साल का {annual} होता है, शुल्क के बिना।',
  },
  fee: { en: 'Processing fee, to the lender', hi: 'प्रोसेसिंग शुल्क, लोन देने वाली कंपनी को' },
  once: { en: 'Taken once, from the loan amount.', hi: 'एक बार, लोन की रकम में से।' },
  gst: { en: 'GST on the fee, {rate}', hi: 'शुल्क पर GST, {rate}' },
  third: {
    en: 'Fees to others, paid through the lender',
    hi: 'लोन देने वाली कंपनी के ज़रिए दूसरों को शुल्क',
  },
  recurring: { en: 'Recurring fees', hi: 'बार-बार लगने वाले शुल्क' },
  apr: { en: 'Annual percentage rate (APR)', hi: 'सालाना प्रतिशत दर (APR)' },
  penal: { en: 'Penal charge, if you pay late', hi: 'दंड शुल्क, देर से चुकाने पर' },
  'penal.value': { en: '{rate} a day', hi: '{rate} रोज़' },
  'penal.note': {
    en: 'On the late instalment, at most {cap} for each instalment. No charge on the charge and no GST on it, and it is never added to the principal.',
    hi: 'देर वाली किस्त पर, हर किस्त के लिए ज़्यादा से ज़्यादा {cap}। इस शुल्क पर न और शुल्क लगता है, न GST, और यह मूलधन में कभी नहीं जुड़ता।',
  },
  extension: {
    en: 'Extending a due date, only if you ask for it',
    hi: 'देय तारीख आगे बढ़ाना, केवल आपके कहने पर',
  },
  'extension.value': {
    en: '{fee} of the outstanding principal, GST included',
    hi: 'बकाया मूलधन का {fee}, GST मिलाकर',
  },
  'extension.note': {
    en: 'Each time, for {days} days. You also pay the interest and penal charge owed until then. You see the amounts before you agree.',
    hi: 'हर बार, {days} दिन के लिए। साथ में तब तक का ब्याज और दंड शुल्क भी देना होता है। सहमति से पहले आपको रकम दिखाई जाती है।',
  },
  early: { en: 'Charge for repaying early', hi: 'जल्दी चुकाने का शुल्क' },
  'early.note': {
    en: 'In full or in part, at any time. You pay interest only for the days used, at least {least, day}.',
    hi: 'पूरा या कुछ हिस्सा, कभी भी। ब्याज केवल उतने दिनों का जितने दिन पैसा आपके पास रहा, कम से कम {least, day}।',
  },
  other: { en: 'Any other charge', hi: 'कोई और शुल्क' },
  'other.note': {
    en: 'We never charge anything that this statement does not name.',
    hi: 'जो इस विवरण में नहीं लिखा, वह कभी नहीं लिया जाता।',
  },
  offer: {
    en: 'How long this offer binds the lender',
    hi: 'लोन देने वाली कंपनी पर यह ऑफ़र कब तक लागू है',
  },
  'offer.value': { en: '{days} working days from the approval', hi: 'मंज़ूरी से {days} कामकाजी दिन' },

  agents: { en: 'Recovery agents', hi: 'वसूली एजेंट' },
  'agents.value': {
    en: 'None. We write to you before we call, we call only between 8 am and 7 pm, and we speak to nobody but you about your loan.',
    hi: 'कोई नहीं। फ़ोन करने से पहले हम आपको लिखते हैं, फ़ोन केवल सुबह 8 से शाम 7 बजे के बीच करते हैं, और आपके लोन की बात आपके सिवा किसी से नहीं करते।',
  },
  grievance: { en: 'Complaints', hi: 'शिकायतें' },
  'grievance.value': {
    en: 'To the grievance officer first. If you get no answer within 30 days, or do not accept it, to the RBI Ombudsman at cms.rbi.org.in.',
    hi: 'पहले शिकायत अधिकारी से। 30 दिन में जवाब न मिले, या आप उससे सहमत न हों, तो cms.rbi.org.in पर RBI लोकपाल से।',
  },
  officer: { en: 'Grievance officer', hi: 'शिकायत अधिकारी' },
  transfer: {
    en: 'Can the loan be transferred to another lender?',
    hi: 'क्या लोन किसी दूसरी लोन देने वाली कंपनी को दिया जा सकता है?',
  },
  no: { en: 'No', hi: 'नहीं' },
  colending: {
    en: 'Is the loan given together with another lender?',
    hi: 'क्या लोन किसी और लोन देने वाली कंपनी के साथ मिलकर दिया गया है?',
  },
  cooling: { en: 'Cooling-off period', hi: 'कूलिंग-ऑफ़ अवधि' },
  'cooling.value': { en: '{days, day} after the money arrives', hi: 'पैसा आने के बाद {days, day}' },
  'cooling.note': {
    en: 'Until then you can return the loan: open it under Orders and tap Return the loan. You pay the principal and the interest for the days passed, at least {least, day}, and nothing else. The processing fee of {fee} and its GST of {gst} are not refunded.',
    hi: 'तब तक आप लोन लौटा सकते हैं: ऑर्डर में उसे खोलें और ‘लोन लौटाएँ’ दबाएँ। आप मूलधन और बीते दिनों का ब्याज देते हैं, कम से कम {least, day}, और कुछ नहीं। प्रोसेसिंग शुल्क {fee} और उसका GST {gst} वापस नहीं मिलता।',
  },
  service: {
    en: 'Companies that collect repayments for the lender',
    hi: 'लोन देने वाली कंपनी के लिए रीपेमेंट वसूलने वाली कंपनियाँ',
  },

  interest: { en: 'Interest over the whole term', hi: 'पूरी अवधि का ब्याज' },
  fees: { en: 'Fees and GST, to the lender', hi: 'शुल्क और GST, लोन देने वाली कंपनी को' },
  net: { en: 'Net amount you receive', hi: 'आपके खाते में आने वाली रकम' },
  total: { en: 'Total you pay', hi: 'आप कुल चुकाते हैं' },
  equal: { en: 'Instalment used to calculate the APR', hi: 'किस्त, जिससे APR निकाला गया' },
  'apr.note': {
    en: 'The rate for one period at which all instalments together are worth the net amount you receive, times the number of periods in a year. Not compounded.',
    hi: 'एक अवधि की वह दर, जिस पर सब किस्तों का मूल्य आपको मिली रकम के बराबर होता है, गुणा साल की अवधियाँ। चक्रवृद्धि नहीं।',
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
