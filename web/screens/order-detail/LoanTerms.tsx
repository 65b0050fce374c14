import { moneyOf } from '#domain/lending/order.ts'
import { paidInAll } from '#domain/lending/paid-in-all.ts'
import { GST_BPS } from '#domain/limits.ts'
import { day } from '#web/locales/format.ts'
import { t } from '#web/locales/i18n.ts'
import { Card } from '#web/ui/Card.tsx'
import { Fold } from '#web/ui/Fold.tsx'
import { KeyValues } from '#web/ui/Values.tsx'
import type { MessageId } from '#words/catalogues.ts'
import { money, percent, percentPerDay } from '#words/format.ts'
import type { OrderData } from './order-data.ts'

/**
 * The loan's terms as agreed (specification §2, "Order detail"); folded while there is something to
 * pay.
 */
export function LoanTerms({ data, folded }: { data: OrderData; folded: boolean }) {
  return (
    <Card flush>
      <Fold title={t('orders.detail.loan')} icon="document" open={!folded}>
        <Terms data={data} />
      </Fold>
    </Card>
  )
}

function Terms({ data }: { data: OrderData }) {
  return (
    <KeyValues
      rows={[
        { label: t('orders.detail.product'), value: data.productName },
        { label: t('loan.amount'), value: money(data.loanAmount) },
        receivedRow(data),
        {
          label: t('orders.detail.tenure'),
          value: t('orders.detail.days', { days: data.period }),
        },
        repaymentRow(data),
        paidRow(data),
        { label: t('loan.fee'), value: money(data.serviceFee) },
        { label: t('loan.gst', { rate: percent(GST_BPS) }), value: money(data.gstFee) },
        {
          label: t('orders.detail.interest'),
          value: money(data.interest),
          note: t('loan.per-day', { rate: percentPerDay(data.interestRate) }),
        },
        { label: t('loan.apr'), value: percent(data.apr) },
        { label: t('orders.detail.application-date'), value: day(data.applyTime) },
        data.loanDate !== null && {
          label: t('orders.detail.loan-date'),
          value: day(data.loanDate),
        },
        endedRow(data),
        { label: t('loan.bank-number'), value: data.bankNo, note: data.bankName },
        { label: t('orders.detail.order-no'), value: data.orderNo },
      ]}
    />
  )
}

/** An order that ended before its payout shows nothing received and nothing to repay. */
function receivedRow({ orderState, arriveAmount }: OrderData) {
  const comes = moneyOf(orderState)
  const label = comes === 'arrived' ? t('loan.received') : t('loan.will-receive')
  return comes !== 'none' && { label, value: money(arriveAmount) }
}

function repaymentRow({ orderState, repaymentAmount }: OrderData) {
  const comes = moneyOf(orderState)
  const label = comes === 'arrived' ? t('loan.repayment') : t('loan.repay')
  return comes !== 'none' && { label, value: money(repaymentAmount) }
}

function paidRow({ orderState, position, extensionFees }: OrderData) {
  if (orderState !== 'settled' || position === null) return false
  return { label: t('loan.paid-in-all'), value: money(paidInAll(position, extensionFees)) }
}

const endings: Partial<Record<OrderData['orderState'], MessageId>> = {
  denied: 'orders.detail.ended.denied',
  failed: 'orders.detail.ended.failed',
  settled: 'orders.detail.ended.settled',
  cancelled: 'orders.detail.ended.cancelled',
}

function endedRow({ orderState, endedAt }: OrderData) {
  const label = endings[orderState]
  return label !== undefined && endedAt !== null && { label: t(label), value: day(endedAt) }
}
