/** The words of documents, beside those of the Key Facts Statement. A changed word changes no document that was issued before. */
import type { Language } from '#words/language.ts'

export const PAPER_WORDS = {
  'title.key-facts-statement': { en: 'Key Facts Statement', hi: 'मुख्य तथ्य विवरण' },
  'title.key-facts-addendum': {
    en: 'Key Facts Statement: extension',
    hi: 'मुख्य तथ्य विवरण: तारीख आगे बढ़ाना',
  },
  'title.receipt': { en: 'Payment receipt', hi: 'पेमेंट की रसीद' },
  'title.statement-of-account': { en: 'Statement of account', hi: 'खाते का विवरण' },
  'title.no-dues-certificate': { en: 'No-dues certificate', hi: 'नो-ड्यूज़ सर्टिफ़िकेट' },

  demo: {
    en: 'Demonstration: there is no lender, and no money moves.',
    hi: 'केवल डेमो: लोन देने वाली कोई कंपनी नहीं है, और कोई पैसा नहीं भेजा जाता।',
  },
  registration: { en: 'RBI registration {registration}', hi: 'RBI रजिस्ट्रेशन {registration}' },
  officer: {
    en: 'Grievance officer: {name}, {phone}, {email}',
    hi: 'शिकायत अधिकारी: {name}, {phone}, {email}',
  },

  'addendum.opening': {
    en: 'What it costs to extend a due date of the loan of proposal {order}, as shown before you asked for it.',
    hi: 'प्रस्ताव {order} के लोन की देय तारीख आगे बढ़ाने का खर्च, जैसा आपके माँगने से पहले दिखाया गया।',
  },
  'key-facts.opening': {
    en: 'What the loan of proposal {order} costs, as shown before you agreed to it.',
    hi: 'प्रस्ताव {order} के लोन का खर्च, जैसा आपकी सहमति से पहले दिखाया गया।',
  },
  'receipt.opening': {
    en: 'We received {amount} on {day} for loan {order}.',
    hi: 'लोन {order} के लिए {day} को {amount} मिले।',
  },
  'statement.opening': {
    en: 'All charges and payments on loan {order} up to {day}, from the lender’s books.',
    hi: 'लोन {order} पर {day} तक के सभी शुल्क और पेमेंट, लोन देने वाली कंपनी के खातों से।',
  },
  'no-dues.opening': {
    en: 'Loan {order} is repaid in full. Nothing is owed on it, and nobody can ask for more.',
    hi: 'लोन {order} पूरा चुका दिया गया है। इस पर कुछ भी बकाया नहीं है, और अब कोई और पैसा नहीं माँग सकता।',
  },

  signature: { en: 'Digital signature of {lender}', hi: '{lender} के डिजिटल साइन' },
  'signature.reason': { en: 'Issued by {lender}', hi: '{lender} द्वारा जारी' },

  loan: { en: 'The loan', hi: 'लोन' },
  borrower: { en: 'Borrower', hi: 'लोन लेने वाले' },
  order: { en: 'Loan number', hi: 'लोन नंबर' },
  product: { en: 'Product', hi: 'लोन का नाम' },
  amount: { en: 'Loan amount', hi: 'लोन की रकम' },
  'paid-out': { en: 'Paid out on', hi: 'पैसा भेजने की तारीख' },
  settled: { en: 'Repaid in full on', hi: 'पूरा चुकाने की तारीख' },
  repaid: { en: 'Total paid', hi: 'कुल चुकाया' },
  'repaid.note': { en: 'Without refunds.', hi: 'लौटाई गई रकम के बिना।' },
  owed: { en: 'Still owed', hi: 'बकाया' },

  payment: { en: 'The payment', hi: 'पेमेंट' },
  received: { en: 'Amount received', hi: 'मिली रकम' },
  'received.on': { en: 'Received on', hi: 'मिलने की तारीख' },
  reference: { en: 'Reference', hi: 'रेफ़रेंस' },
  'for.penal': { en: 'For the penal charge', hi: 'दंड शुल्क के लिए' },
  'for.interest': { en: 'For interest', hi: 'ब्याज के लिए' },
  'for.principal': { en: 'For principal', hi: 'मूलधन के लिए' },
  'for.extension': { en: 'For extending the due date', hi: 'देय तारीख आगे बढ़ाने के लिए' },
  excess: { en: 'Paid too much, to be refunded', hi: 'ज़्यादा चुकाया, लौटाया जाएगा' },

  account: { en: 'The account', hi: 'खाता' },
  lines: { en: 'All entries', hi: 'सभी एंट्री' },
  opening: { en: 'Owed at the start', hi: 'शुरू में बकाया' },
  charged: { en: 'Total charged', hi: 'कुल लगाया गया' },
  'charged.note': { en: 'Without reversed charges.', hi: 'वापस ली गई रकम के बिना।' },
  credited: { en: 'Total paid', hi: 'कुल चुकाया' },
  'set-aside': { en: 'Set aside for extending the due date', hi: 'देय तारीख आगे बढ़ाने के लिए अलग रखा' },
  'sent-back': { en: 'Refunded to you', hi: 'आपको लौटाया गया' },
  'to-be-sent-back': { en: 'Still to be refunded to you', hi: 'आपको लौटाना बाकी' },
  balance: { en: 'Owed on {day}', hi: '{day} को बकाया' },
  'column.day': { en: 'Day', hi: 'तारीख' },
  'column.what': { en: 'Entry', hi: 'विवरण' },
  'column.charge': { en: 'Added', hi: 'जोड़ा' },
  'column.credit': { en: 'Subtracted', hi: 'घटाया' },
  'column.balance': { en: 'Owed', hi: 'बकाया' },

  'charge.payout_in_transit': { en: 'Paid out to your bank account', hi: 'आपके बैंक खाते में भेजा गया' },
  'charge.fee_income': { en: 'Fee', hi: 'शुल्क' },
  'charge.gst_payable': { en: 'GST on the fee', hi: 'शुल्क पर GST' },
  'charge.interest_income': { en: 'Interest', hi: 'ब्याज' },
  'charge.penal_income': { en: 'Penal charge', hi: 'दंड शुल्क' },
  'charge.extension_advances': {
    en: 'Set aside for extending the due date',
    hi: 'देय तारीख आगे बढ़ाने के लिए अलग रखा',
  },
  'charge.refunds_payable': {
    en: 'Paid too much, to be refunded',
    hi: 'ज़्यादा चुकाया, लौटाया जाएगा',
  },
  'charge.other': { en: 'Correction', hi: 'सुधार' },
  'credit.bank': { en: 'Payment received', hi: 'पेमेंट मिला' },
  'credit.extension_advances': { en: 'Used from the amount set aside', hi: 'अलग रखी रकम में से लिया' },
  'credit.payout_in_transit': {
    en: 'Loan money taken back by the bank',
    hi: 'बैंक ने लोन का पैसा वापस लिया',
  },
  'credit.fee_income': { en: 'Fee reversed', hi: 'शुल्क वापस' },
  'credit.gst_payable': { en: 'GST reversed', hi: 'GST वापस' },
  'credit.interest_income': { en: 'Interest reversed', hi: 'ब्याज वापस' },
  'credit.penal_income': { en: 'Penal charge reversed', hi: 'दंड शुल्क वापस' },
  'credit.other': { en: 'Correction', hi: 'सुधार' },
  'sent.line': {
    en: '{amount} refunded to you, reference {reference}',
    hi: '{amount} आपको लौटाए गए, रेफ़रेंस {reference}',
  },

  verify: { en: 'Check this document', hi: 'यह दस्तावेज़ जाँचें' },
  'verify.how': {
    en: 'Anyone can check at {address} that it is genuine, with this code:',
    hi: 'कोई भी {address} पर इस कोड से जाँच सकता है कि यह असली है:',
  },
  'verify.code': {
    en: 'QR code with the address and the code {code}',
    hi: 'पते और कोड {code} वाला QR कोड',
  },
  issued: { en: 'Issued on {day}', hi: '{day} को जारी' },
  page: { en: 'Page {number} of {count}', hi: 'पेज {number} / {count}' },
  withdrawn: {
    en: 'Withdrawn on {day}: this document is no longer valid.',
    hi: '{day} को वापस लिया गया: यह दस्तावेज़ अब मान्य नहीं है।',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<Language, string>>>>

type PaperWord = keyof typeof PAPER_WORDS
export type SayPaper = (
  word: PaperWord,
  values?: Readonly<Record<string, string | number>>,
) => string

/** Says a word of a document in a language, its `{name}`s filled in. */
export function sayPaperIn(language: Language): SayPaper {
  return (word, values = {}) =>
    PAPER_WORDS[word][language].replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = values[name]
      if (value === undefined) throw new Error(`"${word}" of a document lacks ${whole}`)
      return String(value)
    })
}

/** What a line of a statement of account is called. */
export function lineWord(side: 'charge' | 'credit', account: string): PaperWord {
  const word = `${side}.${account}`
  return Object.hasOwn(PAPER_WORDS, word) ? (word as PaperWord) : `${side}.other`
}
