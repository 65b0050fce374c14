import * as v from 'valibot'
import { percent, rupees, whole } from '#contract/wire.ts'
import { TIERS_MAX } from '#domain/lending/policy-limits.ts'

/** The loans repaid on time from which a discount on the processing fee holds, ascending. */
export const tiers = v.pipe(
  v.array(v.strictObject({ loansOnTime: whole, discount: percent })),
  v.maxLength(TIERS_MAX),
)

const rung = v.strictObject({ loansRepaid: whole, least: rupees, most: rupees })

/** The amounts that repaid loans open, ascending; the second rung opens the silver tier, the third the gold one. */
export const ladder = v.pipe(v.strictTuple([rung, rung, rung]), v.readonly())
