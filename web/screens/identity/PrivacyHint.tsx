import { t } from '#web/locales/i18n.ts'
import { Hint } from '#web/ui/Type.tsx'

export function PrivacyHint() {
  return <Hint icon="lock">{t('verify.identity.privacy')}</Hint>
}
