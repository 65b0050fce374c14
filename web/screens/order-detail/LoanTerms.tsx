import { GST_BPS } from '#domain/limits.ts'
import { orderStateOf } from '#domain/order.ts'
import { day, money, percent, percentPerDay } from '#web/locales/format.ts'
import { t } from '#web/locales/i18n.ts'
import { Section } from '#web/ui/Layout.tsx'
import { KeyValues } from '#web/ui/Values.tsx'
import type { OrderData } from './OrderDetail.tsx'

/** The loan as it was agreed (specification §2, "Order detail"). */
export function LoanTerms({ data }: { data: OrderData }) {
  return (
    <Section title={t('orders.detail.loan')}>
      <KeyValues
        rows={[
          { label: t('orders.detail.product'), value: data.productName },
          { label: t('loan.amount'), value: money(data.loanAmount) },
          receivedRow(data),
          { label: t('orders.detail.tenure'), value: t('orders.detail.days', { days: data.period }) },
          repaymentRow(data),
          { label: t('loan.fee'), value: money(data.serviceFee) },
          { label: t('loan.gst', { rate: percent(GST_BPS) }), value: money(data.gstFee) },
          {
            label: t('orders.detail.interest'),
            value: money(data.interest),
            note: t('loan.per-day', { rate: percentPerDay(data.interestRate) }),
          },
          { label: t('loan.apr'), value: percent(data.apr) },
          { label: t('orders.detail.application-date'), value: day(data.applyTime) },
          data.loanDate !== null && { label: t('orders.detail.loan-date'), value: day(data.loanDate) },
          { label: t('loan.bank-number'), value: data.bankNo, note: data.bankName },
          { label: t('orders.detail.order-no'), value: data.orderNo },
        ]}
      />
    </Section>
  )
}

/** Whether money came of it, may still come, or never will: nothing was received on an order that ended before. */
export function outcomeOf({ orderState, loanDate }: OrderData): 'received' | 'open' | 'nothing' {
  const state = orderStateOf(orderState)
  if (state === 'denied' || state === 'failed' || state === 'cancelled') return 'nothing'
  return loanDate === null ? 'open' : 'received'
}

function receivedRow(data: OrderData) {
  const labels = { received: t('loan.received'), open: t('loan.receive'), nothing: undefined }
  const label = labels[outcomeOf(data)]
  return label !== undefined && { label, value: money(data.arriveAmount) }
}

function repaymentRow(data: OrderData) {
  const labels = { received: t('loan.repayment'), open: t('loan.repay'), nothing: undefined }
  const label = labels[outcomeOf(data)]
  return label !== undefined && { label, value: money(data.repaymentAmount) }
}
