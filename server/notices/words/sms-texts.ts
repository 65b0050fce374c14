/** What borrowers are told of their loans by text message. Operators carry registered texts alone, so the words are fixed (docs/vendors.md). */
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
    hi: 'सरल: {lender} से लिए आपके ऋण के {amount} {day} को देय हैं। ऐप में भुगतान करें। शिकायत अधिकारी: {officer}, {phone}',
  },
  'reminder-today': {
    en: 'Saral: {amount} of your loan from {lender} is due today, {day}. Pay in the app. If it is not paid today, a penal charge runs from tomorrow. Grievance officer: {officer}, {phone}',
    hi: 'सरल: {lender} से लिए आपके ऋण के {amount} आज, {day} को देय हैं। ऐप में भुगतान करें। आज भुगतान न होने पर कल से दंड शुल्क लगता है। शिकायत अधिकारी: {officer}, {phone}',
  },
  'reminder-overdue': {
    en: 'Saral: {amount} of your loan from {lender} is to be paid today, the oldest part of it since {day}. It includes a penal charge of {penal} for what was not paid on time. Pay in the app. Grievance officer: {officer}, {phone}',
    hi: 'सरल: {lender} से लिए आपके ऋण के {amount} आज चुकाने हैं, जिनका सबसे पुराना हिस्सा {day} से बाकी है। इनमें {penal} दंड शुल्क है, उस हिस्से के लिए जो समय पर नहीं चुकाया गया। ऐप में भुगतान करें। शिकायत अधिकारी: {officer}, {phone}',
  },
  'reminder-overdue-no-charge': {
    en: 'Saral: {amount} of your loan from {lender} is to be paid today. Its oldest part was due on {day}. Pay in the app. Grievance officer: {officer}, {phone}',
    hi: 'सरल: {lender} से लिए आपके ऋण के {amount} आज चुकाने हैं। इनका सबसे पुराना हिस्सा {day} को देय था। ऐप में भुगतान करें। शिकायत अधिकारी: {officer}, {phone}',
  },
  documents: {
    en: 'Saral: you took a loan of {amount} from {lender} on {day}. The Key Facts Statement that you accepted stays in the app, with your order.',
    hi: 'सरल: आपने {day} को {lender} से {amount} का ऋण लिया। जो मुख्य तथ्य विवरण आपने स्वीकार किया, वह ऐप में आपके ऑर्डर के साथ रहता है।',
  },
  'payout-arrived': {
    en: 'Saral: {amount} of your loan from {lender} arrived in your bank account on {day}. The due dates are in the app.',
    hi: 'सरल: {lender} से लिए आपके ऋण के {amount} {day} को आपके बैंक खाते में पहुँच गए। देय तारीख़ें ऐप में हैं।',
  },
  'payout-refused': {
    en: 'Saral: your bank did not take the money of your loan from {lender}. Nothing is owed. The reason is in the app.',
    hi: 'सरल: {lender} से लिए आपके ऋण का पैसा आपके बैंक ने नहीं लिया। कुछ भी बकाया नहीं है। कारण ऐप में है।',
  },
  'payout-reversed': {
    en: 'Saral: your bank took back the money of your loan from {lender}. Nothing is owed, and what you paid on it is returned to you. More is in the app.',
    hi: 'सरल: {lender} से लिए आपके ऋण का पैसा आपके बैंक ने लौटा दिया। कुछ भी बकाया नहीं है, और आपने जो चुकाया वह आपको लौटाया जाता है। ब्योरा ऐप में है।',
  },
  'payment-received': {
    en: 'Saral: your payment of {amount} for your loan from {lender} was received on {day}. What is still owed, or goes back to you, is in the app.',
    hi: 'सरल: {lender} से लिए आपके ऋण के लिए आपका {amount} का भुगतान {day} को मिल गया। जो बाकी है या आपको लौटाया जाएगा, वह ऐप में है।',
  },
  settled: {
    en: 'Saral: your last payment of {amount} was received on {day}. Your loan from {lender} is repaid, and nothing is owed on it.',
    hi: 'सरल: आपका {amount} का अंतिम भुगतान {day} को मिल गया। {lender} से लिया आपका ऋण चुक गया है और उस पर कुछ भी बकाया नहीं है।',
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
