import type { content } from '#contract/content.ts'
import type { Output } from '#contract/endpoint.ts'
import { GST_BPS } from '#domain/limits.ts'
import { CostHero } from '#web/loan/CostHero.tsx'
import { t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/Card.tsx'
import { Section } from '#web/ui/Layout.tsx'
import { Note, TextLink } from '#web/ui/Type.tsx'
import { KeyValues } from '#web/ui/Values.tsx'
import { money, moneyWhole, percent, percentPerDay, wholeNumber } from '#words/format.ts'

type Loans = NonNullable<Output<typeof content.distribution>['loans']>

/** An example loan: received, cost and repaid, drawn at true scale. */
export function Example({ example }: { example: Loans['example'] }) {
  const { instalments, period } = example
  return (
    <Section title={t('download.get.example')}>
      <Card as="div">
        <Note>
          {t('download.get.example.of', { name: example.name, amount: moneyWhole(example.amount) })}
        </Note>
        <CostHero
          netAmount={example.arriveAmount}
          cost={example.cost}
          repayment={example.repaymentAmount}
        />
        <KeyValues
          rows={[
            { label: t('loan.fee'), value: money(example.serviceFee) },
            { label: t('loan.gst', { rate: percent(GST_BPS) }), value: money(example.gstFee) },
            {
              label: t('loan.interest'),
              value: money(example.interest),
              note: t('loan.per-day', { rate: percentPerDay(example.interestRate) }),
            },
            {
              label: t('download.get.each'),
              value: money(example.instalment),
              note: t('download.get.instalments', { instalments, days: wholeNumber(period) }),
            },
            { label: t('loan.apr'), value: percent(example.apr), tone: 'sum' },
          ]}
        />
        <Note>{t('download.get.early')}</Note>
        <TextLink to={paths.compare()}>{t('common.title.compare')}</TextLink>
      </Card>
    </Section>
  )
}
