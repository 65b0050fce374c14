/**
 * The credit and cost that sign-in codes gave addresses and prefixes, counted once for all servers.
 */
import { forgetAll, forgetting } from '#server/platform/db/forget.ts'
import type { Queryable, Transaction } from '#server/platform/db/open.ts'
import { type Row, statement } from '#server/platform/db/statement.ts'

export type StandingRow = Row<'code-standing-read'>

const lockRows = statement(
  'code-standing-lock',
  // Sorts them by name, so that requests never deadlock.
  `INSERT INTO code_standing AS s (scope, credit, changed_at)
   SELECT scope, credit, $3::timestamptz FROM unnest($1::text[], $2::int[]) AS input (scope, credit) ORDER BY scope
   ON CONFLICT (scope) DO UPDATE SET scope = excluded.scope
   RETURNING scope, credit, rights, strikes, struck_at AS "struckAt", changed_at AS "changedAt"`,
)
const readRows = statement(
  'code-standing-read',
  `SELECT scope, credit, rights, strikes, struck_at AS "struckAt", changed_at AS "changedAt" FROM code_standing
   WHERE scope = ANY ($1)`,
)
const saveRow = statement(
  'code-standing-save',
  `UPDATE code_standing SET credit = :credit, rights = :rights, strikes = :strikes, struck_at = :struckAt,
     changed_at = :changedAt WHERE scope = :scope`,
)
const chargeBudget = statement(
  'code-standing-charge',
  // $4 is the amount that refills in an hour. A clock that is behind refills nothing.
  `INSERT INTO code_standing AS s (scope, credit, changed_at) VALUES ($1, $2::int - $3::int, $5)
   ON CONFLICT (scope) DO UPDATE
   SET credit = least($2::int, s.credit
         + floor(greatest(0, extract(epoch FROM $5::timestamptz - s.changed_at)) * $4::int / 3600)::int) - $3::int,
       changed_at = greatest(s.changed_at, $5)`,
)
const forget = forgetting('code-standing-forget', {
  table: 'code_standing',
  key: 'scope',
  isPast: 'changed_at < $1',
})

/**
 * Locks the standings of these scopes until the transaction ends; a new scope starts with the given
 * credit.
 */
export function lockStandings(
  tx: Transaction,
  fresh: ReadonlyMap<string, number>,
  now: Date,
): Promise<StandingRow[]> {
  return tx.query(lockRows, [[...fresh.keys()], [...fresh.values()], now])
}

export function readStandings(db: Queryable, scopes: readonly string[]): Promise<StandingRow[]> {
  return db.query(readRows, [scopes])
}

export async function saveStanding(tx: Transaction, row: StandingRow): Promise<void> {
  await tx.query(saveRow, row)
}

export type Charge = {
  readonly scope: string
  readonly max: number
  readonly perHour: number
  readonly cost: number
  readonly now: Date
}

/**
 * Takes the current balance from a shared budget. It may fall below zero: several requests read it
 * before one charges it.
 */
export async function chargeSharedBudget(
  db: Queryable,
  { scope, max, perHour, cost, now }: Charge,
): Promise<void> {
  await db.query(chargeBudget, [scope, max, cost, perHour, now])
}

export async function forgetStandings(db: Queryable, before: Date): Promise<void> {
  await forgetAll(db, forget, [before])
}
