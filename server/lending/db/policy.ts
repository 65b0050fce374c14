/** The versions of the lender's policy: the figures of the decision rules, each from an India day on. */
import type { Day } from '#domain/day.ts'
import { type DecisionFigures, GIVEN_FIGURES } from '#domain/lending/decision.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import { type Row, statement } from '#server/platform/db/statement.ts'

const COLUMNS = `version, from_day AS "fromDay", affordable_percent AS "affordablePercent",
  out_of_reach_percent AS "outOfReachPercent", late_days_to_look_at AS "lateDaysToLookAt",
  late_days_to_deny AS "lateDaysToDeny", made_at AS "madeAt"`

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
     made_at)
   VALUES (:version, :fromDay, :affordablePercent, :outOfReachPercent, :lateDaysToLookAt, :lateDaysToDeny, :madeAt)
   ON CONFLICT (version) DO NOTHING RETURNING version`,
)

export type PolicyVersion = Row<'policy-versions'>

/** The figures in effect on an India day; those of the program, where the lender has set none. */
export async function decisionFiguresOn(db: Queryable, day: Day): Promise<DecisionFigures> {
  const version = await db.maybeOne(inEffect, [day])
  return version ? figuresOf(version) : GIVEN_FIGURES
}

export function figuresOf(version: PolicyVersion): DecisionFigures {
  const { affordablePercent, outOfReachPercent, lateDaysToLookAt, lateDaysToDeny } = version
  return { affordablePercent, outOfReachPercent, lateDaysToLookAt, lateDaysToDeny }
}

/** Every version, the newest first. */
export const policyVersions = (db: Queryable) => db.query(list)

/** Adds a version after `base`, the newest one (0 if there is none); false if there is a newer one. */
export async function addPolicyVersion(
  db: Queryable,
  { figures, fromDay, madeAt }: { figures: DecisionFigures; fromDay: Day; madeAt: Date },
  base: number,
): Promise<boolean> {
  const row = await db.maybeOne(insert, { version: base + 1, fromDay, ...figures, madeAt })
  return row !== undefined
}
