import * as v from 'valibot'
import type { Endpoints } from '#contract/endpoint.ts'
import { id, indiaDay, instant, nothing, rupees, text } from '#contract/wire.ts'
import { selfPaidReasons } from '#domain/lending/self-paid.ts'

const orderId = v.strictObject({ orderId: id })
/** `off`: never set up, or ended. `refused`: not approved in the UPI app. */
const state = v.picklist(['off', 'asked', 'active', 'paused', 'refused'])

/**
 * The way in which an instalment is paid. `announced` debits can be skipped; the others that AutoPay pays
 * are `planned` or `started`. Of all else `why` is the reason for which the borrower pays by hand.
 */
const nextDebit = v.object({
  day: indiaDay,
  amount: rupees,
  debit: v.picklist(['planned', 'announced', 'started', 'skipped', 'dropped', 'failed', 'none']),
  why: v.nullable(v.picklist(selfPaidReasons)),
  /** The same in words. */
  msg: text,
})

/** Ours: AutoPay, an optional permission to debit the instalments of one loan by UPI. */
export const autopay = {
  status: {
    does: 'Whether AutoPay is offered on a loan, how it stands, and its next debit.',
    method: 'GET',
    path: '/autopay/v1/status',
    auth: 'borrower',
    limited: true,
    sends: 'query',
    input: orderId,
    output: v.object({
      /** False where it cannot be set up now. */
      isOffered: v.boolean(),
      state,
      /** It was paused in the UPI app, where alone it can be resumed. */
      isPausedInApp: v.boolean(),
      /** The most that one debit may take, and the last day of the permission. */
      cap: v.nullable(rupees),
      endsOn: v.nullable(indiaDay),
      /** The instant up to which it can be approved; null unless it is `asked`. */
      approveBy: v.nullable(instant),
      /** The next instalment, while AutoPay is on. */
      next: v.nullable(nextDebit),
      /** What it would be if AutoPay were approved now; null while it is on. */
      first: v.nullable(nextDebit),
    }),
    refusals: ['order-not-found'],
    ours: true,
  },
  setUp: {
    does: 'Asks for AutoPay on a loan: records the consent, and opens the page for approving it in a UPI app.',
    method: 'POST',
    path: '/autopay/v1/set-up',
    auth: 'borrower',
    sends: 'json',
    input: v.strictObject({ orderId: id, isAgreed: v.literal(true) }),
    output: v.object({ url: text }),
    refusals: ['order-not-found', 'autopay-not-offered', 'autopay-state', 'payment-not-available'],
    ours: true,
  },
  change: {
    does: 'Pauses, resumes or ends AutoPay, at once.',
    method: 'POST',
    path: '/autopay/v1/change',
    auth: 'borrower',
    sends: 'json',
    input: v.strictObject({ orderId: id, to: v.picklist(['pause', 'resume', 'revoke']) }),
    output: nothing,
    refusals: ['order-not-found', 'autopay-state', 'autopay-paused-in-app'],
    ours: true,
  },
  skip: {
    does: 'Skips the debit that was announced; the instalment is then paid by hand.',
    method: 'POST',
    path: '/autopay/v1/skip',
    auth: 'borrower',
    sends: 'json',
    input: orderId,
    output: nothing,
    refusals: ['order-not-found', 'autopay-no-debit'],
    ours: true,
  },
} satisfies Endpoints
