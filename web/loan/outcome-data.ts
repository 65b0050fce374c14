import type { Output } from '#contract/endpoint.ts'
import type { order } from '#contract/order.ts'

/** The outcome of Get Money, a payment or an application. */
export type OutcomeData = NonNullable<Output<typeof order.outcome>['outcome']>
