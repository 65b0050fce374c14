import * as v from 'valibot'
import type { Endpoints } from '#contract/endpoint.ts'
import { percent, percentPerDay, rupees, text, whole } from '#contract/wire.ts'

const contact = v.object({ name: text, phone: text, email: text })

/** Something that every visitor should be told once. It names who says it (regulation C19). */
const notice = v.object({
  /** Stable: who has seen it is not shown it again. */
  id: text,
  kind: v.picklist(['domain-change']),
  title: text,
  content: text,
  /** The new address, under https. */
  href: text,
  lenderName: text,
  /** The lender's row in the directory of digital lending apps, where it has one. */
  directoryRow: v.nullable(text),
})

export const content = {
  config: {
    does: 'Who stands behind the product and how to reach them, what every visitor is told, and which optional parts are on.',
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
      /** Simulators are active and /sandbox is there. */
      isSandbox: v.boolean(),
      notices: v.array(notice),
      /** Whether the app reports its own use at all, and whether marketing is ever asked about. */
      isTrackingOn: v.boolean(),
      isMarketingOn: v.boolean(),
      /** With it a browser subscribes to notifications; null where none are sent. */
      pushPublicKey: v.nullable(text),
    }),
    refusals: [],
  },
  faq: {
    does: 'Questions and answers, in the language of the asker.',
    method: 'GET',
    path: '/client/v1/faq',
    auth: 'public',
    sends: 'query',
    input: v.strictObject({}),
    output: v.array(v.object({ title: text, content: text })),
    refusals: [],
  },
  aboutUs: {
    does: 'What the product is, in the language of the asker.',
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
    does: 'What a store page has to say of the loans, computed from what is on offer; and where the app can be had.',
    method: 'GET',
    path: '/client/v1/distribution',
    auth: 'public',
    sends: 'query',
    input: v.strictObject({}),
    output: v.object({
      /** Over every loan of ours; null while there is none on offer. */
      loans: v.nullable(
        v.object({
          leastDays: whole,
          mostDays: whole,
          /** The highest that anybody may be asked for: without any tier discount. */
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
            /** Of the first instalment; the last one takes the rounding. */
            instalment: rupees,
            apr: percent,
          }),
        }),
      ),
      /** The app's page in a store; null while it is in none. */
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
