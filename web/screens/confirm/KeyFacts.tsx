import { content } from '#contract/content.ts'
import { paise } from '#domain/money.ts'
import { useCall } from '#web/api/useCall.ts'
import { day, money, percent, percentPerDay } from '#web/locales/format.ts'
import { t } from '#web/locales/i18n.ts'
import { Card } from '#web/ui/Card.tsx'
import { Fold } from '#web/ui/Fold.tsx'
import { KeyValues } from '#web/ui/Values.tsx'
import type { Offer } from './OfferTerms.tsx'

/** The facts that bind, said before they do. */
export function KeyFacts({ offer }: { offer: Offer }) {
  return (
    <Card flush>
      <Fold title={t('orders.confirm.facts')} icon="document" open>
        <KeyValues rows={factRows(offer)} />
      </Fold>
      <Fold title={t('orders.confirm.complaints')}>
        <p>{t('orders.confirm.complaints.text')}</p>
        <GrievanceOfficer />
      </Fold>
      <Fold title={t('orders.confirm.apr')}>
        <p>{t('orders.confirm.apr.text', { arrive: money(offer.arriveAmount), annual: percent(offer.annualRate) })}</p>
      </Fold>
    </Card>
  )
}

function factRows(offer: Offer) {
  const first = offer.schedule[0]
  const days = first?.dueAfterDays ?? 0
  const isSingle = offer.instalments === 1
  const rhythm = isSingle
    ? t('orders.confirm.instalments.one', { days })
    : t('orders.confirm.instalments.weekly', { count: offer.instalments, days })
  const date = first && day(first.dueDay)
  return [
    {
      label: t('orders.confirm.instalments'),
      value: rhythm,
      ...(date !== undefined && {
        note: isSingle ? t('orders.confirm.instalments.only', { date }) : t('orders.confirm.instalments.first', { date }),
      }),
    },
    { label: t('orders.confirm.fee-and-gst'), value: money(paise(offer.serviceFee + offer.gstFee)) },
    {
      label: t('orders.confirm.late'),
      value: t('loan.per-day', { rate: percentPerDay(offer.penalRate) }),
      note: t('orders.confirm.late.note', { cap: money(offer.penalCap) }),
    },
    { label: t('orders.confirm.early'), value: t('orders.confirm.early.value'), note: t('orders.confirm.early.note') },
    offer.offerUntil !== null && { label: t('orders.confirm.until'), value: day(offer.offerUntil) },
  ]
}

function GrievanceOfficer() {
  const { data } = useCall(content.config, {})
  if (!data?.lender) return null
  return <p>{t('orders.confirm.officer', data.lender.grievanceOfficer)}</p>
}
