/** The terms of every loan of the bench: ₹2,000 at 36.5 % a year. Columns of `loan_order` as SQL. */
const TERMS = {
  product_id: `'saral-seven'`,
  product_name: `'Saral Seven'`,
  principal: '200000',
  rate_ppm_year: '365000',
  processing_fee_bps: '500',
  discount_bps: '0',
  period_days: '7',
  max_tenor_days: '28',
  penal_rate_ppm_year: '180000',
  penal_cap_bps: '500',
  extension_fee_bps: '300',
  cooling_off_days: '1',
  service_fee: '10000',
  gst: '1800',
  arrive: '188200',
  interest: '1400',
  repayment: '201400',
  apr_bps: '40000',
  terms_hash: `repeat('x', 43)`,
  auto_get_money: 'false',
}

/** The statement that inserts an order for each row of `from`, with these columns beside the terms. */
export function insertOrders(columns: Readonly<Record<string, string>>, from: string): string {
  const all = { ...TERMS, ...columns }
  return `INSERT INTO loan_order (${Object.keys(all)}) SELECT ${Object.values(all)} ${from}`
}
