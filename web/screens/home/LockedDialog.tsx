import { amountLadder, tierDiscounts } from '#domain/tier.ts'
import { moneyWhole, percent } from '#web/locales/format.ts'
import { currentLanguage, t } from '#web/locales/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Overlay.tsx'
import { KeyValues } from '#web/ui/Values.tsx'
import type { Product } from './offer.ts'

/** The full message of a locked product, and what repaid loans open and save (spec §4, §9). */
export function LockedDialog(props: { product: Product; onClose: () => void }) {
  const { product, onClose } = props
  const opens = t('home.locked.opens', { loans: product.loansNeeded })
  return (
    <Dialog title={product.name} onClose={onClose} actions={<Button onPress={onClose}>{t('ui.close')}</Button>}>
      <p>{currentLanguage() === 'en' && product.fullMsg !== null ? product.fullMsg : opens}</p>
      <div>
        <h3>{t('home.ladder.amounts')}</h3>
        <KeyValues
          rows={amountLadder.map(rung => ({
            label: t('home.ladder.repaid', { loans: rung.loansRepaid }),
            value: t('home.ladder.range', { least: moneyWhole(rung.least), most: moneyWhole(rung.most) }),
          }))}
        />
      </div>
      <div>
        <h3>{t('home.ladder.discounts')}</h3>
        <KeyValues
          rows={tierDiscounts.map(rung => ({
            label: t('home.ladder.on-time', { loans: rung.loansOnTime }),
            value: percent(rung.discount),
          }))}
        />
      </div>
    </Dialog>
  )
}
