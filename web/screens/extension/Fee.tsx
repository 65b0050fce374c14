import { paise } from '#domain/money.ts'
import { CashSwitch } from '#web/loan/Cash.tsx'
import { day, dayShort } from '#web/locales/format.ts'
import { t } from '#web/locales/i18n.ts'
import { SplitBar } from '#web/ui/AmountHero.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Amount, Note } from '#web/ui/Type.tsx'
import { KeyValues } from '#web/ui/Values.tsx'
import { money, percent } from '#words/format.ts'
import type { ExtensionData } from './extension-data.ts'

/** The three parts of the fee, and the new due date. */
export function Fee({ data }: { data: ExtensionData }) {
  const {
    extensionFee,
    extensionFeePaid,
    extensionServiceFee,
    extensionRate,
    gst,
    penal,
    interest,
    dueDay,
    newDueDay,
  } = data
  const shown = { service: money(extensionServiceFee), interest: money(interest) }
  const description =
    penal > 0
      ? t('extension.described.late', { ...shown, penal: money(penal) })
      : t('extension.described', shown)
  return (
    <Card>
      <div>
        <Note>{t('extension.fee')}</Note>
        <Amount>{money(extensionFee)}</Amount>
        <p>{t('extension.moves', { to: day(newDueDay), from: dayShort(dueDay) })}</p>
      </div>
      <SplitBar
        first={extensionServiceFee}
        second={paise(penal + interest)}
        allCost
        description={description}
      />
      <CashSwitch amounts={[{ label: t('extension.fee'), amount: extensionFee }]} />
      <KeyValues
        rows={[
          {
            label: t('extension.service', { rate: percent(extensionRate) }),
            value: shown.service,
            note: t('extension.service.gst', { gst: money(gst) }),
          },
          { label: t('extension.penal'), value: money(penal), tone: penal > 0 ? 'bad' : undefined },
          { label: t('extension.interest'), value: shown.interest },
          extensionFeePaid > 0 && {
            label: t('extension.paid'),
            value: `−${money(extensionFeePaid)}`,
          },
          extensionFeePaid > 0 && {
            label: t('extension.left'),
            value: money(extensionFee),
            tone: 'sum' as const,
          },
          { label: t('extension.then', { date: day(newDueDay) }), value: money(data.newDueAmount) },
        ]}
      />
      <Note>{t('extension.what', { days: data.extensionDay })}</Note>
      {data.autoPayMsg && <Note tone="ink">{data.autoPayMsg}</Note>}
    </Card>
  )
}
