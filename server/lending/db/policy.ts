/** The versions of the lender's policy: the figures of the decision rules and the limits, each from an India day on. */
import type { Day } from '#domain/day.ts'
import { DEFAULT_FIGURES, type DecisionFigures } from '#domain/lending/decision.ts'
import { DEFAULT_LIMITS, type PolicyLimits } from '#domain/lending/policy-limits.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import { type Row, statement } from '#server/platform/db/statement.ts'

const COLUMNS = `version, from_day AS "fromDay", affordable_percent AS "affordablePercent",
  out_of_reach_percent AS "outOfReachPercent", late_days_to_look_at AS "lateDaysToLookAt",
  late_days_to_deny AS "lateDaysToDeny", reapply_wait_days AS "reapplyWaitDays",
  offer_working_days AS "offerWorkingDays", tiers, ladder, second_person_from AS "secondPersonFrom",
  new_account_days AS "newAccountDays", looks_per_day AS "looksPerDay", names, made_at AS "madeAt"`

const inEffect = statement(
  'policy-in-effect',
  `SELECT ${COLUMNS} FROM policy_version WHERE from_day <= $1 ORDER BY version DESC LIMIT 1`,
)
const list = statement(
  'policy-versions',
  `SELECT ${COLUMNS} FROM policy_version ORDER BY version DESC LIMIT 200`,
)
const insert = statement(
  'policy-insert',
  `INSERT INTO policy_version (version, from_day, affordable_percent, out_of_reach_percent, late_days_to_look_at, late_days_to_deny,
     reapply_wait_days, offer_working_days, tiers, ladder, second_person_from, new_account_days, looks_per_day, names, made_at)
   VALUES (:version, :fromDay, :affordablePercent, :outOfReachPercent, :lateDaysToLookAt, :lateDaysToDeny,
     :reapplyWaitDays, :offerWorkingDays, :tiers, :ladder, :secondPersonFrom, :newAccountDays, :looksPerDay, :names, :madeAt)
   ON CONFLICT (version) DO NOTHING RETURNING version`,
)

/** The limits in effect on a day as one value, for a statement that reads something else: NULL where the lender has set none. */
export const limitsInEffect = (day: string) =>
  `(SELECT jsonb_build_object('reapplyWaitDays', reapply_wait_days, 'offerWorkingDays', offer_working_days, 'tiers', tiers,
       'ladder', ladder, 'secondPersonFrom', second_person_from, 'newAccountDays', new_account_days,
       'looksPerDay', looks_per_day)
     FROM policy_version WHERE from_day <= ${day} ORDER BY version DESC LIMIT 1)`

export type PolicyVersion = Row<'policy-versions'>
export type Policy = { readonly figures: DecisionFigures; readonly limits: PolicyLimits }

/** The policy in effect on an India day; that of the program, where the lender has set none. */
export async function policyOn(db: Queryable, day: Day): Promise<Policy> {
  return policyOf(await db.maybeOne(inEffect, [day]))
}

/** The figures in effect on an India day. */
export async function decisionFiguresOn(db: Queryable, day: Day): Promise<DecisionFigures> {
  return (await policyOn(db, day)).figures
}

/** The limits in effect on an India day. */
export async function limitsOn(db: Queryable, day: Day): Promise<PolicyLimits> {
  return (await policyOn(db, day)).limits
}

/** The policy of a version; that of the program without one. */
export function policyOf(version: PolicyVersion | undefined): Policy {
  if (!version) return { figures: DEFAULT_FIGURES, limits: DEFAULT_LIMITS }
  const { affordablePercent, outOfReachPercent, lateDaysToLookAt, lateDaysToDeny } = version
  const { reapplyWaitDays, offerWorkingDays, tiers, ladder, secondPersonFrom } = version
  const { newAccountDays, looksPerDay } = version
  return {
    figures: { affordablePercent, outOfReachPercent, lateDaysToLookAt, lateDaysToDeny },
    limits: {
      reapplyWaitDays,
      offerWorkingDays,
      tiers,
      ladder,
      secondPersonFrom,
      newAccountDays,
      looksPerDay,
    },
  }
}

/** Every version, the newest first. */
export const policyVersions = (db: Queryable) => db.query(list)

type NewPolicy = Policy & {
  readonly fromDay: Day
  /** The values that its proposal changed. */
  readonly names: readonly string[]
  readonly madeAt: Date
}

/** Adds a version after `base`, the newest one (0 if there is none); false if there is a newer one. */
export async function addPolicyVersion(
  db: Queryable,
  { figures, limits, fromDay, names, madeAt }: NewPolicy,
  base: number,
): Promise<boolean> {
  const asJson = [limits.tiers, limits.ladder, limits.looksPerDay]
  const [tiers, ladder, looksPerDay] = asJson.map(each => JSON.stringify(each))
  const rest = { tiers, ladder, looksPerDay, names, madeAt }
  const values = { version: base + 1, fromDay, ...figures, ...limits, ...rest }
  return (await db.maybeOne(insert, values)) !== undefined
}
