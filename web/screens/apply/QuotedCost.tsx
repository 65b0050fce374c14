import type { Output } from '#contract/endpoint.ts'
import type { order } from '#contract/order.ts'
import type { product } from '#contract/product.ts'
import { day } from '#domain/day.ts'
import { GST_BPS } from '#domain/limits.ts'
import type { Paise } from '#domain/money.ts'
import { CostInCash } from '#web/loan/Cash.tsx'
import { CostHero } from '#web/loan/CostHero.tsx'
import { RateFacts } from '#web/loan/RateFacts.tsx'
import { Schedule } from '#web/loan/Schedule.tsx'
import { t } from '#web/locales/i18n.ts'
import { Card } from '#web/ui/Card.tsx'
import { Ghost } from '#web/ui/Ghost.tsx'
import { Rule, Section, Stack } from '#web/ui/Layout.tsx'
import { Note } from '#web/ui/Type.tsx'
import { KeyValues } from '#web/ui/Values.tsx'
import { money, percent, percentPerDay } from '#words/format.ts'

type Quote = Omit<
  Output<typeof order.quote>,
  'processFee' | 'interestFee' | 'annualRate' | 'coolingOffDays' | 'termsHash'
>

/**
 * Takes the place of the cost while it is computed, so that a focused element below it stays in
 * view. Its figures are as wide as the real ones.
 */
export function CostToCome({
  offer,
  amount,
}: {
  offer: Output<typeof product.info>
  amount: Paise
}) {
  const schedule = Array.from({ length: offer.instalments }, (_, index) => ({
    number: index + 1,
    dueDay: day('2026-12-31'),
    dueAfterDays: offer.maxTenorDays,
    opening: amount,
    principal: amount,
    interest: amount,
    amount,
  }))
  const quote: Quote = {
    ...offer,
    arriveAmount: amount,
    cost: amount,
    repaymentAmount: amount,
    serviceFee: amount,
    gstFee: amount,
    interest: amount,
    penalCap: amount,
    feeRate: offer.serviceRate,
    schedule,
  }
  return (
    <Ghost>
      <QuotedCost quote={quote} />
    </Ghost>
  )
}

/** The whole cost of the chosen amount: as a bar, as a list, and with its due dates. */
export function QuotedCost({ quote }: { quote: Quote }) {
  return (
    <>
      <Card>
        <CostHero
          netAmount={quote.arriveAmount}
          cost={quote.cost}
          repayment={quote.repaymentAmount}
        />
        <CostInCash terms={quote} />
        <Rule />
        <RateFacts tenorText={quote.tenorText} rate={quote.interestRate} apr={quote.apr} />
      </Card>
      <Section title={t('apply.what-it-costs')}>
        <KeyValues rows={costRows(quote)} />
        <Stack>
          <Note>{t('loan.fee-taken')}</Note>
          <Note>
            {t('apply.late', { rate: percentPerDay(quote.penalRate), cap: money(quote.penalCap) })}
          </Note>
        </Stack>
      </Section>
      <Schedule rows={quote.schedule} />
    </>
  )
}

function costRows(quote: Quote) {
  const discount =
    quote.discount > 0
      ? { note: t('loan.fee-discount', { discount: percent(quote.discount) }) }
      : {}
  return [
    {
      label: t('loan.fee-rate', { rate: percent(quote.feeRate) }),
      value: money(quote.serviceFee),
      ...discount,
    },
    { label: t('loan.gst', { rate: percent(GST_BPS) }), value: money(quote.gstFee) },
    {
      label: t('loan.interest-over', { days: quote.schedule.at(-1)?.dueAfterDays ?? 0 }),
      value: money(quote.interest),
    },
    { label: t('loan.costs'), value: money(quote.cost), tone: 'sum' as const },
  ]
}
