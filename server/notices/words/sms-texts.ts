/**
 * All text messages. Operators carry only registered texts, so a changed text has to be registered
 * first (docs/sms-texts.csv).
 */
import { SMS_KINDS, type SmsKind } from '#server/notices/kinds.ts'
import { LANGUAGES, type Language } from '#words/language.ts'
import { say } from '#words/say.ts'

/**
 * The values of the gaps. Only an emergency contact gets a link: borrowers who are used to links in
 * messages would follow a forged one.
 */
export type SmsGaps = Readonly<
  Record<
    | 'amount'
    | 'day'
    | 'penal'
    | 'lender'
    | 'officer'
    | 'phone'
    | 'code'
    | 'account'
    | 'name'
    | 'link'
    | 'host',
    string
  >
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
  code: VARIABLE,
  account: VARIABLE,
  name: VARIABLE,
  link: VARIABLE,
  host: VARIABLE,
}

/**
 * A text with a code for this site. Its last line binds the code to the site's host, so that a phone
 * fills it in there and nowhere else (the format of origin-bound one-time codes).
 */
export function codeText(
  { publicOrigin }: { readonly publicOrigin: () => string },
  kind: SmsKind & `${string}-code`,
  language: Language,
  code: string,
): string {
  return smsText(kind, language, { code, host: new URL(publicOrigin()).hostname })
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
