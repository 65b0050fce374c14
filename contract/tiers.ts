import * as v from 'valibot'
import { percent, whole } from '#contract/wire.ts'
import { MOST_TIERS } from '#domain/lending/policy-limits.ts'

/** The loans repaid on time from which a discount on the processing fee holds, ascending. */
export const tiers = v.pipe(
  v.array(v.strictObject({ loansOnTime: whole, discount: percent })),
  v.maxLength(MOST_TIERS),
)
