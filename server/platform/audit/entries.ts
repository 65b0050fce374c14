import { createHash } from 'node:crypto'
import { type ChainEntry, type Hash, sealOf } from '#domain/chain.ts'
import type { Queryable, Transaction } from '#server/platform/db/open.ts'
import { type Row, statement } from '#server/platform/db/statement.ts'

/** What is written down. An action that is new is named here. */
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
  | 'journal-sealed'
  | 'key-added'
  | 'key-dropped'

export type AuditEntry = {
  /** `borrower`, `contact`, `calendar`, or who of the house: `desk:<name>`. */
  readonly actor: string
  readonly action: AuditAction
  /** The id of whom or what it is about; never a number, a name or anything else of a person. */
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

/** How entries are sealed. */
export const auditHash: Hash = text => createHash('sha256').update(text).digest('hex')

/** An entry as it is sealed: all that it says, in one order. */
export function sealedPart({
  number,
  actor,
  action,
  subject,
  at,
}: AuditEntry & { readonly number: number }): ChainEntry {
  return [number, actor, action, subject, at.toISOString()]
}

/** Writes an entry at the end of the chain, in the transaction of what it tells of. Best last in it: others wait for its lock. */
export async function writeAudit(tx: Transaction, entry: AuditEntry): Promise<void> {
  const head = await tx.one(lockHead)
  const number = head.number + 1
  const seal = sealOf(auditHash, head.seal, sealedPart({ ...entry, number }))
  await tx.query(insert, { ...entry, number, previous: head.seal, seal })
  await tx.query(moveHead, [number, seal])
}

/** Where the chain ends. */
export function auditHead(db: Queryable): Promise<ChainHead> {
  return db.one(readHead)
}

/** What the newest entries of an action are about, the newest first. */
export async function latestSubjects(
  db: Queryable,
  action: AuditAction,
  limit: number,
): Promise<string[]> {
  return (await db.query(latestOf, [action, limit])).flatMap(({ subject }) => subject ?? [])
}

/** Waits for whoever is writing an entry, and keeps others from it until the transaction ends. */
export async function lockAudit(tx: Transaction): Promise<void> {
  await tx.one(lockHead)
}

/** The entries that follow a number, in their order. */
export function auditAfter(db: Queryable, number: number, limit: number): Promise<AuditRow[]> {
  return db.query(after, [number, limit])
}
