import { GST_BPS } from '#domain/limits.ts'
import { type Tables, TierTables } from '#web/loan/TierTables.tsx'
import { t } from '#web/locales/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { OutsideButton } from '#web/ui/OutsideButton.tsx'
import { Dialog, Sheet } from '#web/ui/Overlay.tsx'
import { percent } from '#words/format.ts'
import type { Product } from './offer.ts'

/**
 * Shown before an offer on another site: a link that the borrower taps, so that no browser blocks
 * it and nobody is surprised.
 */
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

/** The full message of a locked product, and the benefits of repaid loans (spec §4, §9). */
export function LockedDialog(props: { product: Product; of: Tables; onClose: () => void }) {
  const { product, of, onClose } = props
  return (
    <Dialog
      title={product.name}
      onClose={onClose}
      actions={<Button onPress={onClose}>{t('ui.close')}</Button>}
    >
      <p>{product.fullMsg}</p>
      <TierTables of={of} />
    </Dialog>
  )
}

/** Explains interest, fee, GST and APR in plain words. */
export function CostSheet(props: { onClose: () => void }) {
  const parts = [
    [t('home.cost.receive.title'), t('home.cost.receive.text', { gst: percent(GST_BPS) })],
    [t('home.cost.interest.title'), t('home.cost.interest.text')],
    [t('home.cost.apr.title'), t('home.cost.apr.text')],
    [t('home.cost.short.title'), t('home.cost.short.text')],
    [t('home.cost.late.title'), t('home.cost.late.text')],
  ]
  return (
    <Sheet title={t('home.cost')} padded onClose={props.onClose}>
      <Stack gap="loose">
        {parts.map(([title, text]) => (
          <div key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </div>
        ))}
      </Stack>
    </Sheet>
  )
}
