/** Whether what borrowers must be told can be sent: operators carry registered texts alone. */

import { lenderName } from '#server/identity/words/contact-notice.ts'
import { registeredTexts, smsText } from '#server/notices/words/sms-texts.ts'
import type { Config } from '#server/platform/config.ts'
import { registered } from '#server/providers/sms/msg91.ts'

const SOME = { amount: 'Rs 1.00', penal: 'Rs 1.00', day: '1 Jan 2027' }

/** The messages that no template of the configured vendor carries, by kind and language. */
export function unregisteredTexts({ vendors, lender, customer }: Pick<Config, 'vendors' | 'lender' | 'customer'>): string[] {
  if (!vendors.sms) return []
  const fitOf = registered(vendors.sms.templates)
  return registeredTexts().flatMap(({ kind, language }) => {
    const name = lenderName(lender, language)
    const { name: officer, phone } = lender?.grievanceOfficer ?? { name, phone: customer.phone }
    const message = smsText(kind, language, { ...SOME, lender: name, officer, phone })
    return fitOf(message) ? [] : [`${kind} (${language})`]
  })
}
