/** RazorpayX's payouts as documented. */

import { refused } from './razorpay-refusal.ts'
import type { VendorCall, VendorReply } from './vendor-server.ts'

export type Payout = {
  id: string
  reference_id: string
  amount: number
  status: string
  utr: string | null
  key: string
  body: string
}

type PayoutBody = Pick<Payout, 'amount' | 'reference_id'> & {
  readonly narration: string
  readonly fund_account: {
    readonly bank_account: { readonly name: string; readonly ifsc: string }
    readonly contact: { readonly name: string }
  }
}

/**
 * RazorpayX's documented rules for the names of a contact and of an account: the allowed
 * characters, and no special ones at the end.
 */
const isName = (name: string, most: number) =>
  name.length >= 3 && name.length <= most && /^[A-Za-z0-9 ’_/().-]*[A-Za-z0-9.]$/.test(name)

export function answerPayouts(
  { method, query, headers, body, raw }: VendorCall,
  payouts: Payout[],
  newId: (kind: string) => string,
  status: string,
): VendorReply {
  if (method === 'GET') {
    if (query.get('account_number') === null)
      return refused(400, 'BAD_REQUEST_ERROR', 'The account number field is required.')
    const matches = payouts.filter(({ reference_id }) => reference_id === query.get('reference_id'))
    return {
      json: { entity: 'collection', count: matches.length, items: matches.map(payoutEntity) },
    }
  }
  const key = String(headers['x-payout-idempotency'] ?? '')
  const { amount, reference_id, narration, fund_account } = body as PayoutBody
  if (!/^[\w-]{4,36}$/.test(key))
    return refused(400, 'BAD_REQUEST_ERROR', 'Idempotency key is required')
  if (!(amount >= 100) || !/^[A-Za-z0-9 ]{1,30}$/.test(narration))
    return refused(400, 'BAD_REQUEST_ERROR', 'input')
  if (!isName(fund_account.contact.name, 50) || !isName(fund_account.bank_account.name, 120))
    return refused(400, 'BAD_REQUEST_ERROR', 'The name format is invalid.', 'name')
  if (fund_account.bank_account.ifsc.startsWith('XXXX'))
    return refused(400, 'BAD_REQUEST_ERROR', 'Invalid IFSC Code in Bank Account', 'ifsc')
  const existing = payouts.find(payout => payout.key === key)
  if (existing)
    return existing.body === raw.toString()
      ? { json: payoutEntity(existing) }
      : refused(400, 'BAD_REQUEST_ERROR', 'different body')
  const payout = {
    id: newId('pout'),
    reference_id,
    amount,
    status,
    utr: null,
    key,
    body: raw.toString(),
  }
  payouts.push(payout)
  return { json: payoutEntity(payout) }
}

export function payoutEntity({ id, reference_id, amount, status, utr }: Payout) {
  const status_details = {
    description: 'in words',
    source: 'beneficiary_bank',
    reason: `payout_${status}`,
  }
  return {
    id,
    entity: 'payout',
    reference_id,
    amount,
    currency: 'INR',
    status,
    utr,
    mode: 'IMPS',
    status_details,
  }
}
