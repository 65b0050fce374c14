/** The limits that borrowers set for their own new loans. */

import { type Day, day } from '#domain/day.ts'
import { NO_OWN_LIMITS, type OwnLimits, type PauseEnd } from '#domain/lending/own-limits.ts'
import { paise } from '#domain/money.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import { type Row, statement } from '#server/platform/db/statement.ts'

/** PostgreSQL's last day. */
const OPEN = 'infinity'

const ofBorrowers = statement(
  'own-limits',
  `SELECT borrower_id, ceiling, later_ceiling, ceiling_eases, paused_until, later_paused_until, pause_eases
   FROM own_limit WHERE borrower_id = ANY ($1)`,
)
const save = statement(
  'own-limits-save',
  `INSERT INTO own_limit (borrower_id, ceiling, later_ceiling, ceiling_eases, paused_until, later_paused_until, pause_eases, changed_at)
   VALUES (:borrowerId, :ceiling, :laterCeiling, :ceilingEases, :pausedUntil, :laterPausedUntil, :pauseEases, :at)
   ON CONFLICT (borrower_id) DO UPDATE SET ceiling = excluded.ceiling, later_ceiling = excluded.later_ceiling,
     ceiling_eases = excluded.ceiling_eases, paused_until = excluded.paused_until,
     later_paused_until = excluded.later_paused_until, pause_eases = excluded.pause_eases, changed_at = excluded.changed_at`,
)

export type OwnLimitColumns = Omit<Row<'own-limits'>, 'borrower_id'>

/** The limits of one borrower; of one who never set any, none. */
export async function ownLimitsOf(db: Queryable, borrowerId: string): Promise<OwnLimits> {
  const [limits = NO_OWN_LIMITS] = await ownLimitsOfEach(db, [borrowerId])
  return limits
}

/** The limits of each borrower, at the same index. */
export async function ownLimitsOfEach(
  db: Queryable,
  borrowerIds: readonly string[],
): Promise<OwnLimits[]> {
  const rows = await db.query(ofBorrowers, [borrowerIds])
  const limits = new Map(rows.map(row => [row.borrower_id, ownLimitsOfColumns(row)]))
  return borrowerIds.map(id => limits.get(id) ?? NO_OWN_LIMITS)
}

export async function saveOwnLimits(
  tx: Queryable,
  borrowerId: string,
  { ceiling, pause }: OwnLimits,
  at: Date,
): Promise<void> {
  await tx.query(save, {
    borrowerId,
    ceiling: ceiling.value,
    laterCeiling: ceiling.later?.value,
    ceilingEases: ceiling.later?.from,
    pausedUntil: storedEnd(pause.value),
    laterPausedUntil: storedEnd(pause.later?.value),
    pauseEases: pause.later?.from,
    at,
  })
}

/** The limits in a row. */
export function ownLimitsOfColumns(row: OwnLimitColumns): OwnLimits {
  const { ceiling, later_ceiling, ceiling_eases, paused_until, later_paused_until, pause_eases } =
    row
  const amount = (stored: number | null) => (stored === null ? null : paise(stored))
  return {
    ceiling: {
      value: amount(ceiling),
      later: ceiling_eases && { value: amount(later_ceiling), from: ceiling_eases },
    },
    pause: {
      value: endOf(paused_until),
      later: pause_eases && { value: endOf(later_paused_until), from: pause_eases },
    },
  }
}

function endOf(stored: string | null): PauseEnd | null {
  if (stored === null) return null
  return stored === OPEN ? 'open' : day(stored)
}

function storedEnd(end: PauseEnd | null | undefined): Day | undefined {
  return end === 'open' ? (OPEN as Day) : (end ?? undefined)
}
