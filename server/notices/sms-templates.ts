/** Checks that every required text message can be sent: operators deliver registered texts only. */

import type { SmsKind } from '#server/notices/kinds.ts'
import { registeredTexts, smsText } from '#server/notices/words/sms-texts.ts'
import type { Config } from '#server/platform/config.ts'
import { lenderName } from '#server/platform/words/lender.ts'
import type { Language } from '#words/language.ts'

const SOME = {
  amount: 'Rs 1.00',
  penal: 'Rs 1.00',
  day: '1 Jan 2027',
  code: '1234',
  account: '1234',
  name: 'Asha',
  link: 'https://saral.example',
  host: 'saral.example',
}

/** Every message by kind and language, with the template that `fitOf` finds for it. */
export function templatesOf<Fit>(
  { lender, customer }: Pick<Config, 'lender' | 'customer'>,
  fitOf: (message: string) => Fit,
): { kind: SmsKind; language: Language; text: string; fit: Fit }[] {
  return registeredTexts().map(({ kind, language, text }) => {
    const name = lenderName(lender, language)
    const { name: officer, phone } = lender?.grievanceOfficer ?? { name, phone: customer.phone }
    const message = smsText(kind, language, { ...SOME, lender: name, officer, phone })
    return { kind, language, text, fit: fitOf(message) }
  })
}

/** The messages that no template of the configured vendor covers, by kind and language. */
export function unregisteredTexts(
  config: Pick<Config, 'lender' | 'customer'>,
  fitOf: (message: string) => unknown,
): string[] {
  return templatesOf(config, fitOf).flatMap(({ kind, language, fit }) =>
    fit ? [] : [`${kind} (${language})`],
  )
}
