/** Payments as Cashfree's messages and answers show them. */
export type Link = {
  link_id: string
  link_amount: number
  link_url: string
  link_status: string
  cf_link_id: number
  link_expiry_time: string
}
export type Order = {
  order_id: string
  link: Link | undefined
  cf_payment_id: number
  payment_status: string
  amount: number
  at: Date
  refunded: number
} & Money
/** The currency of a payment, and whether it was captured. */
export type Money = { currency?: string; isCaptured?: boolean }

const UPI_EVENTS: Readonly<Record<string, string>> = {
  SUCCESS: 'PAYMENT_SUCCESS_WEBHOOK',
  FAILED: 'PAYMENT_FAILED_WEBHOOK',
  USER_DROPPED: 'PAYMENT_USER_DROPPED_WEBHOOK',
}

/** The message about a payment of a UPI order. */
export function upiEvent({
  order_id,
  cf_payment_id,
  payment_status,
  amount,
  at,
  currency = 'INR',
  isCaptured,
}: Order): object {
  const payment_time = at.toISOString()
  return {
    data: {
      order: { order_id, order_amount: amount, order_currency: 'INR', order_tags: null },
      payment: {
        cf_payment_id: String(cf_payment_id),
        payment_status,
        payment_amount: amount,
        payment_currency: currency,
        is_captured: isCaptured,
        payment_time,
        payment_method: { upi: { channel: 'link', upi_id: 'payer@upi' } },
        payment_group: 'upi',
      },
    },
    event_time: payment_time,
    type: UPI_EVENTS[payment_status],
  }
}

/** Amounts are text here, and numbers in answers. */
export function linkEvent(
  link: Link,
  { order_id, cf_payment_id, payment_status, amount, at, currency = 'INR' }: Order,
): object {
  const link_currency = currency
  const amounts = {
    link_currency,
    link_amount: link.link_amount.toFixed(2),
    link_amount_paid: amount.toFixed(2),
  }
  const order = {
    order_id,
    order_amount: amount.toFixed(2),
    transaction_id: cf_payment_id,
    transaction_status: payment_status,
  }
  return {
    data: { ...link, ...amounts, order },
    type: 'PAYMENT_LINK_EVENT',
    version: 1,
    event_time: at.toISOString(),
  }
}

/** A payment as it stands in answers. */
export function paymentEntity({
  order_id,
  cf_payment_id,
  payment_status,
  amount,
  at,
  currency = 'INR',
  isCaptured = payment_status === 'SUCCESS',
}: Order): object {
  const times = { payment_time: at.toISOString(), payment_completion_time: at.toISOString() }
  return {
    order_id,
    cf_payment_id: String(cf_payment_id),
    payment_status,
    payment_amount: amount,
    payment_currency: currency,
    is_captured: isCaptured,
    ...times,
  }
}
