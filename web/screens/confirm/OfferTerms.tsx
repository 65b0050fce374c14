import type { Output } from '#contract/endpoint.ts'
import type { order } from '#contract/order.ts'
import { day } from '#web/locales/format.ts'
import { t } from '#web/locales/i18n.ts'
import { KeyValues } from '#web/ui/Values.tsx'
import { money, percent, percentPerDay } from '#words/format.ts'

export type Offer = Output<typeof order.detail>

/** What the confirm page lists (specification §2), with the APR beside the rate. */
export function OfferTerms({ offer }: { offer: Offer }) {
  return (
    <KeyValues
      rows={[
        { label: t('loan.amount'), value: money(offer.loanAmount) },
        { label: t('loan.repayment'), value: money(offer.repaymentAmount) },
        { label: t('orders.confirm.apply-date'), value: day(offer.applyTime) },
        {
          label: t('loan.interest'),
          value: money(offer.interest),
          note: t('loan.per-day', { rate: percentPerDay(offer.interestRate) }),
        },
        { label: t('loan.apr'), value: percent(offer.apr) },
        offer.offerUntil !== null && {
          label: t('orders.confirm.until'),
          value: day(offer.offerUntil),
        },
        { label: t('loan.bank-number'), value: offer.bankNo, note: offer.bankName },
      ]}
    />
  )
}
