/** The words of documents, beside those of the Key Facts Statement. A changed word changes no document that was issued before. */
import type { Language } from '#words/language.ts'

export const PAPER_WORDS = {
  'title.key-facts-statement': { en: 'Key Facts Statement', hi: 'मुख्य तथ्य विवरण' },
  'title.key-facts-addendum': {
    en: 'Key Facts Statement: extension',
    hi: 'मुख्य तथ्य विवरण: तारीख़ आगे बढ़ाना',
  },
  'title.receipt': { en: 'Payment receipt', hi: 'भुगतान की रसीद' },
  'title.statement-of-account': { en: 'Statement of account', hi: 'खाते का विवरण' },
  'title.no-dues-certificate': { en: 'No-dues certificate', hi: 'अदेयता प्रमाणपत्र' },

  demo: {
    en: 'Demonstration: there is no lender, and no money moves.',
    hi: 'केवल प्रदर्शन: न कोई ऋणदाता है, न कोई पैसा चलता है।',
  },
  registration: { en: 'RBI registration {registration}', hi: 'RBI पंजीकरण {registration}' },
  officer: {
    en: 'Grievance officer: {name}, {phone}, {email}',
    hi: 'शिकायत अधिकारी: {name}, {phone}, {email}',
  },

  'addendum.opening': {
    en: 'What moving a due date of the loan of proposal {order} costs, as it was said before it was asked for.',
    hi: 'प्रस्ताव {order} के ऋण की देय तारीख़ आगे बढ़ाने का ख़र्च, जैसा माँगने से पहले बताया गया।',
  },
  'key-facts.opening': {
    en: 'What the loan of proposal {order} costs, as it was said before it was agreed to.',
    hi: 'प्रस्ताव {order} के ऋण का ख़र्च, जैसा सहमति से पहले बताया गया।',
  },
  'receipt.opening': {
    en: '{amount} was received on {day}, towards loan {order}.',
    hi: 'ऋण {order} के लिए {day} को {amount} मिले।',
  },
  'statement.opening': {
    en: 'Everything that was charged and paid on loan {order}, from the books of the lender, up to {day}.',
    hi: 'ऋण {order} पर {day} तक जो लगा और जो चुकाया गया, ऋणदाता की बही से।',
  },
  'no-dues.opening': {
    en: 'Loan {order} has been repaid in full. Nothing is owed on it, and nothing more can be asked for.',
    hi: 'ऋण {order} पूरा चुका दिया गया है। इस पर कुछ भी बकाया नहीं है, और अब कुछ माँगा नहीं जा सकता।',
  },

  signature: { en: 'Digital signature of {lender}', hi: '{lender} का डिजिटल हस्ताक्षर' },
  'signature.reason': { en: 'Issued by {lender}', hi: '{lender} द्वारा जारी' },

  loan: { en: 'The loan', hi: 'ऋण' },
  borrower: { en: 'Borrower', hi: 'उधारकर्ता' },
  order: { en: 'Loan number', hi: 'ऋण संख्या' },
  product: { en: 'Product', hi: 'उत्पाद' },
  amount: { en: 'Loan amount', hi: 'ऋण राशि' },
  'paid-out': { en: 'Paid out on', hi: 'भुगतान की तारीख़' },
  settled: { en: 'Repaid in full on', hi: 'पूरा चुकाने की तारीख़' },
  repaid: { en: 'Paid in all', hi: 'कुल चुकाया' },
  'repaid.note': { en: 'Without what was sent back.', hi: 'लौटाई गई रकम के बिना।' },
  owed: { en: 'Still owed', hi: 'बकाया' },

  payment: { en: 'The payment', hi: 'भुगतान' },
  received: { en: 'Amount received', hi: 'मिली रकम' },
  'received.on': { en: 'Received on', hi: 'मिलने की तारीख़' },
  reference: { en: 'Reference', hi: 'संदर्भ' },
  'for.penal': { en: 'For penal charge', hi: 'दंड शुल्क के लिए' },
  'for.interest': { en: 'For interest', hi: 'ब्याज के लिए' },
  'for.principal': { en: 'For principal', hi: 'मूलधन के लिए' },
  'for.extension': { en: 'For moving the due date', hi: 'देय तारीख़ आगे बढ़ाने के लिए' },
  excess: { en: 'Too much, to be sent back', hi: 'ज़्यादा, लौटाया जाएगा' },

  account: { en: 'The account', hi: 'खाता' },
  lines: { en: 'Line by line', hi: 'हर प्रविष्टि' },
  opening: { en: 'Owed at the beginning', hi: 'शुरू में बकाया' },
  charged: { en: 'Charged in all', hi: 'कुल लगाया गया' },
  'charged.note': { en: 'Without what was taken back.', hi: 'वापस ली गई रकम के बिना।' },
  credited: { en: 'Paid in all', hi: 'कुल चुकाया' },
  'set-aside': { en: 'Set aside for moving the due date', hi: 'देय तारीख़ आगे बढ़ाने के लिए अलग रखा' },
  'sent-back': { en: 'Sent back to you', hi: 'आपको लौटाया गया' },
  'to-be-sent-back': { en: 'Still to be sent back to you', hi: 'आपको लौटाना बाकी' },
  balance: { en: 'Owed on {day}', hi: '{day} को बकाया' },
  'column.day': { en: 'Day', hi: 'तारीख़' },
  'column.what': { en: 'What', hi: 'विवरण' },
  'column.charge': { en: 'Added', hi: 'जोड़ा' },
  'column.credit': { en: 'Taken off', hi: 'घटाया' },
  'column.balance': { en: 'Owed', hi: 'बकाया' },

  'charge.payout_in_transit': { en: 'Paid out to your bank account', hi: 'आपके बैंक खाते में भुगतान' },
  'charge.fee_income': { en: 'Fee', hi: 'शुल्क' },
  'charge.gst_payable': { en: 'GST on the fee', hi: 'शुल्क पर GST' },
  'charge.interest_income': { en: 'Interest', hi: 'ब्याज' },
  'charge.penal_income': { en: 'Penal charge', hi: 'दंड शुल्क' },
  'charge.extension_advances': {
    en: 'Set aside for moving the due date',
    hi: 'देय तारीख़ आगे बढ़ाने के लिए अलग रखा',
  },
  'charge.refunds_payable': { en: 'Too much, yours to get back', hi: 'ज़्यादा, आपको वापस मिलेगा' },
  'charge.other': { en: 'Corrected', hi: 'सुधार' },
  'credit.bank': { en: 'Payment received', hi: 'भुगतान मिला' },
  'credit.extension_advances': { en: 'Used of what was set aside', hi: 'अलग रखी रकम से इस्तेमाल' },
  'credit.payout_in_transit': { en: 'Payout taken back by the bank', hi: 'बैंक ने भुगतान वापस लिया' },
  'credit.fee_income': { en: 'Fee taken back', hi: 'शुल्क वापस' },
  'credit.gst_payable': { en: 'GST taken back', hi: 'GST वापस' },
  'credit.interest_income': { en: 'Interest taken back', hi: 'ब्याज वापस' },
  'credit.penal_income': { en: 'Penal charge taken back', hi: 'दंड शुल्क वापस' },
  'credit.other': { en: 'Corrected', hi: 'सुधार' },
  'sent.line': {
    en: '{amount} sent back to you, reference {reference}',
    hi: '{amount} आपको लौटाए गए, संदर्भ {reference}',
  },

  verify: { en: 'Check this document', hi: 'यह दस्तावेज़ जाँचें' },
  'verify.how': {
    en: 'Anybody can check at {address} that it is genuine, with this code:',
    hi: 'कोई भी {address} पर इस कोड से जाँच सकता है कि यह असली है:',
  },
  'verify.code': {
    en: 'The address and the code {code}, for a phone',
    hi: 'फ़ोन के लिए पता और कोड {code}',
  },
  issued: { en: 'Issued on {day}', hi: '{day} को जारी' },
  page: { en: 'Page {number} of {count}', hi: 'पृष्ठ {number} / {count}' },
  withdrawn: {
    en: 'Withdrawn on {day}: this document holds no more.',
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
