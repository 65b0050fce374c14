import * as v from 'valibot'
import type { Endpoints } from '#contract/endpoint.ts'
import { ladder, tiers } from '#contract/tiers.ts'
import { indiaDay, instant, percent, rupees, text, whole } from '#contract/wire.ts'
import { DECISION_REASONS } from '#domain/lending/decision.ts'
import { ROLES } from '#domain/staff/permissions.ts'

/** The figures of the decision rules that are the lender's policy. */
export const decisionFigures = v.strictObject({
  affordablePercent: whole,
  outOfReachPercent: whole,
  lateDaysToLookAt: whole,
  lateDaysToDeny: whole,
})

/** The limits that are the lender's policy: times in days, the discounts for loans repaid on time, and the amounts that repaid loans open. */
export const policyLimits = v.strictObject({
  reapplyWaitDays: whole,
  offerWorkingDays: whole,
  tiers,
  ladder,
  /** The principal from which approving an application by hand needs a second person. */
  secondPersonFrom: v.nullable(rupees),
  /** The days for which an account of staff does not decide with those who made or renewed it. */
  newAccountDays: whole,
  /** The daily limit of looks for each role, in points; a missing role has the default. */
  looksPerDay: v.strictObject(v.entriesFromList(ROLES, v.optional(whole))),
})

const OUTCOMES = ['approve', 'refer', 'deny', 'not-offered'] as const
const counts = v.object({ approve: whole, refer: whole, deny: whole, 'not-offered': whole })
const cost = v.object({ repayment: rupees, cost: rupees, apr: percent })

/** A change run over past applications. It names orders, and no borrower. */
export const rehearsal = v.object({
  applications: whole,
  before: counts,
  after: counts,
  /** The cost of all loans that would be offered: as it was, and as it would be. */
  costBefore: rupees,
  costAfter: rupees,
  changed: v.array(
    v.object({
      orderNo: text,
      principal: rupees,
      before: v.picklist(OUTCOMES),
      after: v.picklist(OUTCOMES),
      reasons: v.array(v.picklist(DECISION_REASONS)),
      costBefore: cost,
      costAfter: v.nullable(cost),
    }),
  ),
})

export const policy = {
  list: {
    does: 'The policy values in effect today, those proposed, and every version of them.',
    method: 'GET',
    path: '/staff/v1/policy',
    auth: { staff: 'policy:read' },
    sends: 'query',
    input: v.strictObject({}),
    output: v.object({
      today: indiaDay,
      figures: decisionFigures,
      limits: policyLimits,
      versions: v.array(
        v.object({
          version: whole,
          fromDay: indiaDay,
          figures: decisionFigures,
          limits: policyLimits,
          madeAt: instant,
        }),
      ),
      /** The policy that is proposed and waits for a second person. */
      proposed: v.nullable(
        v.object({ fromDay: indiaDay, figures: decisionFigures, limits: policyLimits }),
      ),
    }),
    refusals: [],
    ours: true,
  },
  rehearse: {
    does: 'Runs other figures of the decision rules over the newest applications of a year.',
    method: 'POST',
    path: '/staff/v1/policy/rehearse',
    auth: { staff: 'policy:read' },
    sends: 'json',
    input: v.strictObject({ figures: decisionFigures }),
    output: rehearsal,
    refusals: ['input-invalid'],
    ours: true,
  },
} satisfies Endpoints
