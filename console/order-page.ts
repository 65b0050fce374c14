import type { Output } from '#contract/endpoint.ts'
import type { staffOrder } from '#contract/staff/order.ts'

/** The answer that the page of an order shows. */
export type OrderPage = Output<typeof staffOrder.open>
