import * as v from 'valibot'
import { instant, rupees } from '#contract/wire.ts'

/**
 * A payment that was begun, and that its bank or UPI service has not answered yet. Meanwhile nothing
 * more is asked for, and a loan is no later than it was when the payment began (decision 6).
 */
export const underWay = v.nullable(v.object({ amount: rupees, since: instant }))
