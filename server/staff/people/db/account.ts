/** How the account of each person was made or renewed, and who confirmed it (decision 93). */
import type { Queryable, Transaction } from '#server/platform/db/open.ts'
import { type Row, statement } from '#server/platform/db/statement.ts'

/** The act of the proposal, if there was one. */
const ACT = '(SELECT p.act FROM proposal p WHERE p.proposal_id = a.proposal_id) AS act'

const store = statement(
  'staff-account-make',
  `INSERT INTO staff_account (staff_id, proposal_id, proposed_by, approved_by, made_at)
   VALUES (:staffId, :proposalId, :proposedBy, :approvedBy, :madeAt)
   ON CONFLICT (staff_id) DO UPDATE SET proposal_id = excluded.proposal_id, proposed_by = excluded.proposed_by,
     approved_by = excluded.approved_by, made_at = excluded.made_at, opened_at = NULL, opened_by = NULL, confirmed_by = NULL,
     confirmed_at = NULL, is_alone = false`,
)
const drop = statement('staff-account-drop', 'DELETE FROM staff_account WHERE staff_id = $1')
const one = statement(
  'staff-account',
  `SELECT a.staff_id AS "staffId", a.proposed_by AS "proposedBy", a.approved_by AS "approvedBy", a.opened_at AS "openedAt",
     a.opened_by AS "openedBy", a.confirmed_at AS "confirmedAt", ${ACT}
   FROM staff_account a WHERE a.staff_id::text = $1`,
)
const waiting = statement(
  'staff-accounts-waiting',
  `SELECT a.staff_id AS "staffId", a.proposed_by AS "proposedBy", a.approved_by AS "approvedBy", a.opened_at AS "openedAt", ${ACT}
   FROM staff_account a WHERE a.confirmed_at IS NULL LIMIT 500`,
)
const open = statement(
  'staff-account-open',
  `UPDATE staff_account SET opened_at = $3, opened_by = $2 WHERE staff_id = $1 AND opened_at IS NULL RETURNING staff_id AS "staffId"`,
)
const confirm = statement(
  'staff-account-confirm',
  `UPDATE staff_account SET confirmed_by = :confirmedBy, confirmed_at = :at, is_alone = :isAlone
   WHERE staff_id = :staffId AND confirmed_at IS NULL AND opened_at IS NOT NULL RETURNING staff_id AS "staffId"`,
)
const newOnes = statement(
  'staff-accounts-new',
  `SELECT staff_id AS "staffId", proposed_by AS "proposedBy", approved_by AS "approvedBy", confirmed_by AS "confirmedBy",
     confirmed_at AS "confirmedAt!"
   FROM staff_account WHERE confirmed_at > $1 LIMIT 500`,
)
/** Everybody whose account works and who can sign in. */
const able = statement(
  'staff-able',
  `SELECT s.staff_id AS "staffId", s.roles FROM staff s WHERE s.ended_at IS NULL
     AND NOT EXISTS (SELECT FROM staff_account a WHERE a.staff_id = s.staff_id AND a.confirmed_at IS NULL)
     AND (s.provider_hash IS NOT NULL OR EXISTS (SELECT FROM staff_passkey p WHERE p.staff_id = s.staff_id)
       OR (s.is_simulated AND $1)) LIMIT 500`,
)

export type AccountRow = Row<'staff-account'>
/** The makers of an account; null without a proposal, where a command makes it. */
export type Makers = {
  readonly proposalId: string | null
  readonly proposedBy: string | null
  readonly approvedBy: string | null
}

/** Renews the account of a person: it works again once it is opened and confirmed. */
export async function makeAccount(
  tx: Transaction,
  staffId: string,
  makers: Makers,
  madeAt: Date,
): Promise<void> {
  await tx.query(store, { staffId, ...makers, madeAt })
}

/** Lets the account of a person work without a confirmation. */
export async function freeAccount(tx: Transaction, staffId: string): Promise<void> {
  await tx.query(drop, [staffId])
}

/** How an account was made; undefined for one that needs no confirmation. */
export const accountOf = (db: Queryable, staffId: string) => db.maybeOne(one, [staffId])

/** The accounts that wait for somebody to open or to confirm them. */
export const waitingAccounts = (db: Queryable) => db.query(waiting)

/** How an account is opened. */
export type OpeningWay = NonNullable<AccountRow['openedBy']>

/** Notes that an account was opened; false if it was open already. */
export async function noteOpened(
  tx: Transaction,
  staffId: string,
  way: OpeningWay,
  at: Date,
): Promise<boolean> {
  return (await tx.query(open, [staffId, way, at])).length === 1
}

/** Lets an opened account work, once. The database refuses its person and its proposer. */
export async function noteConfirmed(
  tx: Transaction,
  confirmation: {
    readonly staffId: string
    readonly confirmedBy: string
    readonly isAlone: boolean
    readonly at: Date
  },
): Promise<boolean> {
  return (await tx.query(confirm, confirmation)).length === 1
}

/** The accounts that were confirmed since an instant. */
export const accountsSince = (db: Queryable, since: Date) => db.query(newOnes, [since])

/** The people who sign in to the console today, with those of the sandbox where it signs people in. */
export const ablePeople = (db: Queryable, withSimulated: boolean) => db.query(able, [withSimulated])
