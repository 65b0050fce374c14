import { t } from '#web/locales/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Overlay.tsx'
import { useQuit } from './useQuit.ts'

/** Asked first: it ends sessions that cannot be seen from here. */
export function QuitEverywhere(props: { onClose: () => void }) {
  const { quitEverywhere, isQuitting } = useQuit()
  return (
    <Dialog
      title={t('account.everywhere.question')}
      onClose={props.onClose}
      actions={
        <>
          <Button kind="secondary" onPress={props.onClose}>
            {t('ui.cancel')}
          </Button>
          <Button pending={isQuitting} onPress={() => void quitEverywhere()}>
            {t('account.everywhere')}
          </Button>
        </>
      }
    >
      <p>{t('account.everywhere.text')}</p>
    </Dialog>
  )
}
