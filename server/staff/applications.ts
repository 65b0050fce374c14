/** A referred application at the console: opened with a reason, revealed part by part, decided. */
import type { Input, Output } from '#contract/endpoint.ts'
import { type Refusal, refused } from '#contract/envelope.ts'
import type { application } from '#contract/staff/application.ts'
import { indiaDayOf } from '#domain/day.ts'
import { monthlyInstalmentRoundedHalfUp } from '#domain/lending/decision.ts'
import { type LookPart, type LookWhy, maskedName, maskedPhone } from '#domain/staff/look.ts'
import { phoneOf } from '#server/accounts/phone.ts'
import { identityOf } from '#server/identity/borrower-identity.ts'
import {
  applicationOf,
  approveByHand,
  type DecisionServices,
  denyByHand,
} from '#server/lending/borrowing/decide.ts'
import { orderOf } from '#server/lending/db/order.ts'
import { waitingOrderOf } from '#server/lending/db/waiting.ts'
import type { StaffSession } from '#server/platform/actions/staff-session.ts'
import { type AuditAction, writeAudit } from '#server/platform/audit/entries.ts'
import type { Transaction } from '#server/platform/db/open.ts'
import { insertLook } from '#server/staff/db/look.ts'
import { withSentence } from '#words/say.ts'

type By = { readonly staff: StaffSession; readonly now: Date }
type Opened = Output<typeof application.open>

const NOT_FOUND: Refusal<'order-not-found'> = refused('order-not-found')

/** Opens a referred application. The look is written down in the same transaction. */
export async function openApplication(
  services: DecisionServices,
  { orderId, why }: Input<typeof application.open>,
  by: By,
): Promise<Opened | Refusal<'order-not-found'>> {
  return services.db.transaction(async tx => {
    const key = await waitingOrderOf(tx, orderId)
    const order = key && (await orderOf(tx, key.borrowerId, key.orderId))
    if (!order) return NOT_FOUND
    const { borrowerId, orderNo, productName, appliedAt, terms, reasons } = order
    const facts = await applicationOf({ services, tx, at: by.now }, order)
    const store = { db: tx, cipher: services.cipher }
    const [identity, phone] = await Promise.all([
      identityOf(store, borrowerId, indiaDayOf(by.now)),
      phoneOf(store, borrowerId),
    ])
    await look(services, tx, { borrowerId, part: 'application', why }, by)
    return {
      orderId,
      orderNo,
      productName,
      appliedAt,
      principal: terms.principal,
      reasons: reasons.map(each => withSentence('order', each)),
      facts: {
        ageYears: facts.ageYears,
        namesAgree: facts.namesAgree,
        faceCheck: facts.faceCheck,
        cardsCheck: facts.cardsCheck,
        worstOverdueDays: facts.worstOverdueDays,
        otherRunningOrders: facts.otherRunningOrders,
        monthlyIncome: facts.monthlyIncome,
        monthlyObligations: facts.monthlyObligations,
        monthlyInstalment: monthlyInstalmentRoundedHalfUp(facts),
      },
      maskedName: maskedName(identity?.name ?? ''),
      maskedPhone: maskedPhone(phone),
    }
  })
}

/** The whole name or number of the borrower of a referred application. The look is written down. */
export async function revealOf(
  services: DecisionServices,
  { orderId, part, why }: Input<typeof application.reveal>,
  by: By,
): Promise<Output<typeof application.reveal> | Refusal<'order-not-found'>> {
  return services.db.transaction(async tx => {
    const key = await waitingOrderOf(tx, orderId)
    if (!key) return NOT_FOUND
    const { borrowerId } = key
    const store = { db: tx, cipher: services.cipher }
    const value =
      part === 'phone'
        ? await phoneOf(store, borrowerId)
        : ((await identityOf(store, borrowerId, indiaDayOf(by.now)))?.name ?? '')
    await look(services, tx, { borrowerId, part, why }, by)
    return { value }
  })
}

/** Records a look, for the borrower and in the audit log. */
async function look(
  { ids, cipher }: Pick<DecisionServices, 'ids' | 'cipher'>,
  tx: Transaction,
  at: { readonly borrowerId: string; readonly part: LookPart; readonly why: LookWhy },
  { staff, now }: By,
): Promise<void> {
  const [role] = staff.roles
  if (role === undefined) throw new Error('a member of staff has no role')
  const { staffId } = staff
  await insertLook(tx, { ...at, lookId: ids.uuid(now), staffId, role, at: now })
  const entry = { actor: `staff:${staffId}`, action: 'staff-looked', at: now } as const
  await writeAudit(tx, cipher, { ...entry, subject: at.borrowerId })
}

/** Approves a referred application. */
export async function approveApplication(
  services: DecisionServices,
  { orderId }: Input<typeof application.approve>,
  by: By,
): Promise<null | Refusal<'order-not-found'>> {
  const key = await waitingOrderOf(services.db, orderId)
  if (!key) return NOT_FOUND
  await auditDecision(services, 'desk-approve', orderId, by)
  return (await approveByHand(services, key)) ? null : NOT_FOUND
}

/** Denies a referred application, with the reason that the borrower reads. */
export async function denyApplication(
  services: DecisionServices,
  { orderId, reason }: Input<typeof application.deny>,
  by: By,
): Promise<null | Refusal<'order-not-found'>> {
  const key = await waitingOrderOf(services.db, orderId)
  if (!key) return NOT_FOUND
  await auditDecision(services, 'desk-deny', orderId, by)
  return (await denyByHand(services, key, reason)) ? null : NOT_FOUND
}

/** As at the operations desk, the act is recorded before it is tried, so that none goes unrecorded. */
async function auditDecision(
  { db, cipher }: Pick<DecisionServices, 'db' | 'cipher'>,
  action: AuditAction,
  subject: string,
  { staff, now }: By,
): Promise<void> {
  const entry = { actor: `staff:${staff.staffId}`, action, subject, at: now }
  await db.transaction(tx => writeAudit(tx, cipher, entry))
}
