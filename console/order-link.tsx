import { Link } from 'wouter'

/** The address of an order's page. */
export function orderPath(orderNo: string): string {
  return `/order/${orderNo.replaceAll(' ', '')}`
}

/** An order's number, which opens its page. */
export function OrderLink({ orderNo }: { orderNo: string }) {
  return <Link href={orderPath(orderNo)}>{orderNo}</Link>
}
