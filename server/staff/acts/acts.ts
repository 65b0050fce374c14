/**
 * The acts that two persons do: each is prepared when it is proposed, as the effect that both read,
 * and done when it is approved, on the flows of the lower rooms.
 */

import { isRefusal, type Refusal } from '#contract/envelope.ts'
import type { Day } from '#domain/day.ts'
import { type Paise, paise } from '#domain/money.ts'
import { itemIdOf } from '#domain/staff/inbox.ts'
import {
  GIVEN_ROLES,
  type Permission,
  permissionsOf,
  type Role,
} from '#domain/staff/permissions.ts'
import type { ActName } from '#domain/staff/proposal.ts'
import { isUuid, orderOf } from '#server/lending/db/order.ts'
import { closeUnattributedEvent, unattributedEvents } from '#server/lending/db/payment.ts'
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
import {
  type ContentChange,
  type ContentWish,
  executeContent,
  prepareContent,
} from '#server/staff/catalogue/content.ts'
import type { ChangedValue, DatedPlace } from '#server/staff/catalogue/dated.ts'
import {
  executePolicy,
  POLICY,
  type PolicyChange,
  preparePolicy,
} from '#server/staff/catalogue/policy.ts'
import {
  type CostExample,
  executeProductChange,
  type ProductChange,
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

/** The effect of an act, as it is proposed, stored, and read by the one who decides. */
export type Effect = {
  readonly orderNo: string | null
  /** Paise. */
  readonly amount: Paise | null
  readonly reference: string | null
  readonly mail: string | null
  readonly role: Role | null
  /** The version of a product; missing in proposals older than products as data. */
  readonly product?: ProductChange
  readonly policy?: PolicyChange
  readonly content?: ContentChange
  /** Of values that hold from a day on: their day, and the versions before and after it. */
  readonly dated?: DatedPlace | null
  /** The values that change. Missing in proposals of a previous version, which have lines instead. */
  readonly values?: readonly ChangedValue[]
  readonly example?: CostExample | null
  readonly before: readonly string[]
  readonly after: readonly string[]
}

const NO_EFFECT: Effect = {
  orderNo: null,
  amount: null,
  reference: null,
  mail: null,
  role: null,
  before: [],
  after: [],
}

/** The wish of a proposer, by its act. */
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
type Prepared = { readonly subject: string; readonly effect: Effect }
/** By whom an act is proposed and approved. */
type Persons = Makers & { readonly proposalId: string; readonly proposedBy: string }

/** Acts whose values hold from a day on. */
type DatedAct = 'publish-product' | 'withdraw-product' | 'change-policy' | 'change-content'
/** Why an act is not proposed. */
export type NotProposed<Act extends ActName> =
  | 'not-permitted'
  | 'outdated'
  | (Act extends DatedAct ? 'later-version-conflicts' : never)

type ActFlow<Act extends ActName> = {
  readonly audit: AuditAction
  /** The effect, by the state of things; undefined where the wish does not fit it. */
  readonly prepare: (
    services: Pick<ActServices, 'cipher' | 'clock'>,
    tx: Transaction,
    wish: Wishes[Act],
  ) => Promise<Prepared | Refusal<NotProposed<Act>> | undefined>
  /** Does it; false where it no longer fits. */
  readonly execute: (
    work: Work<ActServices>,
    subject: string,
    effect: Effect,
    persons: Persons,
  ) => Promise<boolean>
}

export const FLOWS: { readonly [Act in ActName]: ActFlow<Act> } = {
  'settle-refund': {
    audit: 'desk-settle-refund',
    prepare: async (_services, db, { refundId, reference }) => {
      const refund = await givenUpRefund(db, refundId)
      if (!refund) return undefined
      const { orderNo, amount } = refund
      return { subject: refundId, effect: { ...NO_EFFECT, orderNo, amount, reference } }
    },
    execute: (work, subject, { reference }) => settleRefundByHand(work, subject, reference ?? ''),
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
      return { subject: payoutId, effect: { ...NO_EFFECT, orderNo, amount } }
    },
    execute: ({ tx, at }, subject) => stopPayoutByHand(tx, subject, at),
  },
  'approve-application': {
    audit: 'desk-approve',
    prepare: async (services, tx, { orderId }) => {
      const approval = await prepareApproval(services, tx, orderId)
      if (!approval) return undefined
      const { orderNo, terms } = approval.order
      const effect = { ...NO_EFFECT, orderNo, amount: terms.principal, after: approval.denials }
      return { subject: orderId, effect }
    },
    execute: (work, orderId, { after }) => executeApproval(work, orderId, after),
  },
  'waive-penal': {
    audit: 'penal-waived',
    prepare: async ({ clock }, db, { orderId, amount }) => {
      const key = await overdueKey(db, orderId)
      const found = key && (await waivable(db, key, amount, clock.now()))
      if (!found) return undefined
      const { orderNo } = found.order
      return { subject: orderId, effect: { ...NO_EFFECT, orderNo, amount } }
    },
    execute: async (work, orderId, { amount }) => {
      const key = await overdueKey(work.tx, orderId)
      return key && amount !== null ? waivePenalCharges(work, key, amount) : false
    },
  },
  'close-unknown-payment': {
    audit: 'unknown-payment-closed',
    prepare: async (_services, db, { id, reference }) => {
      const event = await unknownPayment(db, id)
      if (!event) return undefined
      const { amount, vendor, currency } = event
      const effect = {
        ...NO_EFFECT,
        amount: currency === null ? paise(amount) : null,
        reference,
        after: [currency === null ? vendor : `${vendor} (${currency})`],
      }
      return { subject: id, effect }
    },
    execute: async ({ tx, at }, subject, { reference }) => {
      const event = await unknownPayment(tx, subject)
      return event ? closeUnattributedEvent(tx, event, reference, at) : false
    },
  },
  'invite-staff': {
    audit: 'staff-invited',
    prepare: async (services, db, { mail, roles }) => {
      const hash = mailHashOf(services, mail)
      if (await staffByMail(db, hash)) return undefined
      return { subject: hash.toString('hex'), effect: { ...NO_EFFECT, mail, after: roles } }
    },
    execute: async (work, _subject, { mail, after }, persons) => {
      const roles = after as readonly Role[]
      const staffId = await addStaff(work, { mail: mail ?? '', roles, isSimulated: false })
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
      return {
        subject: staffId,
        effect: { ...NO_EFFECT, mail, before: person.roles, after: roles },
      }
    },
    execute: async ({ tx, at }, subject, { before, after }) => {
      const person = await staffOf(tx, subject)
      if (!person || person.endedAt || !isSame(person.roles, before)) return false
      return after.length === 0
        ? endStaff(tx, subject, at)
        : setStaffRoles(tx, subject, after as readonly Role[])
    },
  },
  'renew-staff': {
    audit: 'staff-renewed',
    prepare: async (services, db, { staffId }) => {
      const person = await staffOf(db, staffId)
      if (!person || person.endedAt || person.isSimulated) return undefined
      const roles = person.roles
      const effect = { ...NO_EFFECT, mail: mailOf(services, person), before: roles, after: roles }
      return { subject: staffId, effect }
    },
    execute: async ({ tx, at }, subject, _effect, persons) => {
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
      return { subject: role, effect: { ...NO_EFFECT, role, before, after } }
    },
    execute: async ({ tx, at }, _subject, { role, before, after }) => {
      if (role === null || !isSame(await roleNow(tx, role), before)) return false
      await saveEditedRole(tx, role, after as readonly Permission[], at)
      return true
    },
  },
  'publish-product': {
    audit: 'product-published',
    prepare: async (_services, db, wish) =>
      datedEffect(wish.productId, await preparePublishing(db, wish)),
    execute: changeProduct,
  },
  'change-policy': {
    audit: 'policy-changed',
    prepare: async (_services, db, wish) => datedEffect(POLICY, await preparePolicy(db, wish)),
    execute: async (work, _subject, { policy }) => (policy ? executePolicy(work, policy) : false),
  },
  'change-content': {
    audit: 'content-changed',
    prepare: async (_services, db, wish) => datedEffect(wish.item, await prepareContent(db, wish)),
    execute: async (work, _subject, { content }, { proposalId }) =>
      content ? executeContent(work, content, proposalId) : false,
  },
  'withdraw-product': {
    audit: 'product-withdrawn',
    prepare: async (_services, db, wish) =>
      datedEffect(wish.productId, await prepareWithdrawal(db, wish)),
    execute: changeProduct,
  },
}

async function overdueKey(db: Queryable, orderId: string) {
  return isUuid(orderId) ? overdueOrder(db, orderId) : undefined
}

/** More than ever wait. */
const MOST_EVENTS = 10_000

async function unknownPayment(db: Queryable, id: string) {
  return (await unattributedEvents(db, MOST_EVENTS)).find(({ eventId }) => itemIdOf(eventId) === id)
}

function datedEffect(
  subject: string,
  change: Partial<Effect> | Refusal<'later-version-conflicts'> | undefined,
): Prepared | Refusal<'later-version-conflicts'> | undefined {
  if (!change || isRefusal(change)) return change
  return { subject, effect: { ...NO_EFFECT, ...change } }
}

async function changeProduct(
  work: Work<ActServices>,
  _subject: string,
  { product }: Effect,
): Promise<boolean> {
  return product ? executeProductChange(work, product) : false
}

const makersOf = ({ proposalId, proposedBy, approvedBy }: Persons): Makers => ({
  proposalId,
  proposedBy,
  approvedBy,
})

async function roleNow(db: Queryable, role: Role): Promise<readonly Permission[]> {
  const edited = await editedRolesOf(db)
  return edited[role] ? [...permissionsOf([role], edited)] : GIVEN_ROLES[role]
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.toSorted().join() === b.toSorted().join()
}
