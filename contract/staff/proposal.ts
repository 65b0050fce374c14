import * as v from 'valibot'
import type { Endpoints } from '#contract/endpoint.ts'
import { contentItem, contentTexts } from '#contract/staff/content.ts'
import { decisionFigures, policyLimits } from '#contract/staff/policy.ts'
import { productId } from '#contract/staff/product.ts'
import { id, indiaDay, instant, nothing, percent, rupees, text, whole } from '#contract/wire.ts'
import { PERMISSIONS, ROLES } from '#domain/staff/permissions.ts'
import { ACT_NAMES, HINDRANCES, OUTCOMES } from '#domain/staff/proposal.ts'
import { LANGUAGES } from '#words/language.ts'

const why = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(500))
const proposed = v.object({ proposalId: id })
const roles = v.pipe(v.array(v.picklist(ROLES)), v.minLength(1), v.maxLength(ROLES.length))
const permissions = v.pipe(v.array(v.picklist(PERMISSIONS)), v.maxLength(PERMISSIONS.length))
export const mail = v.pipe(v.string(), v.trim(), v.toLowerCase(), v.email(), v.maxLength(254))

/** A value that changes, as it is on the day of the change and as it would be; null: there is none. */
const changedValue = v.object({
  /** A term, a policy value or a part of a text, by the name that the program has for it. */
  name: text,
  language: v.nullable(v.picklist(LANGUAGES)),
  before: v.nullable(v.string()),
  after: v.nullable(v.string()),
  /** The day from which a later approved version holds for this value, and what it says. */
  until: v.nullable(v.object({ day: indiaDay, after: v.nullable(v.string()) })),
})

const loanCost = v.object({ arrives: rupees, repayment: rupees, apr: percent })

/** The day from which values hold, or that of the approval if it is later. */
const dated = v.object({
  fromDay: indiaDay,
  /** The version in force on that day, whose other values stay. */
  follows: v.nullable(whole),
  /** Approved versions of later days: they keep each value that they changed. */
  stays: v.array(v.object({ version: whole, fromDay: indiaDay })),
})

const ofOrder = { orderNo: v.nullable(text), amount: rupees }
const ofProduct = {
  /** The version that is to begin on a day, or on that of the approval if it is later. */
  product: v.object({ productId, name: v.string(), fromDay: indiaDay }),
  dated,
  values: v.array(changedValue),
  /** Of a product of our own: a loan of its largest amount, repaid as agreed, as it is on that day and as it would be. */
  example: v.nullable(
    v.object({ amount: rupees, before: v.nullable(loanCost), after: v.nullable(loanCost) }),
  ),
}
const someRoles = v.array(v.picklist(ROLES))

/** The effect that approval has, by the act and the state of things now. */
const effect = v.variant('act', [
  /** `reference`: the bank's, of the transfer by hand. */
  v.object({ act: v.literal('settle-refund'), ...ofOrder, reference: text }),
  v.object({ act: v.literal('stop-payout'), ...ofOrder }),
  /** `denials`: the rules that the approval overrides. */
  v.object({ act: v.literal('approve-application'), ...ofOrder, denials: v.array(text) }),
  v.object({ act: v.literal('waive-penal'), ...ofOrder }),
  v.object({
    act: v.literal('close-unknown-payment'),
    /** Null of a payment in another currency. */
    amount: v.nullable(rupees),
    /** Of the transfer back to the payer; null where no money came. */
    reference: v.nullable(text),
    /** With the amount and its currency, where it is not rupees. */
    vendor: v.string(),
  }),
  v.object({ act: v.literal('invite-staff'), mail: text, roles: someRoles }),
  /** Without a role after it, the person signs in no more. */
  v.object({ act: v.literal('change-staff'), mail: text, before: someRoles, after: someRoles }),
  v.object({ act: v.literal('renew-staff'), mail: text, roles: someRoles }),
  v.object({
    act: v.literal('change-role'),
    role: v.picklist(ROLES),
    before: permissions,
    after: permissions,
  }),
  v.object({ act: v.literal('publish-product'), ...ofProduct }),
  v.object({ act: v.literal('withdraw-product'), ...ofProduct }),
  v.object({ act: v.literal('change-policy'), dated, values: v.array(changedValue) }),
  v.object({
    act: v.literal('change-content'),
    /** The text that changes from a day on, or on the day of the approval if it is later. */
    content: v.object({ item: contentItem, title: v.string(), fromDay: indiaDay }),
    dated,
    values: v.array(changedValue),
  }),
])

/** A proposal as those who may read it see it. */
const one = v.object({
  proposalId: id,
  subject: text,
  effect,
  why: text,
  proposedBy: text,
  proposedAt: instant,
  until: instant,
  isMine: v.boolean(),
  /** Why the reader cannot decide it, as a reason; null if they can. */
  cannotDecide: v.nullable(v.picklist(HINDRANCES)),
  /** Null while it waits. */
  outcome: v.nullable(v.picklist(OUTCOMES)),
  /** Nobody decided one that expired. */
  decidedBy: v.nullable(text),
  decidedAt: v.nullable(instant),
  /** Its proposer approved it: the second person was switched off for this act. */
  isAlone: v.boolean(),
  /** The reason of the decision; null if it ended otherwise, or before reasons were required. */
  reason: v.nullable(text),
})

export const proposal = {
  list: {
    does: 'The proposals that the caller may read, a page at a time: those that wait, the oldest first, or those that ended, the newest first.',
    method: 'GET',
    path: '/staff/v1/proposals',
    auth: { staff: 'proposals:read' },
    sends: 'query',
    input: v.strictObject({
      view: v.picklist(['waiting', 'decided']),
      act: v.optional(v.picklist(ACT_NAMES)),
      after: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{1,300}$/))),
    }),
    output: v.object({
      /** The acts for which the lender switched the second person off. */
      twoPersonsOff: v.array(v.picklist(ACT_NAMES)),
      /** The acts whose proposals the caller reads, besides their own. */
      acts: v.array(v.picklist(ACT_NAMES)),
      proposals: v.array(one),
      next: v.nullable(text),
    }),
    refusals: ['input-invalid'],
    ours: true,
  },
  open: {
    does: 'One proposal that the caller may read, however it stands.',
    method: 'GET',
    path: '/staff/v1/proposal',
    auth: { staff: 'proposals:read' },
    sends: 'query',
    input: v.strictObject({ proposalId: id }),
    output: one,
    refusals: ['not-found'],
    ours: true,
  },
  settleRefund: {
    does: 'Proposes that a given-up refund counts as paid by hand, with the reference of the bank.',
    method: 'POST',
    path: '/staff/v1/proposals/settle-refund',
    auth: { staff: 'refunds:settle' },
    sends: 'json',
    input: v.strictObject({
      refundId: id,
      reference: v.pipe(v.string(), v.trim(), v.toUpperCase(), v.regex(/^[A-Z0-9]{6,30}$/)),
      why,
    }),
    output: proposed,
    refusals: ['not-permitted', 'outdated'],
    reauthenticates: true,
    ours: true,
  },
  stopPayout: {
    does: 'Proposes that a payout is sent no more; it ends as its bank says.',
    method: 'POST',
    path: '/staff/v1/proposals/stop-payout',
    auth: { staff: 'payouts:stop' },
    sends: 'json',
    input: v.strictObject({ payoutId: id, why }),
    output: proposed,
    refusals: ['not-permitted', 'outdated'],
    reauthenticates: true,
    ours: true,
  },
  approveApplication: {
    does: 'Proposes to approve a referred application, where that needs a second person.',
    method: 'POST',
    path: '/staff/v1/proposals/approve-application',
    auth: { staff: 'applications:decide' },
    sends: 'json',
    input: v.strictObject({ orderId: id, why }),
    output: proposed,
    refusals: ['not-permitted', 'outdated'],
    reauthenticates: true,
    ours: true,
  },
  waivePenal: {
    does: 'Proposes to waive penal charges of an overdue loan, at most what is owed of them.',
    method: 'POST',
    path: '/staff/v1/proposals/waive-penal',
    auth: { staff: 'waivers:propose' },
    sends: 'json',
    input: v.strictObject({ orderId: id, amount: rupees, why }),
    output: proposed,
    refusals: ['not-permitted', 'outdated'],
    reauthenticates: true,
    ours: true,
  },
  closeUnknownPayment: {
    does: 'Proposes to close a payment that names none of ours, with the reference of the transfer back to its payer, or none where there was no money.',
    method: 'POST',
    path: '/staff/v1/proposals/close-unknown-payment',
    auth: { staff: 'refunds:settle' },
    sends: 'json',
    input: v.strictObject({
      id: v.pipe(v.string(), v.regex(/^[\w.:-]{1,100}$/)),
      reference: v.nullable(
        v.pipe(v.string(), v.trim(), v.toUpperCase(), v.regex(/^[A-Z0-9]{6,30}$/)),
      ),
      why,
    }),
    output: proposed,
    refusals: ['not-permitted', 'outdated'],
    reauthenticates: true,
    ours: true,
  },
  inviteStaff: {
    does: 'Proposes to invite a person with these roles. Once it is approved, the proposer gets the link, and the account works when somebody else has confirmed the person.',
    method: 'POST',
    path: '/staff/v1/proposals/invite-staff',
    auth: { staff: 'staff:change' },
    sends: 'json',
    input: v.strictObject({ mail, roles, why }),
    output: proposed,
    refusals: ['not-permitted', 'outdated'],
    reauthenticates: true,
    ours: true,
  },
  changeStaff: {
    does: 'Proposes other roles for a person, or, with none, that they sign in no more.',
    method: 'POST',
    path: '/staff/v1/proposals/change-staff',
    auth: { staff: 'staff:change' },
    sends: 'json',
    input: v.strictObject({
      staffId: id,
      roles: v.pipe(v.array(v.picklist(ROLES)), v.maxLength(ROLES.length)),
      why,
    }),
    output: proposed,
    refusals: ['not-permitted', 'outdated'],
    reauthenticates: true,
    ours: true,
  },
  renewStaff: {
    does: 'Proposes that a person who lost their passkey or app begins again. Approval ends the old ways in; then it goes on as with an invitation.',
    method: 'POST',
    path: '/staff/v1/proposals/renew-staff',
    auth: { staff: 'staff:change' },
    sends: 'json',
    input: v.strictObject({ staffId: id, why }),
    output: proposed,
    refusals: ['not-permitted', 'outdated'],
    reauthenticates: true,
    ours: true,
  },
  changeRole: {
    does: 'Proposes other permissions for a role.',
    method: 'POST',
    path: '/staff/v1/proposals/change-role',
    auth: { staff: 'staff:change' },
    sends: 'json',
    input: v.strictObject({ role: v.picklist(ROLES), permissions, why }),
    output: proposed,
    refusals: ['not-permitted', 'outdated'],
    reauthenticates: true,
    ours: true,
  },
  publishProduct: {
    does: 'Proposes the draft of a product, as it is saved now, as its version from a day on.',
    method: 'POST',
    path: '/staff/v1/proposals/publish-product',
    auth: { staff: 'products:propose' },
    sends: 'json',
    input: v.strictObject({ productId, revision: whole, fromDay: indiaDay, why }),
    output: proposed,
    refusals: [
      'not-permitted',
      'outdated',
      'input-invalid',
      'product-unsound',
      'later-version-conflicts',
    ],
    reauthenticates: true,
    ours: true,
  },
  withdrawProduct: {
    does: 'Proposes that a product is offered no more from a day on. Running loans keep their terms.',
    method: 'POST',
    path: '/staff/v1/proposals/withdraw-product',
    auth: { staff: 'products:propose' },
    sends: 'json',
    input: v.strictObject({ productId, fromDay: indiaDay, why }),
    output: proposed,
    refusals: ['not-permitted', 'outdated', 'input-invalid', 'later-version-conflicts'],
    reauthenticates: true,
    ours: true,
  },
  changePolicy: {
    does: 'Proposes other figures of the decision rules, or other limits, from a day on.',
    method: 'POST',
    path: '/staff/v1/proposals/change-policy',
    auth: { staff: 'policy:propose' },
    sends: 'json',
    input: v.strictObject({
      figures: decisionFigures,
      limits: policyLimits,
      fromDay: indiaDay,
      why,
    }),
    output: proposed,
    refusals: ['not-permitted', 'outdated', 'input-invalid', 'later-version-conflicts'],
    reauthenticates: true,
    ours: true,
  },
  changeContent: {
    does: "Proposes the lender's own wording of a text in every language, or none, from a day on.",
    method: 'POST',
    path: '/staff/v1/proposals/change-content',
    auth: { staff: 'content:propose' },
    sends: 'json',
    input: v.strictObject({
      item: contentItem,
      /** Null gives the text back to the program, or ends a question or notice. */
      texts: v.nullable(contentTexts),
      href: v.nullable(v.pipe(v.string(), v.maxLength(300))),
      fromDay: indiaDay,
      untilDay: v.nullable(indiaDay),
      why,
    }),
    output: proposed,
    refusals: ['not-permitted', 'outdated', 'input-invalid', 'later-version-conflicts'],
    reauthenticates: true,
    ours: true,
  },
  approve: {
    does: 'Approves a proposal of somebody else, with a reason that stays readable, and does it at once.',
    method: 'POST',
    path: '/staff/v1/proposals/approve',
    auth: { staff: 'proposals:decide' },
    sends: 'json',
    input: v.strictObject({ proposalId: id, reason: why }),
    output: nothing,
    refusals: [...HINDRANCES],
    reauthenticates: true,
    ours: true,
  },
  refuse: {
    does: 'Refuses a proposal of somebody else, with a reason that stays readable.',
    method: 'POST',
    path: '/staff/v1/proposals/refuse',
    auth: { staff: 'proposals:decide' },
    sends: 'json',
    input: v.strictObject({ proposalId: id, reason: why }),
    output: nothing,
    refusals: [...HINDRANCES],
    reauthenticates: true,
    ours: true,
  },
  withdraw: {
    does: 'Takes an own proposal back.',
    method: 'POST',
    path: '/staff/v1/proposals/withdraw',
    auth: { staff: 'proposals:read' },
    sends: 'json',
    input: v.strictObject({ proposalId: id }),
    output: nothing,
    refusals: ['outdated'],
    ours: true,
  },
} satisfies Endpoints
