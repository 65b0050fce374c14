/**
 * The acts that need two persons. Each is prepared when it is proposed, as the details that both
 * read, and executed when it is approved, by the code of the lower rooms.
 */

import { isRefusal, type Refusal } from '#contract/envelope.ts'
import type { Day } from '#domain/day.ts'
import { type Paise, paise } from '#domain/money.ts'
import {
  DEFAULT_ROLES,
  type Permission,
  permissionsOf,
  type Role,
} from '#domain/staff/permissions.ts'
import type { ActName } from '#domain/staff/proposal.ts'
import { isUuid, orderOf } from '#server/lending/db/order.ts'
import { closeUnattributedEvent, unattributedEvent } from '#server/lending/db/payment.ts'
import { ownerOfPayout, payoutOf } from '#server/lending/db/payout.ts'
import type { Policy } from '#server/lending/db/policy.ts'
import { givenUpRefund } from '#server/lending/db/refund.ts'
import { stopPayoutByHand } from '#server/lending/payout/under-way.ts'
import { settleRefundByHand } from '#server/lending/repaying/refund.ts'
import { waivable, waivePenalCharges } from '#server/lending/restructuring/waive-penal.ts'
import type { AuditAction } from '#server/platform/audit/entries.ts'
import type { Queryable, Transaction } from '#server/platform/db/open.ts'
import type { Services, Work } from '#server/services.ts'
import { overdueOrder } from '#server/staff/cases/db/collection.ts'
import { executeContent, prepareContent } from '#server/staff/catalogue/content.ts'
import { executePolicy, POLICY, preparePolicy } from '#server/staff/catalogue/policy.ts'
import {
  executeProductChange,
  preparePublishing,
  prepareWithdrawal,
} from '#server/staff/catalogue/product-change.ts'
import { executeApproval, prepareApproval } from '#server/staff/decisions/applications.ts'
import { type Makers, makeAccount } from '#server/staff/people/db/account.ts'
import {
  editedRolesOf,
  endStaff,
  saveEditedRole,
  setStaffRoles,
  staffByMail,
  staffOf,
} from '#server/staff/people/db/staff.ts'
import { addStaff, mailHashOf, mailOf } from '#server/staff/people/people.ts'
import { renewAccount } from '#server/staff/people/renewal.ts'
import type { ContentWish, DetailsOf } from '#server/staff/proposals/details.ts'

/** The input of a proposer, by its act. */
export type Wishes = {
  readonly 'settle-refund': { readonly refundId: string; readonly reference: string }
  readonly 'stop-payout': { readonly payoutId: string }
  readonly 'approve-application': { readonly orderId: string }
  readonly 'waive-penal': { readonly orderId: string; readonly amount: Paise }
  readonly 'close-unknown-payment': { readonly id: string; readonly reference: string | null }
  readonly 'invite-staff': { readonly mail: string; readonly roles: readonly Role[] }
  readonly 'change-staff': { readonly staffId: string; readonly roles: readonly Role[] }
  readonly 'publish-product': {
    readonly productId: string
    readonly revision: number
    readonly fromDay: Day
  }
  readonly 'change-policy': Policy & { readonly fromDay: Day }
  readonly 'change-content': ContentWish
  readonly 'withdraw-product': { readonly productId: string; readonly fromDay: Day }
  readonly 'renew-staff': { readonly staffId: string }
  readonly 'change-role': { readonly role: Role; readonly permissions: readonly Permission[] }
}

type ActServices = Pick<Services, 'db' | 'clock' | 'cipher' | 'ids' | 'queue'>
type Prepared<Act extends ActName> = { readonly subject: string; readonly details: DetailsOf<Act> }
/** The permissions to propose and to approve an act. */
type Persons = Makers & { readonly proposalId: string; readonly proposedBy: string }

/** Acts whose values hold from a day on. */
type DatedAct = 'publish-product' | 'withdraw-product' | 'change-policy' | 'change-content'
/** The reasons not to propose an act. */
export type NotProposed<Act extends ActName> =
  | 'not-permitted'
  | 'outdated'
  | (Act extends DatedAct ? 'later-version-conflicts' : never)

type ActHandler<Act extends ActName> = {
  readonly audit: AuditAction
  /** The details from the present state; undefined if the input does not fit it. */
  readonly prepare: (
    services: Pick<ActServices, 'cipher' | 'clock'>,
    tx: Transaction,
    wish: Wishes[Act],
  ) => Promise<Prepared<Act> | Refusal<NotProposed<Act>> | undefined>
  /** Executes the act; false if it no longer fits. */
  readonly execute: (
    work: Work<ActServices>,
    subject: string,
    details: DetailsOf<Act>,
    persons: Persons,
  ) => Promise<boolean>
}

export const actHandlers: { readonly [Act in ActName]: ActHandler<Act> } = {
  'settle-refund': {
    audit: 'desk-settle-refund',
    prepare: async (_services, db, { refundId, reference }) => {
      const refund = await givenUpRefund(db, refundId)
      if (!refund) return undefined
      const { orderNo, amount } = refund
      return { subject: refundId, details: { act: 'settle-refund', orderNo, amount, reference } }
    },
    execute: (work, subject, { reference }) => settleRefundByHand(work, subject, reference),
  },
  'stop-payout': {
    audit: 'desk-stop-payout',
    prepare: async (_services, db, { payoutId }) => {
      const borrowerId = await ownerOfPayout(db, payoutId)
      if (borrowerId === undefined) return undefined
      const payout = await payoutOf(db, borrowerId, payoutId)
      if (payout?.state !== 'pending' || payout.stoppedAt) return undefined
      const { amount, orderId } = payout
      const order = await orderOf(db, borrowerId, orderId)
      const orderNo = order?.orderNo ?? null
      return { subject: payoutId, details: { act: 'stop-payout', orderNo, amount } }
    },
    execute: ({ tx, at }, subject) => stopPayoutByHand(tx, subject, at),
  },
  'approve-application': {
    audit: 'desk-approve',
    prepare: async (services, tx, { orderId }) => {
      const approval = await prepareApproval(services, tx, orderId)
      if (!approval) return undefined
      const { denials, order } = approval
      const { orderNo, terms } = order
      const amount = terms.principal
      return { subject: orderId, details: { act: 'approve-application', orderNo, amount, denials } }
    },
    execute: (work, orderId, { denials }) => executeApproval(work, orderId, denials),
  },
  'waive-penal': {
    audit: 'penal-waived',
    prepare: async ({ clock }, db, { orderId, amount }) => {
      const key = await overdueKey(db, orderId)
      const loan = key && (await waivable(db, key, amount, clock.now()))
      if (!loan) return undefined
      const { orderNo } = loan.order
      return { subject: orderId, details: { act: 'waive-penal', orderNo, amount } }
    },
    execute: async (work, orderId, { amount }) => {
      const key = await overdueKey(work.tx, orderId)
      return key ? waivePenalCharges(work, key, amount) : false
    },
  },
  'close-unknown-payment': {
    audit: 'unknown-payment-closed',
    prepare: async (_services, db, { id, reference }) => {
      const event = await unattributedEvent(db, id)
      if (!event) return undefined
      const { amount, vendor, currency } = event
      return {
        subject: id,
        details: {
          act: 'close-unknown-payment',
          amount: currency === null ? paise(amount) : null,
          reference,
          vendor: currency === null ? vendor : `${vendor} (${currency})`,
        },
      }
    },
    execute: async ({ tx, at }, subject, { reference }) => {
      const event = await unattributedEvent(tx, subject)
      return event ? closeUnattributedEvent(tx, event, reference, at) : false
    },
  },
  'invite-staff': {
    audit: 'staff-invited',
    prepare: async (services, db, { mail, roles }) => {
      const hash = mailHashOf(services, mail)
      if (await staffByMail(db, hash)) return undefined
      return { subject: hash.toString('hex'), details: { act: 'invite-staff', mail, roles } }
    },
    execute: async (work, _subject, { mail, roles }, persons) => {
      const staffId = await addStaff(work, { mail, roles, isSimulated: false })
      if (staffId === undefined) return false
      await makeAccount(work.tx, staffId, makersOf(persons), work.at)
      return true
    },
  },
  'change-staff': {
    audit: 'staff-changed',
    prepare: async (services, db, { staffId, roles }) => {
      const person = await staffOf(db, staffId)
      if (!person || person.endedAt || isSame(person.roles, roles)) return undefined
      const mail = mailOf(services, person)
      const rights = { before: person.roles, after: roles }
      return { subject: staffId, details: { act: 'change-staff', mail, ...rights } }
    },
    execute: async ({ tx, at }, subject, { before, after }) => {
      const person = await staffOf(tx, subject)
      if (!person || person.endedAt || !isSame(person.roles, before)) return false
      return after.length === 0 ? endStaff(tx, subject, at) : setStaffRoles(tx, subject, after)
    },
  },
  'renew-staff': {
    audit: 'staff-renewed',
    prepare: async (services, db, { staffId }) => {
      const person = await staffOf(db, staffId)
      if (!person || person.endedAt || person.isSimulated) return undefined
      const mail = mailOf(services, person)
      return { subject: staffId, details: { act: 'renew-staff', mail, roles: person.roles } }
    },
    execute: async ({ tx, at }, subject, _details, persons) => {
      const person = await staffOf(tx, subject)
      if (!person || person.endedAt) return false
      await renewAccount(tx, subject, makersOf(persons), at)
      return true
    },
  },
  'change-role': {
    audit: 'staff-role-changed',
    prepare: async (_services, db, { role, permissions }) => {
      const before = await roleNow(db, role)
      const after = [...new Set<Permission>(['session:own', ...permissions])]
      if (isSame(before, after)) return undefined
      return { subject: role, details: { act: 'change-role', role, before, after } }
    },
    execute: async ({ tx, at }, _subject, { role, before, after }) => {
      if (!isSame(await roleNow(tx, role), before)) return false
      await saveEditedRole(tx, role, after, at)
      return true
    },
  },
  'publish-product': {
    audit: 'product-published',
    prepare: async (_services, db, wish) => {
      const details = await preparePublishing(db, wish)
      return !details || isRefusal(details) ? details : { subject: wish.productId, details }
    },
    execute: (work, _subject, { product }) => executeProductChange(work, product),
  },
  'change-policy': {
    audit: 'policy-changed',
    prepare: async (_services, db, wish) => {
      const details = await preparePolicy(db, wish)
      return !details || isRefusal(details) ? details : { subject: POLICY, details }
    },
    execute: async (work, _subject, { policy }) => executePolicy(work, policy),
  },
  'change-content': {
    audit: 'content-changed',
    prepare: async (_services, db, wish) => {
      const details = await prepareContent(db, wish)
      return !details || isRefusal(details) ? details : { subject: wish.item, details }
    },
    execute: async (work, _subject, { content }, { proposalId }) =>
      executeContent(work, content, proposalId),
  },
  'withdraw-product': {
    audit: 'product-withdrawn',
    prepare: async (_services, db, wish) => {
      const details = await prepareWithdrawal(db, wish)
      return !details || isRefusal(details) ? details : { subject: wish.productId, details }
    },
    execute: (work, _subject, { product }) => executeProductChange(work, product),
  },
}

async function overdueKey(db: Queryable, orderId: string) {
  return isUuid(orderId) ? overdueOrder(db, orderId) : undefined
}

/** Executes an approved act; false if it no longer fits. */
export function executeAct<Act extends ActName>(
  work: Work<ActServices>,
  subject: string,
  details: DetailsOf<Act> & { readonly act: Act },
  persons: Persons,
): Promise<boolean> {
  return actHandlers[details.act].execute(work, subject, details, persons)
}

const makersOf = ({ proposalId, proposedBy, approvedBy }: Persons): Makers => ({
  proposalId,
  proposedBy,
  approvedBy,
})

async function roleNow(db: Queryable, role: Role): Promise<readonly Permission[]> {
  const edited = await editedRolesOf(db)
  return edited[role] ? [...permissionsOf([role], edited)] : DEFAULT_ROLES[role]
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.toSorted().join() === b.toSorted().join()
}
