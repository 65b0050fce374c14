import { paise } from '#domain/money.ts'
import { CostHero } from '#web/loan/CostHero.tsx'
import { t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { Section } from '#web/ui/Layout.tsx'
import { TextLink } from '#web/ui/Type.tsx'
import { KeyValues } from '#web/ui/Values.tsx'
import { money, percent } from '#words/format.ts'
import type { ExtensionData } from './extension-data.ts'

/** What the whole loan will have cost with this extension, and what it would cost to repay it today. */
export function Cost({ data, orderId }: { data: ExtensionData; orderId: string }) {
  const { arriveAmount, totalRepaid, totalIfPaidNow, payoff, apr } = data
  return (
    <>
      <Section title={t('extension.cost')}>
        <CostHero
          arrive={arriveAmount}
          cost={paise(totalRepaid - arriveAmount)}
          repayment={totalRepaid}
        />
        <KeyValues rows={[{ label: t('loan.apr'), value: percent(apr) }]} />
      </Section>
      <Section
        title={t('extension.instead')}
        aside={<TextLink to={paths.orderDetail(orderId)}>{t('extension.instead.go')}</TextLink>}
      >
        <KeyValues
          rows={[
            { label: t('extension.instead.pay'), value: money(payoff) },
            { label: t('extension.instead.total'), value: money(totalIfPaidNow) },
            {
              label: t('extension.instead.more'),
              value: money(paise(totalRepaid - totalIfPaidNow)),
              tone: 'sum',
            },
          ]}
        />
      </Section>
    </>
  )
}
