import * as v from 'valibot'
import type { Endpoints } from '#contract/endpoint.ts'
import { id, indiaDay, instant, nothing, percent, rupees, text, whole } from '#contract/wire.ts'
import { LOOK_WHYS } from '#domain/staff/look.ts'

const repayments = v.array(v.object({ day: indiaDay, amount: rupees }))
const reason = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(300), v.excludes('\0'))

/** A request for later due days that waits for a person (decision 45). */
export const staffHardship = {
  open: {
    does: 'A request for a hardship plan that waits for a person, and what granting it today would change. The look is written down.',
    method: 'POST',
    path: '/staff/v1/hardship/open',
    auth: { staff: 'borrowers:read' },
    sends: 'json',
    input: v.strictObject({ orderId: id, why: v.picklist(LOOK_WHYS) }),
    output: v.object({
      orderId: id,
      orderNo: text,
      borrowerId: id,
      productName: text,
      principal: rupees,
      owedToday: rupees,
      requestedAt: instant,
      /** Without an answer by the end of this day it counts as granted. */
      answerBy: indiaDay,
      /** Why the rules left it to a person. */
      referredFor: v.array(
        v.picklist(['long-move', 'was-overdue', 'was-extended', 'earlier-plan']),
      ),
      worstOverdueDays: whole,
      extensionsPaid: whole,
      /** How many other loans of the borrower had a plan. */
      earlierPlans: whole,
      moveDays: whole,
      before: repayments,
      after: repayments,
      addedInterest: rupees,
      totalBefore: rupees,
      totalAfter: rupees,
      /** The APR of the whole loan with the plan. */
      apr: percent,
      /** The loan's age in days on its last new due day, and the most that was agreed. */
      tenorDays: whole,
      maxTenorDays: whole,
    }),
    refusals: ['order-not-found', 'look-limit-reached'],
    ours: true,
  },
  grant: {
    does: 'Grants a request that waits: the due days move today, and the borrower is notified.',
    method: 'POST',
    path: '/staff/v1/hardship/grant',
    auth: { staff: 'hardship:decide' },
    sends: 'json',
    input: v.strictObject({ orderId: id }),
    output: nothing,
    refusals: ['outdated'],
    reauthenticates: true,
    ours: true,
  },
  refuse: {
    does: 'Refuses a request that waits, with the reason that the borrower reads. The due days stay.',
    method: 'POST',
    path: '/staff/v1/hardship/refuse',
    auth: { staff: 'hardship:decide' },
    sends: 'json',
    input: v.strictObject({ orderId: id, reason }),
    output: nothing,
    refusals: ['outdated'],
    reauthenticates: true,
    ours: true,
  },
} satisfies Endpoints
