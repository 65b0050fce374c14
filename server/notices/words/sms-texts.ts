/** The text messages about a loan. Operators carry only registered texts, so a changed text has to be registered first (docs/vendors.md). */
import { LANGUAGES, type Language } from '#words/language.ts'
import { say } from '#words/say.ts'

const SMS_KINDS = [
  'reminder-before',
  'reminder-today',
  'reminder-overdue',
  'reminder-overdue-no-charge',
  'documents',
  'payout-arrived',
  'payout-refused',
  'payout-reversed',
  'payment-received',
  'settled',
] as const
export type SmsKind = (typeof SMS_KINDS)[number]

/**
 * The values of the gaps. None is ever a link: borrowers who are used to links in such messages
 * would follow a forged one.
 */
export type SmsGaps = Readonly<
  Record<'amount' | 'day' | 'penal' | 'lender' | 'officer' | 'phone', string>
>

/** The operators' (DLT) placeholder for a gap. */
const VARIABLE = '{#var#}'
const VARIABLES: SmsGaps = {
  amount: VARIABLE,
  day: VARIABLE,
  penal: VARIABLE,
  lender: VARIABLE,
  officer: VARIABLE,
  phone: VARIABLE,
}

export function smsText(kind: SmsKind, language: Language, gaps: Partial<SmsGaps>): string {
  return say(language, `sms.${kind}`, gaps)
}

/** Every text as it is registered with the operators: with a variable in each gap. */
export function registeredTexts(): { kind: SmsKind; language: Language; text: string }[] {
  return SMS_KINDS.flatMap(kind =>
    LANGUAGES.map(language => ({ kind, language, text: smsText(kind, language, VARIABLES) })),
  )
}
