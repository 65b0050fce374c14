import { type Tables, TierTables } from '#web/loan/TierTables.tsx'
import { t } from '#web/locales/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Overlay.tsx'

/** The lock-tier dialog of the apply page (specification §2): the benefits of repaying on time. */
export function TierDialog({ of, onClose }: { of: Tables; onClose: () => void }) {
  return (
    <Dialog
      title={t('apply.tiers')}
      onClose={onClose}
      actions={<Button onPress={onClose}>{t('ui.close')}</Button>}
    >
      <p>{t('apply.tiers.text')}</p>
      <TierTables of={of} />
    </Dialog>
  )
}
