import { t } from '#web/locales/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Overlay.tsx'

/** Code -1100001 (specification §4, §8): this number can have no OTP. */
export function CannotVerifyDialog({ onClose }: { onClose: () => void }) {
  const actions = (
    <Button kind="primary" wide onPress={onClose}>
      {t('verify.cannot.other')}
    </Button>
  )
  return (
    <Dialog title={t('verify.cannot.title')} onClose={onClose} actions={actions}>
      <p>{t('verify.cannot.text')}</p>
    </Dialog>
  )
}
