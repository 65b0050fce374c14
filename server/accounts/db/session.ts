/** Sessions in the database: found by the hash of their token, valid only with their cookie. */
import { hash } from 'node:crypto'
import type { LiveSession } from '#domain/accounts/live-sessions.ts'
import type {
  FindSessions,
  Liveness,
  SessionQuery,
  SessionRow,
} from '#server/platform/actions/session.ts'
import { forgetAll, PORTION } from '#server/platform/db/forget.ts'
import type { Database, Queryable } from '#server/platform/db/open.ts'
import { statement, type Values } from '#server/platform/db/statement.ts'

const insert = statement(
  'session-insert',
  `INSERT INTO session (borrower_id, session_id, device_id, token_hash, cookie_hash, created_at, last_seen_at, bound_to, is_app_user, proved_at)
   VALUES (:borrowerId, :sessionId, :deviceId, decode(:tokenHash, 'hex'), :cookieHash, :at, :at, :boundTo, :isAppUser, :provedAt)`,
)
const insertLookup = statement(
  'session-lookup-insert',
  "INSERT INTO session_lookup (token_hash, borrower_id, session_id) VALUES (decode($1, 'hex'), $2, $3)",
)

const lookUp = statement(
  'session-look-up',
  `SELECT encode(token_hash, 'hex') AS "tokenHash!", borrower_id AS "borrowerId", session_id AS "sessionId"
   FROM session_lookup WHERE token_hash = ANY ($1::bytea[])`,
)

/** The token's place in the list, and the columns of its `SessionRow`, in `ALIVE_BY_TOKENS`. */
export const SESSION_COLUMNS = `input.at::int AS "at!", s.borrower_id AS "borrowerId!", s.session_id AS "sessionId!",
  s.device_id AS "deviceId!", s.cookie_hash AS "cookieHash!", s.bound_to AS "boundTo!", s.is_app_user AS "isAppUser!",
  s.last_seen_at < :notedSince AS "isToBeNoted!", b.identity_verified_at IS NOT NULL AS "isIdentityVerified!",
  d.known_at IS NOT NULL AND s.bound_to <> 'device' AS "isDeviceKnown!"`
/**
 * The live sessions of these tokens; its parameters come from `sessionParameters`. A session is
 * found by its token's hash, or by its id where a look-up gave that.
 */
export const ALIVE_BY_TOKENS = `unnest((SELECT :borrowerIds::uuid[]), :tokenHashes::bytea[], :sessionIds::uuid[]) WITH ORDINALITY AS input (borrower_id, token_hash, session_id, at)
  JOIN session s ON s.borrower_id = input.borrower_id AND s.borrower_id = ANY (:among::uuid[])
    AND (s.token_hash = input.token_hash OR s.session_id = input.session_id)
    AND s.created_at >= (SELECT :createdSince::timestamptz) AND s.last_seen_at >= (SELECT :seenSince::timestamptz)
  JOIN device d ON d.borrower_id = s.borrower_id AND d.device_id = s.device_id AND d.borrower_id = ANY (:among::uuid[])
  JOIN borrower b ON b.borrower_id = s.borrower_id AND b.borrower_id = ANY (:among::uuid[])`

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
const proveSession = statement(
  'session-prove',
  'UPDATE session SET proved_at = $3 WHERE borrower_id = $1 AND session_id = $2',
)
const provedSession = statement(
  'session-proved-at',
  'SELECT proved_at AS "provedAt" FROM session WHERE borrower_id = $1 AND session_id = $2',
)
const endSessions = statement(
  'session-end',
  `DELETE FROM session WHERE borrower_id = $1 AND ($2::uuid IS NULL OR session_id = $2)
   RETURNING session_id AS "sessionId", token_hash AS "tokenHash"`,
)
const removeLookupsByToken = statement(
  'session-lookup-remove',
  'DELETE FROM session_lookup WHERE token_hash = ANY ($1::bytea[])',
)
const removeLookupsBySession = statement(
  'session-lookup-remove-by-session',
  'DELETE FROM session_lookup WHERE borrower_id = $1 AND session_id = ANY ($2::uuid[])',
)
// A session not seen since $2 began before it: that bounds the read by the index on created_at.
const forgetSessions = statement(
  'session-forget',
  `WITH ended AS (
     DELETE FROM session WHERE (borrower_id, session_id) IN (
       SELECT borrower_id, session_id FROM session
       WHERE created_at < $2 AND (created_at < $1 OR last_seen_at < $2) LIMIT ${PORTION})
     RETURNING borrower_id, session_id)
   DELETE FROM session_lookup l USING ended e WHERE l.borrower_id = e.borrower_id AND l.session_id = e.session_id
   RETURNING 1 AS one`,
)

/** No borrower and no session has this id. */
export const NOBODY = '00000000-0000-0000-0000-000000000000'

export type NewSession = {
  borrowerId: string
  sessionId: string
  deviceId: string
  tokenHash: string
  cookieHash: Buffer
  boundTo: SessionRow['boundTo']
  isAppUser: boolean
  at: Date
  /** The time when its owner was proved; null if this sign-in proves nobody. */
  provedAt: Date | null
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

/**
 * The parameters of `ALIVE_BY_TOKENS`. Tokens that do not name their borrower are looked up first, by
 * both hashes at once.
 */
export async function sessionParameters(
  db: Queryable,
  queries: readonly SessionQuery[],
  { createdSince, seenSince, notedSince }: Liveness,
): Promise<Values<'session-by-tokens'>> {
  const unplaced = queries.filter(({ borrowerId }) => borrowerId === undefined)
  const hashes = unplaced.flatMap(({ tokenHash, formerHash = [] }) =>
    [tokenHash].concat(formerHash),
  )
  const rows = hashes.length === 0 ? [] : await db.query(lookUp, [byteaList(hashes)])
  const rowByHash = new Map(rows.map(row => [row.tokenHash, row]))
  const lookups = queries.map(
    ({ tokenHash, formerHash = '' }) => rowByHash.get(tokenHash) ?? rowByHash.get(formerHash),
  )
  const borrowerIds = queries.map(
    ({ borrowerId }, at) => borrowerId ?? lookups[at]?.borrowerId ?? NOBODY,
  )
  return {
    borrowerIds,
    tokenHashes: byteaList(queries.map(({ tokenHash }) => tokenHash)),
    sessionIds: lookups.map(row => row?.sessionId ?? NOBODY),
    createdSince,
    seenSince,
    notedSince,
    among: paddedToExpected(borrowerIds),
  }
}

/** The number of elements that PostgreSQL expects in a list before it sees it. */
const EXPECTED_ELEMENTS = 10

/**
 * A short list with its first element repeated, for `:among`. For fewer elements than it expects,
 * PostgreSQL plans each list by itself: for one session, planning took longer than the answer.
 */
function paddedToExpected(borrowerIds: readonly string[]): readonly string[] {
  const missing = EXPECTED_ELEMENTS - borrowerIds.length
  const [first] = borrowerIds
  if (first === undefined || missing <= 0) return borrowerIds
  return borrowerIds.concat(Array.from({ length: missing }, () => first))
}

/** The text of an array, which is faster than a list of buffers. */
function byteaList(hexes: readonly string[]): string {
  return `{${hexes.map(hex => `\\\\x${hex}`).join()}}`
}

export const findSessions: FindSessions<SessionRow> = async (db, queries, liveness) => {
  const rows = await db.query(sessionsByTokens, await sessionParameters(db, queries, liveness))
  const rowAt = new Map(rows.map(row => [row.at, row]))
  return queries.map((_session, index) => rowAt.get(index + 1))
}

export async function noteSessionSeen(
  db: Queryable,
  { borrowerId, sessionId }: SessionRow,
  at: Date,
): Promise<void> {
  await db.query(touchSession, [borrowerId, sessionId, at])
}

type SessionKey = Pick<SessionRow, 'borrowerId' | 'sessionId'>

/** Notes that a code or a passkey proved the owner in this session, at wall time. */
export async function noteProof(
  tx: Queryable,
  { borrowerId, sessionId }: SessionKey,
  at: Date,
): Promise<void> {
  await tx.query(proveSession, [borrowerId, sessionId, at])
}

/** The time when the owner was last proved in this session; null if never, or if it has ended. */
export async function provedAtOf(
  db: Queryable,
  { borrowerId, sessionId }: SessionKey,
): Promise<Date | null> {
  return (await db.maybeOne(provedSession, [borrowerId, sessionId]))?.provedAt ?? null
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
  await removeLookups(db, borrowerId, await db.query(endSessions, [borrowerId, sessionId]))
}

/**
 * Removes the look-ups of sessions that were deleted: by their own key, but for the sessions that a
 * server of the previous version began, which lack it.
 */
export async function removeLookups(
  db: Queryable,
  borrowerId: string,
  ended: readonly { readonly sessionId: string; readonly tokenHash: Buffer | null }[],
): Promise<void> {
  const hashes = ended.flatMap(({ tokenHash }) => tokenHash ?? [])
  if (hashes.length > 0) await db.query(removeLookupsByToken, [hashes])
  const others = ended.filter(({ tokenHash }) => tokenHash === null)
  if (others.length === 0) return
  await db.query(removeLookupsBySession, [borrowerId, others.map(({ sessionId }) => sessionId)])
}

/** Removes the sessions that can no longer be used, in portions. */
export async function forgetEndedSessions(
  db: Pick<Database, 'query'>,
  { createdSince, seenSince }: Liveness,
): Promise<void> {
  await forgetAll(db, forgetSessions, [createdSince, seenSince])
}
