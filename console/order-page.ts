import type { Output } from '#contract/endpoint.ts'
import type { staffOrder } from '#contract/staff/order.ts'

/** An order as its page got it. */
export type OrderPage = Output<typeof staffOrder.open>
