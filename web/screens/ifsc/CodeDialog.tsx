import { t } from '#web/locales/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Overlay.tsx'
import { KeyValues } from '#web/ui/Values.tsx'
import { type Chain, grouped } from './chain.ts'
import styles from './Ifsc.module.css'

/** Asks before a code is taken: money goes where it points (specification §2). */
export function CodeDialog(props: {
  chain: Chain
  onYes: (ifsc: string) => void
  onFindAgain: () => void
}) {
  const { state, city, branch } = props.chain
  const ifsc = branch?.note ?? ''
  return (
    <Dialog
      title={t('ifsc.question')}
      onClose={props.onFindAgain}
      actions={
        <>
          <Button kind="secondary" onPress={props.onFindAgain}>
            {t('ifsc.re-find')}
          </Button>
          <Button kind="main" onPress={() => props.onYes(ifsc)}>
            {t('ifsc.yes')}
          </Button>
        </>
      }
    >
      <p className={styles.code}>{grouped(ifsc)}</p>
      <KeyValues
        rows={[
          { label: t('ifsc.state'), value: state?.name },
          { label: t('ifsc.district'), value: city?.name },
          { label: t('ifsc.branch'), value: branch?.name },
        ]}
      />
    </Dialog>
  )
}
