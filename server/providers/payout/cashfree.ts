import * as v from 'valibot'
import type { Clock } from '#server/platform/clock.ts'
import type { CashfreePayoutSettings } from '#server/platform/vendor-settings.ts'
import {
  CASHFREE,
  cashfreeClient,
  compactId,
  readCashfreeWebhook,
  rupeesOf,
  vendorId,
  wholeId,
} from '#server/providers/cashfree-client.ts'
import { type NameRule, nameForVendor } from '#server/providers/payout/name-for-vendor.ts'
import type {
  PayoutPort,
  PayoutReading,
  PayoutRequest,
  PayoutStatus,
} from '#server/providers/payout/port.ts'
import type { VendorClient } from '#server/providers/vendor-http.ts'

type Ended = Exclude<PayoutStatus, { readonly state: 'pending' }>

const transfer = v.object({
  transfer_id: v.string(),
  cf_transfer_id: v.nullish(vendorId),
  status: v.string(),
  status_code: v.nullish(v.string()),
  transfer_utr: v.nullish(v.string()),
})
type Transfer = v.InferOutput<typeof transfer>
const transferEvent = v.object({ type: v.pipe(v.string(), v.regex(/^TRANSFER_/)), data: transfer })
const refusalBody = v.object({ code: v.string() })

/** Matches a refusal that blames the borrower's account. */
const ABOUT_THE_ACCOUNT = /beneficiary|bank_account|ifsc/i

/**
 * Cashfree accepts letters and spaces in a name; a refusal that blames the beneficiary would end
 * the payout.
 */
export const BENEFICIARY_NAME: NameRule = { foreign: /[^A-Za-z]+/g, minChars: 1, maxChars: 100 }

/**
 * Cashfree documents that a SUCCESS may become REVERSED, by the clearing house or the beneficiary's bank, and names no limit
 * (cashfree.com/docs/payouts/payouts/make-payouts/lifecycle). It takes recall requests for some 45 days and leaves open how long the
 * banks then take (…/make-payouts/recall-transfers-made). 180 days leave room for that, and are as long as our longest loan runs.
 */
const REVERSIBLE_FOR_DAYS = 180

/**
 * Sends money through Cashfree Payouts, by IMPS. A transfer's id is ours and unique there, so it
 * never pays twice.
 */
export function cashfreePayouts(
  settings: CashfreePayoutSettings,
  clock: Pick<Clock, 'wall'>,
): PayoutPort {
  const client = cashfreeClient(settings, 'payout')
  return {
    name: CASHFREE,
    reversibleForDays: REVERSIBLE_FOR_DAYS,
    send: async request =>
      (await find(client, request.key)) ?? send(client, settings.fundsourceId, request),
    status: async key => (await find(client, key)) ?? { state: 'unknown' },
    readWebhook: (rawBody, headers) => {
      const webhook = readCashfreeWebhook(rawBody, headers, settings, clock.wall())
      return webhook.kind === 'signed' ? readEvent(webhook.eventId, webhook.body) : webhook
    },
  }
}

async function find(client: VendorClient, key: string): Promise<PayoutStatus | undefined> {
  const call = {
    what: 'find a transfer',
    method: 'GET',
    path: `/transfers?transfer_id=${compactId(key)}`,
  } as const
  const answer = await client.ask(call, transfer)
  if (answer.kind === 'ok') return statusOf(answer.data)
  if (answer.status === 404) return undefined
  throw client.unexpected(call, answer)
}

async function send(
  client: VendorClient,
  fundsourceId: string | undefined,
  request: PayoutRequest,
): Promise<PayoutStatus> {
  const { key, amount, account, narration } = request
  const call = { what: 'send a transfer', method: 'POST', path: '/transfers' } as const
  const body = {
    transfer_id: compactId(key),
    transfer_amount: rupeesOf(amount),
    transfer_currency: 'INR',
    transfer_mode: 'imps',
    beneficiary_details: {
      beneficiary_name: nameForVendor(account.holder, BENEFICIARY_NAME),
      beneficiary_instrument_details: {
        bank_account_number: account.number,
        bank_ifsc: account.ifsc,
      },
    },
    transfer_remarks: narration,
    ...(fundsourceId !== undefined && { fundsource_id: fundsourceId }),
  }
  const answer = await client.ask({ ...call, body }, transfer)
  if (answer.kind === 'ok') return statusOf(answer.data)
  if (answer.status === 409) return { state: 'pending' }
  const refusal = v.safeParse(refusalBody, answer.body)
  if (answer.status === 400 && refusal.success && ABOUT_THE_ACCOUNT.test(refusal.output.code))
    return { state: 'refused', reason: refusal.output.code }
  throw client.unexpected(call, answer)
}

function statusOf(transfer: Transfer): PayoutStatus {
  return endOf(transfer) ?? { state: 'pending' }
}

function endOf({
  status,
  status_code: code,
  transfer_id,
  cf_transfer_id,
  transfer_utr: utr,
}: Transfer): Ended | undefined {
  const reason = code ?? status
  if (status === 'SUCCESS') return { state: 'succeeded', utr: utr ?? cf_transfer_id ?? transfer_id }
  if (status === 'REVERSED') return { state: 'reversed', reason }
  if (status === 'FAILED' || status === 'REJECTED' || status === 'MANUALLY_REJECTED')
    return { state: 'refused', reason }
  return undefined
}

function readEvent(eventId: string, body: unknown): PayoutReading {
  const parsed = v.safeParse(transferEvent, body)
  if (!parsed.success) return { kind: 'ignored' }
  const status = endOf(parsed.output.data)
  const key = wholeId(parsed.output.data.transfer_id)
  return status && key
    ? { kind: 'event', event: { vendor: CASHFREE, eventId, key, status } }
    : { kind: 'ignored' }
}
