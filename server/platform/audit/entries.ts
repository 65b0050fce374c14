/** The entries of the audit log: a chain for each slot, sealed with a key of the key file. */
import { createHash } from 'node:crypto'
import { CHAIN_START, type ChainEntry, type Hash, sealOf } from '#domain/chain.ts'
import type { Cipher } from '#server/platform/db/encrypt.ts'
import type { Database, Queryable, Transaction } from '#server/platform/db/open.ts'
import { type Row, statement } from '#server/platform/db/statement.ts'

/** The audited actions of the platform itself. */
export const PLATFORM_ACTIONS = ['key-added', 'key-dropped', 'log-keyed'] as const

/**
 * The audited actions of each room: `audit-actions.ts` of every room adds its own. Sealed entries contain
 * their names, so a name stays as it is. Their names for staff are in words/staff/audit.json.
 */
// biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be extended by the rooms.
export interface AuditActions {
  readonly platform: typeof PLATFORM_ACTIONS
}
export type AuditAction = AuditActions[keyof AuditActions][number]

export type AuditEntry = {
  /** `borrower`, `contact`, `calendar`, `server`, a member of staff: `staff:<id>`, or a shell's account: `command:<name>` (once `desk:<name>`). */
  readonly actor: string
  readonly action: AuditAction
  /** The id of the subject; never a number, a name or other personal data. */
  readonly subject: string | null
  readonly at: Date
}

export type AuditRow = Row<'audit-after'>
/** The last entry of a slot. */
export type ChainHead = Row<'audit-heads'>

/** How many entries there are in all, and the next ones of a slot, in order. */
export type StoredLog = {
  readonly count: () => Promise<number>
  readonly after: (slot: number, number: number, limit: number) => Promise<AuditRow[]>
}

/** The slots of the log, each a chain of its own. The schema knows this number too. */
export const SLOTS = 16

const lockSlot = statement('audit-lock', 'SELECT slot FROM chain_slot WHERE slot = $1 FOR UPDATE')
const readHead = statement(
  'audit-head',
  'SELECT number, seal, key_id AS "keyId" FROM audit_entry WHERE slot = $1 ORDER BY number DESC LIMIT 1',
)
const readHeads = statement(
  'audit-heads',
  `SELECT s.slot AS "slot!", e.number, e.seal FROM generate_series(0, $1::int - 1) s (slot)
   CROSS JOIN LATERAL (SELECT number, seal FROM audit_entry WHERE slot = s.slot ORDER BY number DESC LIMIT 1) e
   ORDER BY s.slot`,
)
const insert = statement(
  'audit-insert',
  `INSERT INTO audit_entry (slot, number, actor, action, subject, at, previous, key_id, seal)
   VALUES (:slot, :number, :actor, :action, :subject, :at, :previous, :keyId, :seal)`,
)
const after = statement(
  'audit-after',
  `SELECT slot, number, actor, action, subject, at, previous, key_id AS "keyId", seal FROM audit_entry
   WHERE slot = $1 AND number > $2 ORDER BY number LIMIT $3`,
)
const count = statement('audit-count', 'SELECT count(*)::int AS "total!" FROM audit_entry')
const latestOf = statement(
  'audit-latest-of',
  `SELECT subject FROM audit_entry WHERE action = $1 AND subject IS NOT NULL ORDER BY at DESC, number DESC LIMIT $2`,
)

/** The slot of a subject's entries: all entries of one borrower are in one chain. */
export function slotOf(subject: string | null): number {
  if (subject === null) return 0
  return (createHash('sha256').update(subject).digest()[0] ?? 0) % SLOTS
}

/** The hash that links the entries of before the keys. */
const unkeyedHash: Hash = text => createHash('sha256').update(text).digest('hex')

/**
 * The seal that a stored entry should have; undefined if the key that it names is not in the key
 * file.
 */
export function sealOfRow(row: AuditRow, cipher: Pick<Cipher, 'sealUnder'>): string | undefined {
  const { slot, previous, keyId } = row
  if (keyId === null) return sealOf(unkeyedHash, previous, contentOf(row))
  return cipher.sealUnder(keyId, textOf(previous, slot, contentOf(row)))
}

type Numbered = AuditEntry & { readonly number: number }

/** The content of an entry that its seal covers, in a fixed order. */
function contentOf({ number, actor, action, subject, at }: Numbered): ChainEntry {
  return [number, actor, action, subject, at.toISOString()]
}

/** The text that a seal covers. The key's name needs no seal: another key makes another seal. */
function textOf(previous: string, slot: number, content: ChainEntry): string {
  return sealOf(text => text, previous, [slot, ...content])
}

/**
 * Appends an entry to the chain of its subject's slot, in the transaction that it records. Call it
 * last: other writers of the slot wait for its lock.
 */
export async function writeAudit(
  tx: Transaction,
  cipher: Pick<Cipher, 'seal'>,
  entry: AuditEntry,
): Promise<void> {
  const slot = slotOf(entry.subject)
  const [, last] = await Promise.all([tx.one(lockSlot, [slot]), tx.maybeOne(readHead, [slot])])
  const number = (last?.number ?? 0) + 1
  const previous = last?.seal ?? CHAIN_START
  const text = textOf(previous, slot, contentOf({ ...entry, number }))
  await tx.query(insert, { ...entry, slot, number, previous, ...cipher.seal(text) })
}

/**
 * Seals the entries of before the keys: the first entry with a key covers the last one without.
 * Does nothing where there are none, or where they are sealed already.
 */
export async function sealOldEntries(
  db: Database,
  cipher: Pick<Cipher, 'seal'>,
  at: Date,
): Promise<void> {
  await db.transaction(async tx => {
    await lockAudit(tx)
    const last = await tx.maybeOne(readHead, [0])
    if (last?.keyId !== null) return
    await writeAudit(tx, cipher, { actor: 'server', action: 'log-keyed', subject: null, at })
  })
}

/** The last entry of each slot that has one. */
export function auditHeads(db: Queryable): Promise<ChainHead[]> {
  return db.query(readHeads, [SLOTS])
}

/** The subjects of the newest entries of an action, newest first. */
export async function latestSubjects(
  db: Queryable,
  action: AuditAction,
  limit: number,
): Promise<string[]> {
  return (await db.query(latestOf, [action, limit])).flatMap(({ subject }) => subject ?? [])
}

/** Waits for the current writer without a subject, and excludes others until the transaction ends. */
export async function lockAudit(tx: Transaction): Promise<void> {
  await tx.one(lockSlot, [0])
}

/** The log of a database, to be verified. */
export function storedLog(db: Queryable): StoredLog {
  return {
    count: async () => (await db.one(count)).total,
    after: (slot, number, limit) => db.query(after, [slot, number, limit]),
  }
}
