import { GST_BPS } from '#domain/limits.ts'
import { t } from '#web/locales/i18n.ts'
import { Stack } from '#web/ui/Layout.tsx'
import { Sheet } from '#web/ui/Overlay.tsx'
import { percent } from '#words/format.ts'

/** What interest, fee, GST and APR mean, in plain words. */
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
