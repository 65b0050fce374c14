import * as v from 'valibot'
import type { Clock } from '#server/platform/clock.ts'
import type { RazorpayXSettings } from '#server/platform/vendor-settings.ts'
import { type NameRule, nameForVendor } from '#server/providers/payout/name-for-vendor.ts'
import type {
  PayoutPort,
  PayoutReading,
  PayoutRequest,
  PayoutStatus,
} from '#server/providers/payout/port.ts'
import {
  RAZORPAY,
  razorpayClient,
  readRazorpayWebhook,
  refusalSpeaksOf,
} from '#server/providers/razorpay-client.ts'
import type { VendorClient } from '#server/providers/vendor-http.ts'

type Ended = Exclude<PayoutStatus, { readonly state: 'pending' }>

const payout = v.object({
  id: v.string(),
  status: v.string(),
  reference_id: v.nullish(v.string()),
  utr: v.nullish(v.string()),
  status_details: v.nullish(
    v.object({ reason: v.nullish(v.string()), description: v.nullish(v.string()) }),
  ),
})
type RazorpayPayout = v.InferOutput<typeof payout>
const payouts = v.object({ items: v.array(payout) })
const payoutEvent = v.object({
  event: v.pipe(v.string(), v.regex(/^payout\./)),
  payload: v.object({ payout: v.object({ entity: payout }) }),
})

/** Matches a refusal that blames the borrower's account. */
const ABOUT_THE_ACCOUNT = /fund_account|bank_account|ifsc|beneficiary/i

/**
 * The characters that RazorpayX accepts in names, which may end with no special character but a
 * full stop; it refuses the payout otherwise.
 */
const RAZORPAY_NAME = {
  foreign: /[^A-Za-z0-9_/().-]+/g,
  badEnd: /[^A-Za-z0-9.]+$/,
  minChars: 3,
} as const
export const CONTACT_NAME: NameRule = { ...RAZORPAY_NAME, maxChars: 50 }
export const ACCOUNT_NAME: NameRule = { ...RAZORPAY_NAME, maxChars: 120 }

/**
 * RazorpayX documents `reversed` as a payout whose amount was returned, and names no limit after which a `processed` one stays so
 * (razorpay.com/docs/x/payouts/states-life-cycle). 180 days are the safe figure: as long as our longest loan runs, and as with Cashfree,
 * which pays through the same network.
 */
const REVERSIBLE_FOR_DAYS = 180

/** Sends money through RazorpayX, by IMPS, from the lender's own account. */
export function razorpayPayouts(
  settings: RazorpayXSettings,
  clock: Pick<Clock, 'wall'>,
): PayoutPort {
  const client = razorpayClient(settings)
  const { accountNumber } = settings
  return {
    name: RAZORPAY,
    reversibleForDays: REVERSIBLE_FOR_DAYS,
    // A known payout is not sent again, so that a retry reads its state and never makes another.
    send: async request =>
      (await find(client, accountNumber, request.key)) ?? send(client, accountNumber, request),
    status: async key => (await find(client, accountNumber, key)) ?? { state: 'unknown' },
    readWebhook: (rawBody, headers) => {
      const webhook = readRazorpayWebhook(rawBody, headers, settings, clock.wall())
      return webhook.kind === 'signed' ? readEvent(webhook.eventId, webhook.body) : webhook
    },
  }
}

async function find(
  client: VendorClient,
  accountNumber: string,
  key: string,
): Promise<PayoutStatus | undefined> {
  const query = new URLSearchParams({ account_number: accountNumber, reference_id: key })
  const call = { what: 'find a payout', method: 'GET', path: `/payouts?${query}` } as const
  const answer = await client.ask(call, payouts)
  if (answer.kind === 'refused') throw client.unexpected(call, answer)
  const [existing] = answer.data.items.filter(({ reference_id }) => reference_id === key)
  return existing && statusOf(existing)
}

/** The same key always has the same body: Razorpay refuses it with another. */
async function send(
  client: VendorClient,
  accountNumber: string,
  request: PayoutRequest,
): Promise<PayoutStatus> {
  const { key, amount, account, narration } = request
  const call = { what: 'send a payout', method: 'POST', path: '/payouts' } as const
  const { holder, ifsc, number } = account
  const body = {
    account_number: accountNumber,
    fund_account: {
      account_type: 'bank_account',
      bank_account: { name: nameForVendor(holder, ACCOUNT_NAME), ifsc, account_number: number },
      contact: { name: nameForVendor(holder, CONTACT_NAME), type: 'customer', reference_id: key },
    },
    amount,
    currency: 'INR',
    mode: 'IMPS',
    purpose: 'payout',
    queue_if_low_balance: true,
    reference_id: key,
    narration,
  }
  const answer = await client.ask(
    { ...call, headers: { 'x-payout-idempotency': key }, body },
    payout,
  )
  if (answer.kind === 'ok') return statusOf(answer.data)
  if (answer.status === 400 && refusalSpeaksOf(answer.body, ABOUT_THE_ACCOUNT))
    return { state: 'refused', reason: 'account-refused' }
  throw client.unexpected(call, answer)
}

/**
 * `reversed` means that money went out and came back, whether it had been reported as arrived or
 * not.
 */
function statusOf(payout: RazorpayPayout): PayoutStatus {
  return endOf(payout) ?? { state: 'pending' }
}

function endOf({ id, status, utr, status_details: details }: RazorpayPayout): Ended | undefined {
  const reason = details?.reason ?? details?.description ?? status
  if (status === 'processed') return { state: 'succeeded', utr: utr ?? id }
  if (status === 'reversed') return { state: 'reversed', reason }
  if (status === 'failed' || status === 'rejected' || status === 'cancelled')
    return { state: 'refused', reason }
  return undefined
}

function readEvent(eventId: string, body: unknown): PayoutReading {
  const parsed = v.safeParse(payoutEvent, body)
  if (!parsed.success) return { kind: 'ignored' }
  const { entity } = parsed.output.payload.payout
  const status = endOf(entity)
  const key = entity.reference_id
  return status && key
    ? { kind: 'event', event: { vendor: RAZORPAY, eventId, key, status } }
    : { kind: 'ignored' }
}
