import { content } from '#contract/content.ts'
import { useCall } from '#web/api/useCall.ts'
import { t } from '#web/locales/i18n.ts'
import { Note } from '#web/ui/Type.tsx'

/** Where to turn before a payment is missed. */
export function TroublePaying() {
  const { data } = useCall(content.config, {})
  return data ? <Note>{t('orders.detail.trouble', { email: data.customer.email })}</Note> : null
}
