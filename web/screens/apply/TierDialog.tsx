import { TierTables } from '#web/loan/TierTables.tsx'
import { t } from '#web/locales/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Overlay.tsx'

/**
 * The lock-tier dialog of the apply page (specification §2): the benefits of repaying on time.
 * `loansNeeded` is set while this loan is locked.
 */
export function TierDialog(props: { loansNeeded: number | undefined; onClose: () => void }) {
  const { loansNeeded, onClose } = props
  return (
    <Dialog
      title={t('apply.tiers')}
      onClose={onClose}
      actions={<Button onPress={onClose}>{t('ui.close')}</Button>}
    >
      <p>
        {loansNeeded === undefined
          ? t('apply.tiers.text')
          : t('apply.tiers.locked', { loans: loansNeeded })}
      </p>
      <TierTables />
    </Dialog>
  )
}
