import { t } from '#web/locales/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { OutsideButton } from '#web/ui/OutsideButton.tsx'
import { Dialog } from '#web/ui/Overlay.tsx'

/** Before an offer on another site: a link that the borrower taps, so that no browser blocks it and nobody is surprised. */
export function LeavingDialog(props: {
  name: string
  site: { href: string; host: string }
  onClose: () => void
}) {
  const { name, site, onClose } = props
  return (
    <Dialog
      title={t('home.leaving.title')}
      onClose={onClose}
      actions={
        <>
          <Button kind="secondary" onPress={onClose}>
            {t('home.leaving.stay')}
          </Button>
          <OutsideButton href={site.href} beside onPress={onClose}>
            {t('home.leaving.go')}
          </OutsideButton>
        </>
      }
    >
      <p>{t('home.leaving.text', { name, host: site.host })}</p>
    </Dialog>
  )
}
