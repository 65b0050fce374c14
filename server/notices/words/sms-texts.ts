/** The text messages about a loan. Operators carry registered texts alone, so the words are fixed (docs/vendors.md). */
import type { Language } from '#words/language.ts'

export type SmsKind =
  | 'reminder-before'
  | 'reminder-today'
  | 'reminder-overdue'
  | 'reminder-overdue-no-charge'
  | 'documents'
  | 'payout-arrived'
  | 'payout-refused'
  | 'payout-reversed'
  | 'payment-received'
  | 'settled'

/** What may stand in the gaps. None is ever a link: whoever is used to links in such messages follows a forged one. */
export type SmsGaps = Readonly<
  Record<'amount' | 'day' | 'penal' | 'lender' | 'officer' | 'phone', string>
>

const TEXTS: Readonly<Record<SmsKind, Readonly<Record<Language, string>>>> = {
  'reminder-before': {
    en: 'Saral: {amount} of your loan from {lender} is due on {day}. Pay in the app. Grievance officer: {officer}, {phone}',
    hi: 'Saral: {lender} से आपके लोन के {amount} {day} तक चुकाने हैं। ऐप में पेमेंट करें। शिकायत अधिकारी: {officer}, {phone}',
  },
  'reminder-today': {
    en: 'Saral: {amount} of your loan from {lender} is due today, {day}. Pay in the app. If you do not pay today, a penal charge is added from tomorrow. Grievance officer: {officer}, {phone}',
    hi: 'Saral: {lender} से आपके लोन के {amount} आज, {day} को चुकाने हैं। ऐप में पेमेंट करें। आज पेमेंट न होने पर कल से दंड शुल्क लगेगा। शिकायत अधिकारी: {officer}, {phone}',
  },
  'reminder-overdue': {
    en: 'Saral: please pay {amount} of your loan from {lender} today. The oldest part was due on {day}. It includes a penal charge of {penal} for late payment. Pay in the app. Grievance officer: {officer}, {phone}',
    hi: 'Saral: {lender} से आपके लोन के {amount} आज चुकाएँ। इनका सबसे पुराना हिस्सा {day} को चुकाना था। इनमें देरी का {penal} दंड शुल्क शामिल है। ऐप में पेमेंट करें। शिकायत अधिकारी: {officer}, {phone}',
  },
  'reminder-overdue-no-charge': {
    en: 'Saral: please pay {amount} of your loan from {lender} today. The oldest part was due on {day}. Pay in the app. Grievance officer: {officer}, {phone}',
    hi: 'Saral: {lender} से आपके लोन के {amount} आज चुकाएँ। इनका सबसे पुराना हिस्सा {day} को चुकाना था। ऐप में पेमेंट करें। शिकायत अधिकारी: {officer}, {phone}',
  },
  documents: {
    en: 'Saral: you took a loan of {amount} from {lender} on {day}. The Key Facts Statement you accepted is in the app, with your order.',
    hi: 'Saral: आपने {day} को {lender} से {amount} का लोन लिया। आपने जो मुख्य तथ्य विवरण स्वीकार किया, वह ऐप में आपके ऑर्डर के साथ है।',
  },
  'payout-arrived': {
    en: 'Saral: {amount} of your loan from {lender} arrived in your bank account on {day}. The due dates are in the app.',
    hi: 'Saral: {lender} से आपके लोन के {amount} {day} को आपके बैंक खाते में आ गए। देय तारीखें ऐप में हैं।',
  },
  'payout-refused': {
    en: 'Saral: your bank rejected the transfer of your loan from {lender}. You owe nothing. The reason is in the app.',
    hi: 'Saral: आपके बैंक ने {lender} से आपके लोन का ट्रांसफ़र नहीं लिया। आप पर कुछ भी बकाया नहीं है। कारण ऐप में है।',
  },
  'payout-reversed': {
    en: 'Saral: your bank took back the money of your loan from {lender}. You owe nothing, and what you paid on it will be refunded to you. Details are in the app.',
    hi: 'Saral: आपके बैंक ने {lender} से आपके लोन का पैसा वापस ले लिया। आप पर कुछ भी बकाया नहीं है, और आपने जो चुकाया वह आपको लौटाया जाएगा। ब्योरा ऐप में है।',
  },
  'payment-received': {
    en: 'Saral: we received your payment of {amount} for your loan from {lender} on {day}. What you still owe, or what will be refunded to you, is in the app.',
    hi: 'Saral: {lender} से आपके लोन के लिए आपका {amount} का पेमेंट {day} को मिल गया। जो बाकी है या आपको लौटाया जाएगा, वह ऐप में है।',
  },
  settled: {
    en: 'Saral: we received your last payment of {amount} on {day}. Your loan from {lender} is fully repaid, and you owe nothing on it.',
    hi: 'Saral: आपका {amount} का आखिरी पेमेंट {day} को मिल गया। {lender} से आपका लोन पूरा चुक गया है और उस पर कुछ भी बकाया नहीं है।',
  },
}

export function smsText(kind: SmsKind, language: Language, gaps: Partial<SmsGaps>): string {
  return TEXTS[kind][language].replace(GAP, (gap, name: keyof SmsGaps) => gaps[name] ?? gap)
}

const GAP = /\{(\w+)\}/g

/** Every text as it is registered with the operators (DLT): a variable stands in each gap. */
export function registeredTexts(): { kind: SmsKind; language: Language; text: string }[] {
  return Object.entries(TEXTS).flatMap(([kind, texts]) =>
    Object.entries(texts).map(([language, text]) => ({
      kind: kind as SmsKind,
      language: language as Language,
      text: text.replace(GAP, '{#var#}'),
    })),
  )
}
