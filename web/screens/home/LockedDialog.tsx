import { TierTables } from '#web/loan/TierTables.tsx'
import { currentLanguage, t } from '#web/locales/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Overlay.tsx'
import type { Product } from './offer.ts'

/** The full message of a locked product, and what repaid loans open and save (spec §4, §9). */
export function LockedDialog(props: { product: Product; onClose: () => void }) {
  const { product, onClose } = props
  const opens = t('home.locked.opens', { loans: product.loansNeeded })
  return (
    <Dialog
      title={product.name}
      onClose={onClose}
      actions={<Button onPress={onClose}>{t('ui.close')}</Button>}
    >
      <p>{currentLanguage() === 'en' && product.fullMsg !== null ? product.fullMsg : opens}</p>
      <TierTables />
    </Dialog>
  )
}
