import * as v from 'valibot'
import type { Endpoints } from '#contract/endpoint.ts'
import { id, instant, nothing, rupees, statedReason, text, whole } from '#contract/wire.ts'
import { LOOK_WHYS } from '#domain/staff/look.ts'

/** The reason that the borrower reads (specification §4, "Denied"). */
const told = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(300))
const why = v.picklist(LOOK_WHYS)

export const application = {
  open: {
    does: 'A referred application with the facts of its decision. The look is written down.',
    method: 'POST',
    path: '/staff/v1/application/open',
    auth: { staff: 'applications:read' },
    sends: 'json',
    input: v.strictObject({ orderId: id, why }),
    output: v.object({
      orderId: id,
      orderNo: text,
      productName: text,
      appliedAt: instant,
      principal: rupees,
      reasons: v.array(statedReason),
      facts: v.object({
        ageYears: whole,
        namesAgree: text,
        faceCheck: text,
        cardsCheck: text,
        worstOverdueDays: whole,
        otherRunningOrders: whole,
        monthlyIncome: rupees,
        monthlyObligations: rupees,
        monthlyInstalment: rupees,
      }),
      maskedName: text,
      maskedPhone: text,
    }),
    refusals: ['order-not-found'],
    ours: true,
  },
  reveal: {
    does: 'The name or the number of the borrower of a referred application. The look is written down.',
    method: 'POST',
    path: '/staff/v1/application/reveal',
    auth: { staff: 'borrowers:reveal' },
    sends: 'json',
    input: v.strictObject({ orderId: id, part: v.picklist(['name', 'phone']), why }),
    output: v.object({ value: text }),
    refusals: ['order-not-found'],
    ours: true,
  },
  approve: {
    does: 'Approves a referred application.',
    method: 'POST',
    path: '/staff/v1/application/approve',
    auth: { staff: 'applications:decide' },
    sends: 'json',
    input: v.strictObject({ orderId: id }),
    output: nothing,
    refusals: ['order-not-found'],
    provesAnew: true,
    ours: true,
  },
  deny: {
    does: 'Denies a referred application, with the reason that the borrower reads.',
    method: 'POST',
    path: '/staff/v1/application/deny',
    auth: { staff: 'applications:decide' },
    sends: 'json',
    input: v.strictObject({ orderId: id, reason: told }),
    output: nothing,
    refusals: ['order-not-found'],
    provesAnew: true,
    ours: true,
  },
} satisfies Endpoints
