/** Checks that every required text message can be sent: operators deliver registered texts only. */

import { registeredTexts, smsText } from '#server/notices/words/sms-texts.ts'
import type { Config } from '#server/platform/config.ts'
import { lenderName } from '#server/platform/words/lender.ts'

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

/** The messages that no template of the configured vendor covers, by kind and language. */
export function unregisteredTexts(
  { lender, customer }: Pick<Config, 'lender' | 'customer'>,
  fitOf: (message: string) => unknown,
): string[] {
  return registeredTexts().flatMap(({ kind, language }) => {
    const name = lenderName(lender, language)
    const { name: officer, phone } = lender?.grievanceOfficer ?? { name, phone: customer.phone }
    const message = smsText(kind, language, { ...SOME, lender: name, officer, phone })
    return fitOf(message) ? [] : [`${kind} (${language})`]
  })
}
