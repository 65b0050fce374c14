import type { BasisPoints, PpmPerYear } from '#domain/money.ts'
import { tenorInWords } from '#web/loan/tenor.ts'
import { t } from '#web/locales/i18n.ts'
import { Facts } from '#web/ui/Values.tsx'
import { percent, percentPerDay } from '#words/format.ts'

/** Tenor, rate and APR, at one size: the rate never appears without the APR (product §1). */
export function RateFacts({
  tenorText,
  rate,
  apr,
}: {
  tenorText: string
  rate: PpmPerYear
  apr: BasisPoints
}) {
  return (
    <Facts
      facts={[
        { label: t('loan.tenor'), value: tenorInWords(tenorText) },
        { label: t('loan.interest'), value: t('loan.per-day', { rate: percentPerDay(rate) }) },
        { label: t('loan.apr'), value: percent(apr) },
      ]}
    />
  )
}
