/** The leases of the close of business: each names the server that works on a slot of a step. */

import type { ClosingStep } from '#server/lending/db/skipped-order.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import { statement } from '#server/platform/db/statement.ts'

/** A slot of a step, and who works on it. */
export type Lease = {
  readonly step: ClosingStep
  readonly slot: number
  readonly holder: string
}

/** A server is dead after this silence, by the database's clock. */
const HELD_SECONDS = 5

const take = statement(
  'closing-lease-take',
  `INSERT INTO closing_lease AS l (step, slot, holder, held_until)
   VALUES (:step, :slot, :holder, clock_timestamp() + make_interval(secs => ${HELD_SECONDS}))
   ON CONFLICT (step, slot) DO UPDATE SET holder = excluded.holder, held_until = excluded.held_until
   WHERE l.held_until < clock_timestamp() RETURNING slot`,
)
const renew = statement(
  'closing-lease-renew',
  `UPDATE closing_lease SET held_until = clock_timestamp() + make_interval(secs => ${HELD_SECONDS})
   WHERE step = :step AND slot = :slot AND holder = :holder RETURNING slot`,
)
const end = statement(
  'closing-lease-end',
  'DELETE FROM closing_lease WHERE step = :step AND slot = :slot AND holder = :holder',
)
const selectHeld = statement(
  'closing-lease-held',
  'SELECT slot FROM closing_lease WHERE step = $1 AND held_until >= clock_timestamp()',
)

/** Takes a slot without a holder, or whose holder has fallen silent; false if it is held. */
export async function takeLease(db: Queryable, lease: Lease): Promise<boolean> {
  return (await db.maybeOne(take, lease)) !== undefined
}

/** Holds a slot for longer; false once another has taken it. */
export async function renewLease(db: Queryable, lease: Lease): Promise<boolean> {
  return (await db.maybeOne(renew, lease)) !== undefined
}

/** Gives a slot back, if it is still held. */
export async function endLease(db: Queryable, lease: Lease): Promise<void> {
  await db.query(end, lease)
}

/** The slots of a step that are held. */
export async function heldSlots(db: Queryable, step: ClosingStep): Promise<ReadonlySet<number>> {
  return new Set((await db.query(selectHeld, [step])).map(({ slot }) => slot))
}
