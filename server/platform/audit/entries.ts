import { createHash } from 'node:crypto'
import { type ChainEntry, type Hash, sealOf } from '#domain/chain.ts'
import type { Queryable, Transaction } from '#server/platform/db/open.ts'
import { type Row, statement } from '#server/platform/db/statement.ts'

/** The audited actions. A new action is added here. */
export type AuditAction =
  | 'desk-read'
  | 'desk-approve'
  | 'desk-deny'
  | 'desk-reply'
  | 'desk-look'
  | 'desk-identity'
  | 'desk-stop-payout'
  | 'sign-in-new-device'
  | 'sign-in-exchange-code'
  | 'contact-declined'
  | 'profile-erased'
  | 'data-exported'
  | 'consent-withdrawn'
  | 'own-limits-changed'
  | 'journal-sealed'
  | 'key-added'
  | 'key-dropped'

export type AuditEntry = {
  /** `borrower`, `contact`, `calendar`, or a member of staff: `desk:<name>`. */
  readonly actor: string
  readonly action: AuditAction
  /** The id of the subject; never a number, a name or other personal data. */
  readonly subject: string | null
  readonly at: Date
}

export type AuditRow = Row<'audit-after'>
export type ChainHead = Row<'audit-head'>

const lockHead = statement(
  'audit-head-lock',
  `SELECT number, seal FROM chain_head WHERE chain = 'audit' FOR UPDATE`,
)
const readHead = statement(
  'audit-head',
  `SELECT number, seal FROM chain_head WHERE chain = 'audit'`,
)
const moveHead = statement(
  'audit-head-move',
  `UPDATE chain_head SET number = $1, seal = $2 WHERE chain = 'audit'`,
)
const insert = statement(
  'audit-insert',
  `INSERT INTO audit_entry (number, actor, action, subject, at, previous, seal)
   VALUES (:number, :actor, :action, :subject, :at, :previous, :seal)`,
)
const after = statement(
  'audit-after',
  'SELECT number, actor, action, subject, at, previous, seal FROM audit_entry WHERE number > $1 ORDER BY number LIMIT $2',
)

const latestOf = statement(
  'audit-latest-of',
  `SELECT subject FROM audit_entry WHERE action = $1 AND subject IS NOT NULL ORDER BY number DESC LIMIT $2`,
)

/** The hash that links entries. */
export const auditHash: Hash = text => createHash('sha256').update(text).digest('hex')

/** The content of an entry that its hash covers, in a fixed order. */
export function sealedPart({
  number,
  actor,
  action,
  subject,
  at,
}: AuditEntry & { readonly number: number }): ChainEntry {
  return [number, actor, action, subject, at.toISOString()]
}

/**
 * Appends an entry to the chain, in the transaction that it records. Call it last: other writers
 * wait for its lock.
 */
export async function writeAudit(tx: Transaction, entry: AuditEntry): Promise<void> {
  const head = await tx.one(lockHead)
  const number = head.number + 1
  const seal = sealOf(auditHash, head.seal, sealedPart({ ...entry, number }))
  await tx.query(insert, { ...entry, number, previous: head.seal, seal })
  await tx.query(moveHead, [number, seal])
}

/** The last entry of the chain. */
export function auditHead(db: Queryable): Promise<ChainHead> {
  return db.one(readHead)
}

/** The subjects of the newest entries of an action, newest first. */
export async function latestSubjects(
  db: Queryable,
  action: AuditAction,
  limit: number,
): Promise<string[]> {
  return (await db.query(latestOf, [action, limit])).flatMap(({ subject }) => subject ?? [])
}

/** Waits for the current writer of an entry, and excludes others until the transaction ends. */
export async function lockAudit(tx: Transaction): Promise<void> {
  await tx.one(lockHead)
}

/** The entries after a number, in order. */
export function auditAfter(db: Queryable, number: number, limit: number): Promise<AuditRow[]> {
  return db.query(after, [number, limit])
}
