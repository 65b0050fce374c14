import type { Day } from '#domain/day.ts'
import type { OrderKey } from '#server/db/closing.ts'
import type { Queryable, Transaction } from '#server/db/open.ts'
import { type Order, orderOf } from '#server/db/order.ts'
import { lockBorrower } from '#server/db/verification.ts'
import type { LendingServices } from '#server/flows/lending-services.ts'

const BATCH = 100

type Find = (db: Queryable, today: Day, limit: number) => Promise<OrderKey[]>
type Close = (tx: Transaction, order: Order, today: Day, at: Date) => Promise<boolean>

/** What the calendar does, order by order: batch after batch, each order in its own transaction, until nothing is found or can be done. */
export async function closeEach({ db, clock, log }: LendingServices, find: Find, today: Day, close: Close): Promise<number> {
  let total = 0
  for (;;) {
    const keys = await find(db, today, BATCH)
    let closed = 0
    for (const { borrowerId, orderId } of keys) {
      const isClosed = await db
        .transaction(async tx => {
          const [, order] = await Promise.all([lockBorrower(tx, borrowerId), orderOf(tx, borrowerId, orderId)])
          return order !== undefined && close(tx, order, today, clock.now())
        })
        .catch((error: Error) =>
          log.error({ err: error, orderId }, 'an order could not be closed for the day; it is tried again'),
        )
      if (isClosed) closed += 1
    }
    total += closed
    if (keys.length < BATCH || closed === 0) return total
  }
}
