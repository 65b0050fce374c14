/** Sign-in at the lender's provider: attempts, bound accounts, and codes of authenticator apps. */
import type { Queryable, Transaction } from '#server/platform/db/open.ts'
import { type Row, statement } from '#server/platform/db/statement.ts'

const insertAttempt = statement(
  'staff-attempt-insert',
  `INSERT INTO staff_attempt (secret_hash, session_id, staff_id, started_at, expires_at)
   VALUES (:secretHash, :sessionId, :staffId, :startedAt, :expiresAt)`,
)
const takeSent = statement(
  'staff-attempt-take-sent',
  `DELETE FROM staff_attempt WHERE secret_hash = $1 AND staff_id IS NULL AND expires_at > $2
   RETURNING session_id AS "sessionId", started_at AS "startedAt"`,
)
const lockNamed = statement(
  'staff-attempt-lock-named',
  `SELECT session_id AS "sessionId", staff_id AS "staffId!" FROM staff_attempt
   WHERE secret_hash = $1 AND staff_id IS NOT NULL AND expires_at > $2 FOR UPDATE`,
)
const dropAttempt = statement(
  'staff-attempt-drop',
  'DELETE FROM staff_attempt WHERE secret_hash = $1',
)
const forgetAttempts = statement(
  'staff-attempts-forget',
  'DELETE FROM staff_attempt WHERE expires_at <= $1',
)
const bind = statement(
  'staff-bind-provider',
  `UPDATE staff SET provider_hash = $2 WHERE staff_id = $1 AND provider_hash IS NULL
     AND NOT EXISTS (SELECT FROM staff o WHERE o.provider_hash = $2 AND o.ended_at IS NULL) RETURNING staff_id AS "staffId"`,
)
const isBound = statement(
  'staff-is-bound',
  'SELECT staff_id AS "staffId" FROM staff WHERE staff_id = $1 AND provider_hash = $2',
)
const unbind = statement(
  'staff-unbind-provider',
  'UPDATE staff SET provider_hash = NULL WHERE staff_id = $1',
)
const lockTotp = statement(
  'staff-totp-lock',
  `SELECT secret_sealed AS "secretSealed", confirmed_at AS "confirmedAt", last_step AS "lastStep", wrong_count AS "wrongCount",
     wrong_since AS "wrongSince" FROM staff_totp WHERE staff_id = $1 FOR UPDATE`,
)
const newTotp = statement(
  'staff-totp-new',
  `INSERT INTO staff_totp (staff_id, secret_sealed, last_step, wrong_count, wrong_since) VALUES ($1, $2, 0, 0, $3)
   ON CONFLICT (staff_id) DO UPDATE SET secret_sealed = excluded.secret_sealed WHERE staff_totp.confirmed_at IS NULL
   RETURNING staff_id AS "staffId"`,
)
const rightCode = statement(
  'staff-totp-right',
  `UPDATE staff_totp SET confirmed_at = coalesce(confirmed_at, $3), last_step = $2, wrong_count = 0 WHERE staff_id = $1`,
)
const wrongCode = statement(
  'staff-totp-wrong',
  'UPDATE staff_totp SET wrong_count = $2, wrong_since = $3 WHERE staff_id = $1',
)
const dropTotp = statement('staff-totp-drop', 'DELETE FROM staff_totp WHERE staff_id = $1')

export type NewAttempt = {
  readonly secretHash: Buffer
  /** The session that reauthenticates; null at a sign-in. */
  readonly sessionId: string | null
  /** The person whom the provider named; null until it has. */
  readonly staffId: string | null
  readonly startedAt: Date
  readonly expiresAt: Date
}
export type TotpRow = Row<'staff-totp-lock'>

export async function storeAttempt(db: Queryable, attempt: NewAttempt): Promise<void> {
  await db.query(insertAttempt, attempt)
}

/** Uses up the attempt of a browser that comes back; undefined if it came back before, or too late. */
export const takeSentAttempt = (db: Queryable, secretHash: Buffer, now: Date) =>
  db.maybeOne(takeSent, [secretHash, now])

/** The attempt whose code is awaited, locked until the transaction ends. */
export const lockNamedAttempt = (tx: Transaction, secretHash: Buffer, now: Date) =>
  tx.maybeOne(lockNamed, [secretHash, now])

export async function endAttempt(db: Queryable, secretHash: Buffer): Promise<void> {
  await db.query(dropAttempt, [secretHash])
}

export async function forgetOldAttempts(db: Queryable, now: Date): Promise<void> {
  await db.query(forgetAttempts, [now])
}

/** Binds a person to an account of the provider; `other` if either is bound otherwise. */
export async function bindToProvider(
  db: Queryable,
  staffId: string,
  providerHash: Buffer,
): Promise<'new' | 'same' | 'other'> {
  if ((await db.query(bind, [staffId, providerHash])).length === 1) return 'new'
  return (await db.maybeOne(isBound, [staffId, providerHash])) ? 'same' : 'other'
}

/** Removes a person's bound account and authenticator app. */
export async function forgetProviderOf(db: Queryable, staffId: string): Promise<void> {
  await db.query(unbind, [staffId])
  await db.query(dropTotp, [staffId])
}

/** The secret and the wrong codes of a person, locked until the transaction ends. */
export const lockTotpOf = (tx: Transaction, staffId: string) => tx.maybeOne(lockTotp, [staffId])

/** Stores the secret of a new app; false if the present one has shown a right code. */
export async function storeNewTotp(
  db: Queryable,
  staffId: string,
  secretSealed: Buffer,
  at: Date,
): Promise<boolean> {
  return (await db.query(newTotp, [staffId, secretSealed, at])).length === 1
}

export async function noteRightCode(
  tx: Transaction,
  staffId: string,
  step: number,
  at: Date,
): Promise<void> {
  await tx.query(rightCode, [staffId, step, at])
}

export async function noteWrongCode(
  tx: Transaction,
  staffId: string,
  { count, since }: { readonly count: number; readonly since: Date },
): Promise<void> {
  await tx.query(wrongCode, [staffId, count, since])
}
