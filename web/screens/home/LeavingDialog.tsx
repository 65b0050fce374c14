import { t } from '#web/locales/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Overlay.tsx'
import styles from './Home.module.css'

/** Before an offer on another site: a link that the borrower taps, so that no browser blocks it and nobody is surprised. */
export function LeavingDialog(props: { name: string; site: { href: string; host: string }; onClose: () => void }) {
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
          <a className={styles.leave} href={site.href} target="_blank" rel="noopener noreferrer" onClick={onClose}>
            {t('home.leaving.go')}
          </a>
        </>
      }
    >
      <p>{t('home.leaving.text', { name, host: site.host })}</p>
    </Dialog>
  )
}
