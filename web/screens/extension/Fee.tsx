import { paise } from '#domain/money.ts'
import { day, dayShort, money, percent } from '#web/locales/format.ts'
import { t } from '#web/locales/i18n.ts'
import { SplitBar } from '#web/ui/AmountHero.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Amount, Note } from '#web/ui/Type.tsx'
import { KeyValues } from '#web/ui/Values.tsx'
import type { ExtensionData } from './Extension.tsx'

/** The fee in its three parts, and the day that it buys. */
export function Fee({ data }: { data: ExtensionData }) {
  const { extensionFee, extensionFeePaid, extensionServiceFee, extensionRate, gst, penal, interest, dueDay, newDueDay } = data
  const described = { service: money(extensionServiceFee), penal: money(penal), interest: money(interest) }
  return (
    <Card>
      <div>
        <Note>{t('extension.fee')}</Note>
        <Amount>{money(extensionFee)}</Amount>
        <p>{t('extension.moves', { to: day(newDueDay), from: dayShort(dueDay) })}</p>
      </div>
      <SplitBar first={extensionServiceFee} second={paise(penal + interest)} description={t('extension.described', described)} />
      <KeyValues
        rows={[
          {
            label: t('extension.service', { rate: percent(extensionRate) }),
            value: described.service,
            note: t('extension.service.gst', { gst: money(gst) }),
          },
          { label: t('extension.penal'), value: described.penal, tone: penal > 0 ? 'bad' : undefined },
          { label: t('extension.interest'), value: described.interest },
          extensionFeePaid > 0 && { label: t('extension.paid'), value: `−${money(extensionFeePaid)}` },
          extensionFeePaid > 0 && { label: t('extension.left'), value: money(extensionFee), tone: 'sum' as const },
        ]}
      />
      <Note>{t('extension.what', { days: data.extensionDay })}</Note>
    </Card>
  )
}
