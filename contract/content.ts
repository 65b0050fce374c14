import * as v from 'valibot'
import type { Endpoints } from '#contract/endpoint.ts'
import { percent, percentPerDay, rupees, text, whole } from '#contract/wire.ts'

const contact = v.object({ name: text, phone: text, email: text })

/** A notice that every visitor should see once. It names its source (regulation C19). */
const notice = v.object({
  /** Stable: a visitor who has seen it is not shown it again. */
  id: text,
  kind: v.picklist(['domain-change']),
  title: text,
  content: text,
  /** The new https address. */
  href: text,
  lenderName: text,
  /** The lender's row in the directory of digital lending apps, if it has one. */
  directoryRow: v.nullable(text),
})

/**
 * A notice of the lender to every visitor, in words of its own. Apps of earlier versions refuse a kind
 * of `notices` that they do not know, and the whole answer with it, so these stand beside them.
 */
const message = v.object({
  /** Stable: a visitor who has seen it is not shown it again. */
  id: text,
  kind: v.literal('message'),
  title: text,
  content: text,
  /** An https address, if it leads anywhere. */
  href: v.nullable(text),
  lenderName: text,
})

export const content = {
  config: {
    does: 'Returns the operator and its contact details, the notice for every visitor, and which optional parts are on.',
    method: 'GET',
    path: '/client/v1/config',
    auth: 'public',
    sends: 'query',
    input: v.strictObject({}),
    output: v.object({
      customer: v.object({ phone: text, email: text }),
      // ours
      /** Null is "DEMO: not a lender" (product §1). */
      lender: v.nullable(
        v.object({ name: text, rbiRegistration: text, grievanceOfficer: contact }),
      ),
      /** Simulators are active and /sandbox is available. */
      isSandbox: v.boolean(),
      notices: v.array(notice),
      /** A server of the previous version sends none. */
      messages: v.optional(v.array(message), []),
      /** Whether the app reports its usage at all, and whether it ever asks about marketing. */
      isTrackingOn: v.boolean(),
      isMarketingOn: v.boolean(),
      /** The key with which a browser subscribes to notifications; null if none are sent. */
      pushPublicKey: v.nullable(text),
      /** Whether an open payment page can also be paid from a UPI app (`repay.upi`). */
      isUpiOffered: v.boolean(),
    }),
    refusals: [],
  },
  faq: {
    does: 'Questions and answers, in the language of the request.',
    method: 'GET',
    path: '/client/v1/faq',
    auth: 'public',
    sends: 'query',
    input: v.strictObject({}),
    output: v.array(v.object({ title: text, content: text })),
    refusals: [],
  },
  aboutUs: {
    does: 'A description of the product, in the language of the request.',
    method: 'GET',
    path: '/client/v1/about-us',
    auth: 'public',
    sends: 'query',
    input: v.strictObject({}),
    output: v.object({ appName: text, copywriting: text }),
    refusals: [],
  },
  downloadEligibility: {
    does: 'Whether the Apply link of the download page is active: on an iOS-compatible browser only.',
    method: 'GET',
    path: '/client/v1/download-eligibility',
    auth: 'public',
    sends: 'query',
    input: v.strictObject({}),
    output: v.object({ accordWith: v.boolean() }),
    refusals: [],
    ours: true,
  },
  distribution: {
    does: 'The facts about the loans for a store page, computed from the products on offer, and where to get the app.',
    method: 'GET',
    path: '/client/v1/distribution',
    auth: 'public',
    sends: 'query',
    input: v.strictObject({}),
    output: v.object({
      /** Covers all our loans; null while none is on offer. */
      loans: v.nullable(
        v.object({
          leastDays: whole,
          mostDays: whole,
          /** The highest APR that anybody may be charged: without any tier discount. */
          highestApr: percent,
          highestAnnualRate: percent,
          example: v.object({
            name: text,
            amount: rupees,
            arriveAmount: rupees,
            cost: rupees,
            repaymentAmount: rupees,
            serviceFee: rupees,
            gstFee: rupees,
            interest: rupees,
            interestRate: percentPerDay,
            period: whole,
            instalments: whole,
            /** The first instalment; the last one takes the rounding. */
            instalment: rupees,
            apr: percent,
          }),
        }),
      ),
      /** The app's page in a store; null if it is in none. */
      stores: v.object({ appStore: v.nullable(text), playStore: v.nullable(text) }),
    }),
    refusals: [],
    ours: true,
  },
  country: {
    does: 'The country that the product serves.',
    method: 'GET',
    path: '/system/get-country',
    auth: 'public',
    sends: 'query',
    input: v.strictObject({}),
    output: v.object({ country: text, name: text, dialCode: text, currency: text, timeZone: text }),
    refusals: [],
  },
} satisfies Endpoints
