/**
 * Sessions in the database: found by the hash of their token, alive only together with their
 * cookie.
 */
import { hash } from 'node:crypto'
import type { LiveSession } from '#domain/accounts/live-sessions.ts'
import type { FindSessions, Liveness, SessionRow } from '#server/platform/actions/session.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import { opaqueParam, statement, type Values } from '#server/platform/db/statement.ts'

const insert = statement(
  'session-insert',
  `INSERT INTO session (borrower_id, session_id, device_id, cookie_hash, created_at, last_seen_at, bound_to, is_app_user)
   VALUES (:borrowerId, :sessionId, :deviceId, :cookieHash, :at, :at, :boundTo, :isAppUser)`,
)
const insertLookup = statement(
  'session-lookup-insert',
  "INSERT INTO session_lookup (token_hash, borrower_id, session_id) VALUES (decode($1, 'hex'), $2, $3)",
)

/**
 * The token's place in the list of hashes, and the columns of its `SessionRow`, in
 * `ALIVE_BY_TOKENS`.
 */
export const SESSION_COLUMNS = `asked.at::int AS "at!", s.borrower_id AS "borrowerId!", s.session_id AS "sessionId!",
  s.device_id AS "deviceId!", s.cookie_hash AS "cookieHash!", s.bound_to AS "boundTo!", s.is_app_user AS "isAppUser!",
  s.last_seen_at < $4 AS "isToBeNoted!", b.identity_verified_at IS NOT NULL AS "isIdentityVerified!",
  d.known_at IS NOT NULL AND s.bound_to <> 'device' AS "isDeviceKnown!"`
export type SessionList = readonly [
  at: number,
  borrowerId: string,
  sessionId: string,
  deviceId: string,
  cookieHash: Buffer,
  boundTo: SessionRow['boundTo'],
  isAppUser: boolean,
  isToBeNoted: boolean,
  isIdentityVerified: boolean,
  isDeviceKnown: boolean,
]
/** The live sessions of these tokens; its parameters are those of `askedAlive`. */
export const ALIVE_BY_TOKENS = `unnest(${opaqueParam('$1::bytea[]')}) WITH ORDINALITY AS asked (token_hash, at)
  JOIN session_lookup l ON l.token_hash = asked.token_hash
  JOIN session s ON s.borrower_id = l.borrower_id AND s.session_id = l.session_id AND s.created_at >= ${opaqueParam('$2::timestamptz')} AND s.last_seen_at >= ${opaqueParam('$3::timestamptz')}
  JOIN device d ON d.borrower_id = s.borrower_id AND d.device_id = s.device_id
  JOIN borrower b ON b.borrower_id = s.borrower_id`

const sessionsByTokens = statement(
  'session-by-tokens',
  `SELECT ${SESSION_COLUMNS} FROM ${ALIVE_BY_TOKENS}`,
)
const liveSessions = statement(
  'session-live-of-borrower',
  `SELECT session_id AS "sessionId", created_at AS "createdAt" FROM session
   WHERE borrower_id = $1 AND created_at >= $2 AND last_seen_at >= $3`,
)
const touchSession = statement(
  'session-touch',
  'UPDATE session SET last_seen_at = greatest(last_seen_at, $3) WHERE borrower_id = $1 AND session_id = $2',
)
const endSessions = statement(
  'session-end',
  `WITH ended AS (DELETE FROM session WHERE borrower_id = $1 AND ($2::uuid IS NULL OR session_id = $2) RETURNING session_id)
   DELETE FROM session_lookup WHERE borrower_id = $1 AND session_id IN (SELECT session_id FROM ended)`,
)
const forgetSessions = statement(
  'session-forget',
  `WITH ended AS (DELETE FROM session WHERE created_at < $1 OR last_seen_at < $2 RETURNING borrower_id, session_id)
   DELETE FROM session_lookup l USING ended e WHERE l.borrower_id = e.borrower_id AND l.session_id = e.session_id`,
)

export type NewSession = {
  borrowerId: string
  sessionId: string
  deviceId: string
  tokenHash: string
  cookieHash: Buffer
  boundTo: SessionRow['boundTo']
  isAppUser: boolean
  at: Date
}

export async function insertSession(db: Queryable, s: NewSession): Promise<void> {
  await Promise.all([
    db.query(insert, s),
    db.query(insertLookup, [s.tokenHash, s.borrowerId, s.sessionId]),
  ])
}

/**
 * The stored form of a session's secrets, in hexadecimal digits. They are 256 random bits, too many
 * to try, so their hash needs no key, unlike that of a number or a code. Two are computed for every
 * request, and this one is faster.
 */
export function secretHash(half: 'token' | 'cookie', secret: string): string {
  return hash('sha256', `${half}\0${secret}`)
}

export function askedAlive(
  tokenHashes: readonly string[],
  { createdSince, seenSince, notedSince }: Liveness,
): Values<'session-by-tokens'> {
  return [`{${tokenHashes.map(hex => `\\\\x${hex}`).join()}}`, createdSince, seenSince, notedSince]
}

export const findSessions: FindSessions<SessionRow> = async (db, tokenHashes, liveness) => {
  const rows = await db.query(sessionsByTokens, askedAlive(tokenHashes, liveness))
  const rowAt = new Map(rows.map(row => [row.at, row]))
  return tokenHashes.map((_hash, index) => rowAt.get(index + 1))
}

export async function noteSessionSeen(
  db: Queryable,
  { borrowerId, sessionId }: SessionRow,
  at: Date,
): Promise<void> {
  await db.query(touchSession, [borrowerId, sessionId, at])
}

export function sessionOfList(list: SessionList): SessionRow {
  const [, borrowerId, sessionId, deviceId, cookieHash, boundTo, isAppUser, ...rest] = list
  const [isToBeNoted, isIdentityVerified, isDeviceKnown] = rest
  const session = { borrowerId, sessionId, deviceId, cookieHash, boundTo, isAppUser, isToBeNoted }
  return { ...session, isIdentityVerified, isDeviceKnown }
}

/** The borrower's sessions that are not too old. */
export function liveSessionsOf(
  db: Queryable,
  borrowerId: string,
  { createdSince, seenSince }: Pick<Liveness, 'createdSince' | 'seenSince'>,
): Promise<LiveSession[]> {
  return db.query(liveSessions, [borrowerId, createdSince, seenSince])
}

/** Ends one session of a borrower, or all of them. */
export async function endSession(
  db: Queryable,
  borrowerId: string,
  sessionId: string | null,
): Promise<void> {
  await db.query(endSessions, [borrowerId, sessionId])
}

/** Removes the sessions that can no longer be used. */
export async function forgetEndedSessions(
  db: Queryable,
  { createdSince, seenSince }: Liveness,
): Promise<void> {
  await db.query(forgetSessions, [createdSince, seenSince])
}
