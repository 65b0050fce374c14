import type { Application } from '#domain/lending/decision.ts'
import type { SentMessage } from '#server/privacy/db/data-download.ts'
import type { Language } from '#words/language.ts'

/** What the fields of a borrower's own data are called, in the file that they take along. */
const LABELS = {
  mobileNumber: { en: 'Mobile number', hi: 'मोबाइल नंबर' },
  accountSince: { en: 'Account since', hi: 'खाता कब से' },
  deviceFirstSeen: { en: 'Signed in on a device since', hi: 'इस डिवाइस पर साइन इन कब से' },
  savedAt: { en: 'You told us on', hi: 'आपने कब बताया' },
  name: { en: 'Name', hi: 'नाम' },
  dob: { en: 'Date of birth', hi: 'जन्मतिथि' },
  gender: { en: 'Gender', hi: 'लिंग' },
  careOf: { en: 'Care of', hi: 'द्वारा (C/O)' },
  house: { en: 'House', hi: 'मकान' },
  street: { en: 'Street', hi: 'सड़क' },
  locality: { en: 'Locality', hi: 'इलाका' },
  district: { en: 'District', hi: 'ज़िला' },
  state: { en: 'State', hi: 'राज्य' },
  pinCode: { en: 'PIN code', hi: 'पिन कोड' },
  aadhaar: { en: 'Aadhaar number, last four digits', hi: 'आधार नंबर के आखिरी चार अंक' },
  pan: { en: 'PAN', hi: 'PAN' },
  nameOnPan: { en: 'Name on the PAN', hi: 'PAN पर नाम' },
  panVerifiedAt: { en: 'PAN verified on', hi: 'PAN कब वेरिफ़ाई हुआ' },
  faceCheck: { en: 'Result of the face check', hi: 'चेहरे की जाँच का नतीजा' },
  mobile: { en: 'Mobile number', hi: 'मोबाइल नंबर' },
  relation: { en: 'Relationship', hi: 'रिश्ता' },
  ifsc: { en: 'IFSC', hi: 'IFSC' },
  accountNumber: { en: 'Account number', hi: 'खाता नंबर' },
  nameAtBank: { en: 'Name on the bank account', hi: 'बैंक खाते पर नाम' },
  orderNo: { en: 'Order', hi: 'ऑर्डर' },
  product: { en: 'Product', hi: 'लोन का नाम' },
  orderState: { en: 'State', hi: 'स्थिति' },
  appliedAt: { en: 'Applied on', hi: 'आवेदन की तारीख' },
  loanAmount: { en: 'Loan amount (₹)', hi: 'लोन की रकम (₹)' },
  received: { en: 'Received (₹)', hi: 'मिली रकम (₹)' },
  repayment: { en: 'Repayment as agreed (₹)', hi: 'तय रीपेमेंट (₹)' },
  apr: { en: 'APR (%)', hi: 'APR (%)' },
  purpose: { en: 'Loan purpose', hi: 'लोन किसलिए' },
  reasons: { en: 'Reasons we gave', hi: 'बताए गए कारण' },
  paid: { en: 'Paid (₹)', hi: 'चुकाया (₹)' },
  paidOn: { en: 'Paid on', hi: 'चुकाने की तारीख' },
  decidedAt: { en: 'Decided on', hi: 'फ़ैसले की तारीख' },
  event: { en: 'Decision', hi: 'फ़ैसला' },
  ageYears: { en: 'Age in years', hi: 'उम्र (साल)' },
  isIdentityVerified: { en: 'Identity verified', hi: 'पहचान वेरिफ़ाई हुई' },
  namesAgree: { en: 'Names on Aadhaar and PAN', hi: 'आधार और PAN के नाम' },
  cardsCheck: { en: 'Result of the card check', hi: 'कार्ड की जाँच का नतीजा' },
  monthlyIncome: { en: 'Income per month (₹)', hi: 'हर महीने की आमदनी (₹)' },
  monthlyObligations: {
    en: 'EMIs and other loan payments per month (₹)',
    hi: 'हर महीने EMI और दूसरे लोन के पेमेंट (₹)',
  },
  instalment: { en: 'Instalment (₹)', hi: 'किस्त (₹)' },
  instalments: { en: 'Instalments', hi: 'किस्तें' },
  periodDays: { en: 'Days between instalments', hi: 'दो किस्तों के बीच के दिन' },
  otherRunningOrders: { en: 'Other orders in progress', hi: 'दूसरे चल रहे ऑर्डर' },
  worstOverdueDays: { en: 'Most days overdue', hi: 'सबसे लंबी देरी (दिन)' },
  message: { en: 'Message', hi: 'मैसेज' },
  notifiedAt: { en: 'Notified on', hi: 'सूचना कब दी गई' },
  textedAt: { en: 'Sent as SMS on', hi: 'SMS कब भेजा गया' },
  document: { en: 'Document', hi: 'दस्तावेज़' },
  issuedOn: { en: 'Issued on', hi: 'जारी होने की तारीख' },
  code: { en: 'Code', hi: 'कोड' },
  latitude: { en: 'Latitude', hi: 'अक्षांश' },
  longitude: { en: 'Longitude', hi: 'देशांतर' },
  takenAt: { en: 'Taken on', hi: 'कब लिया' },
  page: { en: 'Page', hi: 'पेज' },
  happenedAt: { en: 'Happened on', hi: 'कब हुआ' },
  value: { en: 'Value', hi: 'वैल्यू' },
  subscribedAt: { en: 'Allowed on', hi: 'अनुमति कब दी' },
  language: { en: 'Language', hi: 'भाषा' },
  about: { en: 'Topic', hi: 'विषय' },
  content: { en: 'What you wrote', hi: 'आपने क्या लिखा' },
  writtenAt: { en: 'Written on', hi: 'कब लिखा' },
  answer: { en: 'Reply', hi: 'जवाब' },
  answeredAt: { en: 'Replied on', hi: 'जवाब कब मिला' },
  keptUntil: { en: 'Kept until', hi: 'कब तक रखा जाएगा' },
  picture: { en: 'Picture, in the file', hi: 'तस्वीर, फ़ाइल में' },
} as const satisfies Record<string, Record<Language, string>> & Record<keyof Application, unknown>

type DataField = keyof typeof LABELS

/** A field without words of its own is called by its name: no file fails for want of a word. */
export function dataLabel(field: string, language: Language): string {
  return Object.hasOwn(LABELS, field) ? LABELS[field as DataField][language] : field
}

const MESSAGES: Record<SentMessage['kind'], Record<Language, string>> = {
  reminder: { en: 'Repayment reminder', hi: 'रीपेमेंट का रिमाइंडर' },
  documents: { en: 'Documents of the loan', hi: 'लोन के दस्तावेज़' },
  'payout-arrived': { en: 'The money has been sent', hi: 'पैसा भेजा गया' },
  'payout-refused': { en: 'Your bank rejected the transfer', hi: 'आपके बैंक ने पैसा नहीं लिया' },
  'payout-reversed': { en: 'Your bank took the money back', hi: 'आपके बैंक ने पैसा वापस लिया' },
  'payment-received': { en: 'Payment received', hi: 'पेमेंट मिला' },
  settled: { en: 'Loan fully repaid', hi: 'लोन पूरा चुक गया' },
}

/** What a message was about. */
export function messageWord(kind: SentMessage['kind'], language: Language): string {
  return MESSAGES[kind][language]
}
