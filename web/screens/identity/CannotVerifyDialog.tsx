import { t } from '#web/locales/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Overlay.tsx'
import { BY_UPLOAD, useVariant } from './useVariant.ts'

/**
 * Code -1100001 (specification §4, §8): this number cannot receive an OTP, so the borrower may
 * upload pictures of the cards instead.
 */
export function CannotVerifyDialog({ onClose }: { onClose: () => void }) {
  const { choose, isPending } = useVariant()
  const actions = (
    <>
      <Button kind="primary" wide pending={isPending} onPress={() => void choose(BY_UPLOAD)}>
        {t('verify.cannot.change')}
      </Button>
      <Button kind="quiet" wide onPress={onClose}>
        {t('verify.cannot.other')}
      </Button>
    </>
  )
  return (
    <Dialog title={t('verify.cannot.title')} onClose={onClose} actions={actions}>
      <p>{t('verify.cannot.text')}</p>
    </Dialog>
  )
}
