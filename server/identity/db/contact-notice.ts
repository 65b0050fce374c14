import { forgetAll, forgetting } from '#server/platform/db/forget.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import { statement } from '#server/platform/db/statement.ts'
import type { Language } from '#words/language.ts'

export type NoticeKey = { readonly borrowerId: string; readonly noticeId: string }
export type Notice = NoticeKey & {
  readonly slot: number
  readonly mobileHash: Buffer
  readonly language: Language
  readonly state: 'waiting' | 'sent' | 'declined'
  readonly namedAt: Date
}

/**
 * The number of tries to send a notice, each after a longer pause: a try may have been cut off
 * after the message was sent.
 */
const TRIES_MAX = 5
const TRY_AGAIN_AFTER_MS = 10 * 60_000

const COLUMNS = `borrower_id AS "borrowerId", notice_id AS "noticeId", slot, mobile_hash AS "mobileHash", language, state,
  named_at AS "namedAt"`

const ofBorrower = statement(
  'contact-notice-of-borrower',
  `SELECT ${COLUMNS} FROM contact_notice WHERE borrower_id = $1 ORDER BY named_at, notice_id`,
)
const one = statement(
  'contact-notice-one',
  `SELECT ${COLUMNS} FROM contact_notice WHERE borrower_id = $1 AND notice_id = $2`,
)
const lockedOne = statement(
  'contact-notice-locked',
  `SELECT ${COLUMNS} FROM contact_notice WHERE borrower_id = $1 AND notice_id = $2 FOR UPDATE`,
)
const insert = statement(
  'contact-notice-insert',
  `INSERT INTO contact_notice (borrower_id, notice_id, slot, mobile_hash, language, state, named_at)
   VALUES ($1, $2, $3, $4, $5, 'waiting', $6)`,
)
const moveTo = statement(
  'contact-notice-move',
  'UPDATE contact_notice SET slot = $3 WHERE borrower_id = $1 AND notice_id = $2',
)
const remove = statement(
  'contact-notice-remove',
  `DELETE FROM contact_notice WHERE borrower_id = $1 AND notice_id = ANY ($2::uuid[]) AND state <> 'declined'`,
)
const markSent = statement(
  'contact-notice-sent',
  `UPDATE contact_notice SET state = 'sent', sent_at = $3 WHERE borrower_id = $1 AND notice_id = $2 AND state = 'waiting'`,
)
const markDeclined = statement(
  'contact-notice-declined',
  `UPDATE contact_notice SET state = 'declined', declined_at = $3, sent_at = coalesce(sent_at, $3)
   WHERE borrower_id = $1 AND notice_id = $2 AND state <> 'declined'`,
)
const claim = statement(
  'contact-notice-claim',
  `UPDATE contact_notice SET tries = tries + 1, tried_at = $3
   WHERE borrower_id = $1 AND notice_id = $2 AND state = 'waiting' AND tries < ${TRIES_MAX} AND (tried_at IS NULL OR tried_at <= $4)
   RETURNING notice_id`,
)
const waiting = statement(
  'contact-notice-waiting',
  `SELECT n.borrower_id AS "borrowerId", n.notice_id AS "noticeId" FROM contact_notice n
   JOIN identity i ON i.borrower_id = n.borrower_id
   WHERE n.state = 'waiting' AND n.tries < ${TRIES_MAX} AND (n.tried_at IS NULL OR n.tried_at <= $1)
   ORDER BY n.named_at LIMIT $2`,
)
const insertLink = statement(
  'contact-link-insert',
  `INSERT INTO contact_link (token_hash, borrower_id, notice_id, expires_at) VALUES ($1, $2, $3, $4)
   ON CONFLICT (token_hash) DO UPDATE SET expires_at = excluded.expires_at`,
)
const byLink = statement(
  'contact-link-notice',
  `SELECT borrower_id AS "borrowerId", notice_id AS "noticeId" FROM contact_link WHERE token_hash = $1 AND expires_at > $2`,
)
const removeLinks = statement(
  'contact-link-remove',
  'DELETE FROM contact_link WHERE token_hash = ANY ($1::bytea[])',
)
const forgetLinks = forgetting('contact-link-forget', {
  table: 'contact_link',
  key: 'token_hash',
  isPast: 'expires_at < $1',
})

export function noticesOf(db: Queryable, borrowerId: string): Promise<Notice[]> {
  return db.query(ofBorrower, [borrowerId])
}

export function noticeOf(
  db: Queryable,
  { borrowerId, noticeId }: NoticeKey,
): Promise<Notice | undefined> {
  return db.maybeOne(one, [borrowerId, noticeId])
}

/** The notice of a contact, locked until the transaction ends. */
export function lockNotice(
  tx: Queryable,
  { borrowerId, noticeId }: NoticeKey,
): Promise<Notice | undefined> {
  return tx.maybeOne(lockedOne, [borrowerId, noticeId])
}

export async function insertNotice(tx: Queryable, notice: Omit<Notice, 'state'>): Promise<void> {
  const { borrowerId, noticeId, slot, mobileHash, language, namedAt } = notice
  await tx.query(insert, [borrowerId, noticeId, slot, mobileHash, language, namedAt])
}

export async function moveNotice(
  tx: Queryable,
  { borrowerId, noticeId }: NoticeKey,
  slot: number,
): Promise<void> {
  await tx.query(moveTo, [borrowerId, noticeId, slot])
}

/** Deletes the notices of former contacts; remembers who declined. */
export async function removeNotices(
  tx: Queryable,
  borrowerId: string,
  noticeIds: readonly string[],
): Promise<void> {
  await tx.query(remove, [borrowerId, noticeIds])
}

export async function markNoticeSent(
  db: Queryable,
  { borrowerId, noticeId }: NoticeKey,
  at: Date,
): Promise<void> {
  await db.query(markSent, [borrowerId, noticeId, at])
}

export async function markNoticeDeclined(
  tx: Queryable,
  { borrowerId, noticeId }: NoticeKey,
  at: Date,
): Promise<void> {
  await tx.query(markDeclined, [borrowerId, noticeId, at])
}

/**
 * Begins sending; false if the notice is sent, is being sent by another process, or has used up its
 * tries.
 */
export async function claimNotice(
  db: Queryable,
  { borrowerId, noticeId }: NoticeKey,
  now: Date,
): Promise<boolean> {
  return (await db.query(claim, [borrowerId, noticeId, now, tryAgainBefore(now)])).length === 1
}

/** The notices that can be sent now: the borrower's name is known. */
export function waitingNotices(db: Queryable, now: Date, limit: number): Promise<NoticeKey[]> {
  return db.query(waiting, [tryAgainBefore(now), limit])
}

function tryAgainBefore(now: Date): Date {
  return new Date(now.getTime() - TRY_AGAIN_AFTER_MS)
}

export async function storeContactLink(
  db: Queryable,
  key: NoticeKey,
  tokenHash: Buffer,
  expiresAt: Date,
): Promise<void> {
  await db.query(insertLink, [tokenHash, key.borrowerId, key.noticeId, expiresAt])
}

/** The contact whose notice a link opens, while the link is valid. */
export function noticeOfLink(
  db: Queryable,
  tokenHash: Buffer,
  now: Date,
): Promise<NoticeKey | undefined> {
  return db.maybeOne(byLink, [tokenHash, now])
}

/** Removes links by the hashes of their tokens. */
export async function removeContactLinks(
  db: Queryable,
  tokenHashes: readonly Buffer[],
): Promise<void> {
  if (tokenHashes.length > 0) await db.query(removeLinks, [tokenHashes])
}

export async function forgetContactLinks(db: Queryable, expiredBefore: Date): Promise<void> {
  await forgetAll(db, forgetLinks, [expiredBefore])
}
