/** A request for a hardship plan at the console: its effect, and the answer (decision 45). */
import type { Input, Output } from '#contract/endpoint.ts'
import { type Refusal, refused } from '#contract/envelope.ts'
import type { staffHardship } from '#contract/staff/hardship.ts'
import { indiaDayOf } from '#domain/day.ts'
import { awaitedHardshipPlan } from '#domain/lending/hardship.ts'
import { hardshipFactsOf } from '#domain/lending/key-facts-hardship.ts'
import { positionOn } from '#domain/lending/repayment.ts'
import { extensionsOf } from '#server/lending/db/extension.ts'
import {
  hardshipPlanOf,
  plansOfOtherLoans,
  waitingHardshipPlanOf,
} from '#server/lending/db/hardship.ts'
import { loanOf } from '#server/lending/db/loan.ts'
import { type Order, type OrderKey, orderOf } from '#server/lending/db/order.ts'
import { paidOf } from '#server/lending/extending/extension-quote.ts'
import { answerAwaitedPlan } from '#server/lending/restructuring/answer-plan.ts'
import { writeAudit } from '#server/platform/audit/entries.ts'
import type { Transaction } from '#server/platform/db/open.ts'
import type { Services } from '#server/services.ts'
import { type By, writeLook } from '#server/staff/looks/look.ts'

type HardshipPage = Output<typeof staffHardship.open>

const NOT_FOUND: Refusal<'order-not-found'> = refused('order-not-found')

/** Opens a request that waits, and records the look in the same transaction. */
export async function openHardship(
  services: Pick<Services, 'db' | 'cipher' | 'ids' | 'config'>,
  { orderId, why }: Input<typeof staffHardship.open>,
  by: By,
): Promise<HardshipPage | Refusal<'order-not-found'>> {
  return services.db.transaction(async tx => {
    const key = await waitingHardshipPlanOf(tx, orderId)
    const order = key && (await orderOf(tx, key.borrowerId, key.orderId))
    const opened = key && order && (await requestOf(tx, key, order, by.now))
    if (!opened) return NOT_FOUND
    const { borrowerId } = opened
    await writeLook(services, tx, { borrowerId, part: 'order', subjectId: orderId, why }, by)
    return opened
  })
}

async function requestOf(
  tx: Transaction,
  key: OrderKey,
  order: Order,
  now: Date,
): Promise<HardshipPage | undefined> {
  const today = indiaDayOf(now)
  const [request, loan, extensions, earlierPlans] = await Promise.all([
    hardshipPlanOf(tx, key),
    loanOf(tx, order),
    extensionsOf(tx, key.borrowerId, key.orderId),
    plansOfOtherLoans(tx, key),
  ])
  const plan = loan && awaitedHardshipPlan(loan, today)
  if (!request || !loan || !plan) return undefined
  const { payoff, nextDueDay } = positionOn(loan, today)
  if (!nextDueDay) return undefined
  const { orderNo, productName, terms, worstOverdueDays, arrive: received } = order
  const serviceFees = paidOf(extensions).map(({ serviceFee }) => serviceFee)
  const about = { loan, today, serviceFees, received, periodDays: terms.periodDays }
  const { apr, tenorDays } = hardshipFactsOf({ ...about, plan })
  return {
    ...key,
    orderNo,
    productName,
    principal: terms.principal,
    owedToday: payoff,
    requestedAt: request.requestedAt,
    answerBy: nextDueDay,
    referredFor: [...request.referredFor],
    worstOverdueDays,
    extensionsPaid: serviceFees.length,
    earlierPlans,
    ...plan,
    before: [...plan.before],
    after: [...plan.after],
    apr,
    tenorDays,
    maxTenorDays: terms.maxTenorDays,
  }
}

/** Grants a waiting request, or refuses it with the reason that the borrower reads; audited with it. */
export async function answerHardship(
  services: Pick<Services, 'db' | 'cipher' | 'clock' | 'ids' | 'queue'>,
  { orderId, reason }: { readonly orderId: string; readonly reason?: string },
  { staff, now }: By,
): Promise<null | Refusal<'outdated'>> {
  const { db, cipher } = services
  return db.transaction(async tx => {
    const key = await waitingHardshipPlanOf(tx, orderId)
    if (!key || !(await answerAwaitedPlan({ services, tx, at: now }, key, reason)))
      return refused('outdated')
    const actor = `staff:${staff.staffId}`
    const action = reason === undefined ? 'desk-approve' : 'desk-deny'
    await writeAudit(tx, cipher, { actor, action, subject: orderId, at: now })
    return null
  })
}
