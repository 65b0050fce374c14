import type { Output } from '#contract/endpoint.ts'
import type { order } from '#contract/order.ts'

export type OrderData = Output<typeof order.detail>
export type Position = NonNullable<OrderData['position']>
