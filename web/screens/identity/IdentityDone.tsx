import { t } from '#web/locales/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { ActionBar } from '#web/ui/Frame.tsx'
import { Body } from '#web/ui/Layout.tsx'
import { Hint } from '#web/ui/Type.tsx'
import { useStepDone } from '#web/verify/useStepDone.ts'
import { VerifiedField } from './VerifiedField.tsx'

const HIDDEN_PAN = '••••••••••'

/** Shown on a later visit: the identity is verified, and is not asked for again. */
export function IdentityDone({ aadhaar, isLookedAt }: { aadhaar: string; isLookedAt: boolean }) {
  const goOn = useStepDone()
  return (
    <>
      <Body spaced>
        <VerifiedField label={t('verify.aadhaar')} value={aadhaar} />
        <VerifiedField label={t('verify.pan')} value={HIDDEN_PAN} />
        {isLookedAt && <Hint icon="info">{t('verify.identity.looked-at')}</Hint>}
        <PrivacyHint />
      </Body>
      <ActionBar>
        <Button kind="main" wide onPress={goOn}>
          {t('verify.next')}
        </Button>
      </ActionBar>
    </>
  )
}

function PrivacyHint() {
  return <Hint icon="lock">{t('verify.identity.privacy')}</Hint>
}
