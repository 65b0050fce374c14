/** The lender's people, their passkeys, invitations, challenges and sessions. */
import type { EditedRoles, Permission, Role } from '#domain/staff/permissions.ts'
import type { SignInWay } from '#server/platform/actions/staff-session.ts'
import { isOfDemonstration } from '#server/platform/db/installation.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import { type Row, statement } from '#server/platform/db/statement.ts'
import { removeViewsOf } from '#server/staff/people/db/view.ts'

const COLUMNS = `s.staff_id AS "staffId", s.mail_sealed AS "mailSealed", s.roles, s.is_simulated AS "isSimulated",
  s.created_at AS "createdAt", s.ended_at AS "endedAt"`

const insert = statement(
  'staff-insert',
  `INSERT INTO staff (staff_id, mail_hash, mail_sealed, roles, is_simulated, created_at, made_by_sandbox)
   VALUES (:staffId, :mailHash, :mailSealed, :roles, :isSimulated, :at, :madeBySandbox) ON CONFLICT (mail_hash) DO NOTHING RETURNING staff_id`,
)
const one = statement('staff-one', `SELECT ${COLUMNS} FROM staff s WHERE s.staff_id::text = $1`)
const byMail = statement('staff-by-mail', `SELECT ${COLUMNS} FROM staff s WHERE s.mail_hash = $1`)
const all = statement(
  'staff-all',
  `SELECT ${COLUMNS}, EXISTS (SELECT FROM staff_passkey p WHERE p.staff_id = s.staff_id) AS "hasPasskey!"
   FROM staff s ORDER BY s.created_at, s.staff_id LIMIT 500`,
)
const setRoles = statement(
  'staff-set-roles',
  `UPDATE staff SET roles = $2 WHERE staff_id = $1 AND ended_at IS NULL RETURNING staff_id`,
)
const end = statement(
  'staff-end',
  'UPDATE staff SET ended_at = $2 WHERE staff_id = $1 AND ended_at IS NULL RETURNING staff_id',
)
const endSessionsOf = statement(
  'staff-end-sessions-of',
  'DELETE FROM staff_session WHERE staff_id = $1',
)
const editedRoles = statement('staff-roles', 'SELECT role, permissions FROM staff_role')
const saveRole = statement(
  'staff-role-save',
  `INSERT INTO staff_role (role, permissions, changed_at) VALUES ($1, $2, $3)
   ON CONFLICT (role) DO UPDATE SET permissions = excluded.permissions, changed_at = excluded.changed_at`,
)
const insertInvitation = statement(
  'staff-invitation-insert',
  'INSERT INTO staff_invitation (link_hash, staff_id, expires_at) VALUES ($1, $2, $3)',
)
const dropInvitationsOf = statement(
  'staff-invitations-drop',
  'DELETE FROM staff_invitation WHERE staff_id = $1',
)
const invited = statement(
  'staff-invited',
  `SELECT ${COLUMNS} FROM staff_invitation i JOIN staff s ON s.staff_id = i.staff_id
   WHERE i.link_hash = $1 AND i.expires_at > $2 AND s.ended_at IS NULL`,
)
const useInvitation = statement(
  'staff-invitation-use',
  'DELETE FROM staff_invitation WHERE link_hash = $1 AND expires_at > $2 RETURNING staff_id AS "staffId"',
)
const insertChallenge = statement(
  'staff-challenge-insert',
  'INSERT INTO staff_challenge (challenge_hash, expires_at) VALUES ($1, $2)',
)
const useChallenge = statement(
  'staff-challenge-use',
  'DELETE FROM staff_challenge WHERE challenge_hash = $1 AND expires_at > $2 RETURNING 1 AS one',
)
const insertPasskey = statement(
  'staff-passkey-insert',
  `INSERT INTO staff_passkey (credential_id, staff_id, public_key, counter, transports, created_at)
   VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING RETURNING credential_id`,
)
const passkey = statement(
  'staff-passkey',
  `SELECT p.credential_id AS id, p.staff_id AS "staffId", p.public_key AS "publicKey", p.counter, p.transports
   FROM staff_passkey p JOIN staff s ON s.staff_id = p.staff_id WHERE p.credential_id = $1 AND s.ended_at IS NULL`,
)
const usePasskey = statement(
  'staff-passkey-use',
  `UPDATE staff_passkey SET counter = $2, last_used_at = $3
   WHERE credential_id = $1 AND (counter < $2 OR counter = 0 AND $2 = 0) RETURNING credential_id AS id`,
)
const passkeysOf = statement(
  'staff-passkeys-of',
  `SELECT credential_id AS "passkeyId", created_at AS "addedAt", last_used_at AS "lastUsedAt"
   FROM staff_passkey WHERE staff_id = $1 ORDER BY created_at, credential_id FOR UPDATE`,
)
const removePasskey = statement(
  'staff-passkey-remove',
  'DELETE FROM staff_passkey WHERE staff_id = $1 AND credential_id = $2 RETURNING credential_id AS id',
)
const removePasskeys = statement(
  'staff-passkeys-remove',
  'DELETE FROM staff_passkey WHERE staff_id = $1',
)
const insertSession = statement(
  'staff-session-insert',
  `INSERT INTO staff_session (session_id, cookie_hash, staff_id, way, created_at, last_seen_at, proved_at)
   VALUES ($1, $2, $3, $4, $5, $5, $5)`,
)
const openSession = statement(
  'staff-session-open',
  `SELECT e.session_id AS "sessionId", e.staff_id AS "staffId", e.last_seen_at AS "lastSeenAt", e.proved_at AS "provedAt",
     e.way, s.roles, s.is_simulated AS "isSimulated", s.made_by_sandbox AS "madeBySandbox",
     NOT EXISTS (SELECT FROM staff_account a WHERE a.staff_id = e.staff_id AND a.confirmed_at IS NULL) AS "isConfirmed!"
   FROM staff_session e JOIN staff s ON s.staff_id = e.staff_id
   WHERE e.cookie_hash = $1 AND e.created_at > $2 AND e.last_seen_at > $3 AND s.ended_at IS NULL`,
)
const touchSession = statement(
  'staff-session-touch',
  'UPDATE staff_session SET last_seen_at = greatest(last_seen_at, $2) WHERE session_id = $1',
)
const proveSession = statement(
  'staff-session-prove',
  'UPDATE staff_session SET proved_at = $2 WHERE session_id = $1',
)
const endSession = statement('staff-session-end', 'DELETE FROM staff_session WHERE session_id = $1')
const sessionsOf = statement(
  'staff-sessions-of',
  `SELECT session_id AS "sessionId", created_at AS since, last_seen_at AS "lastSeenAt", way FROM staff_session
   WHERE staff_id = $1 AND created_at > $2 AND last_seen_at > $3 ORDER BY created_at DESC LIMIT 100`,
)
const endOneOf = statement(
  'staff-session-end-of',
  'DELETE FROM staff_session WHERE staff_id = $1 AND session_id::text = $2 RETURNING session_id AS "sessionId"',
)
const endOthersOf = statement(
  'staff-sessions-end-others',
  'DELETE FROM staff_session WHERE staff_id = $1 AND session_id <> $2',
)
const ownerOfSession = statement(
  'staff-of-session',
  'SELECT staff_id AS "staffId" FROM staff_session WHERE session_id = $1',
)
const forgetSessions = statement(
  'staff-forget-sessions',
  'DELETE FROM staff_session WHERE created_at <= $1 OR last_seen_at <= $2',
)
const forgetChallenges = statement(
  'staff-forget-challenges',
  'DELETE FROM staff_challenge WHERE expires_at <= $1',
)
const forgetInvitations = statement(
  'staff-forget-invitations',
  'DELETE FROM staff_invitation WHERE expires_at <= $1',
)

export type StaffRow = Row<'staff-one'>
export type PasskeyRow = Row<'staff-passkey'>

export type NewStaff = {
  readonly staffId: string
  readonly mailHash: Buffer
  readonly mailSealed: Buffer
  readonly roles: readonly Role[]
  readonly isSimulated: boolean
  readonly at: Date
}

/**
 * Adds a person; false if the mail address belongs to somebody. A person who is added in a
 * demonstration counts as made by its sandbox, because the sandbox lets anybody invite.
 */
export async function insertStaff(db: Queryable, staff: NewStaff): Promise<boolean> {
  const madeBySandbox = staff.isSimulated || (await isOfDemonstration(db))
  return (await db.query(insert, { ...staff, madeBySandbox })).length === 1
}

export const staffOf = (db: Queryable, staffId: string) => db.maybeOne(one, [staffId])
export const staffByMail = (db: Queryable, mailHash: Buffer) => db.maybeOne(byMail, [mailHash])
export const allStaff = (db: Queryable) => db.query(all)

/** Gives a person other roles; false if their access has ended. */
export async function setStaffRoles(
  db: Queryable,
  staffId: string,
  roles: readonly Role[],
): Promise<boolean> {
  return (await db.query(setRoles, [staffId, roles])).length === 1
}

/** Ends a person's access with all sessions, links and saved views; false if it has ended. */
export async function endStaff(db: Queryable, staffId: string, at: Date): Promise<boolean> {
  await dropInvitations(db, staffId)
  await endStaffSessions(db, staffId)
  await removeViewsOf(db, staffId)
  return (await db.query(end, [staffId, at])).length === 1
}

export async function endStaffSessions(db: Queryable, staffId: string): Promise<void> {
  await db.query(endSessionsOf, [staffId])
}

export async function editedRolesOf(db: Queryable): Promise<EditedRoles> {
  const rows = await db.query(editedRoles)
  return Object.fromEntries(rows.map(({ role, permissions }) => [role, permissions]))
}

export async function saveEditedRole(
  db: Queryable,
  role: Role,
  permissions: readonly Permission[],
  at: Date,
): Promise<void> {
  await db.query(saveRole, [role, permissions, at])
}

/** Makes the links of a person void. */
export async function dropInvitations(db: Queryable, staffId: string): Promise<void> {
  await db.query(dropInvitationsOf, [staffId])
}

/** Stores a link. Older links of the person become void. */
export async function storeInvitation(
  db: Queryable,
  linkHash: Buffer,
  staffId: string,
  expiresAt: Date,
): Promise<void> {
  await dropInvitations(db, staffId)
  await db.query(insertInvitation, [linkHash, staffId, expiresAt])
}

export const invitedBy = (db: Queryable, linkHash: Buffer, now: Date) =>
  db.maybeOne(invited, [linkHash, now])

/** Uses up a link; undefined if another request used it, or if it is too old. */
export async function takeInvitation(
  db: Queryable,
  linkHash: Buffer,
  now: Date,
): Promise<string | undefined> {
  return (await db.maybeOne(useInvitation, [linkHash, now]))?.staffId
}

export async function storeStaffChallenge(db: Queryable, hash: Buffer, until: Date): Promise<void> {
  await db.query(insertChallenge, [hash, until])
}

/** Uses up a challenge; false if it was used before or is too old. */
export async function takeStaffChallenge(db: Queryable, hash: Buffer, now: Date): Promise<boolean> {
  return (await db.query(useChallenge, [hash, now])).length === 1
}

export type NewPasskey = Pick<PasskeyRow, 'id' | 'staffId' | 'counter' | 'transports'> & {
  readonly publicKey: Uint8Array
  readonly at: Date
}

/** Stores a passkey; false if its id is taken. */
export async function insertStaffPasskey(db: Queryable, key: NewPasskey): Promise<boolean> {
  const { id, staffId, publicKey, counter, transports, at } = key
  const rows = await db.query(insertPasskey, [id, staffId, publicKey, counter, transports, at])
  return rows.length === 1
}

export const staffPasskey = (db: Queryable, id: string) => db.maybeOne(passkey, [id])

/** Notes a use of a passkey; false if its counter is not ahead of the stored one. */
export async function notePasskeyUse(
  db: Queryable,
  id: string,
  counter: number,
  at: Date,
): Promise<boolean> {
  return (await db.query(usePasskey, [id, counter, at])).length === 1
}

/** A person's passkeys, locked until the transaction ends. */
export const passkeysOfStaff = (tx: Queryable, staffId: string) => tx.query(passkeysOf, [staffId])

/** Removes a person's own passkey; false if they have no such passkey. */
export async function removeStaffPasskey(
  db: Queryable,
  staffId: string,
  passkeyId: string,
): Promise<boolean> {
  return (await db.query(removePasskey, [staffId, passkeyId])).length === 1
}

export async function removeStaffPasskeys(db: Queryable, staffId: string): Promise<void> {
  await db.query(removePasskeys, [staffId])
}

export async function insertStaffSession(
  db: Queryable,
  {
    sessionId,
    cookieHash,
    staffId,
    way,
    at,
  }: {
    readonly sessionId: string
    readonly cookieHash: Buffer
    readonly staffId: string
    readonly way: SignInWay
    readonly at: Date
  },
): Promise<void> {
  await db.query(insertSession, [sessionId, cookieHash, staffId, way, at])
}

export type StaffLiveness = { readonly createdSince: Date; readonly seenSince: Date }

export const liveStaffSession = (db: Queryable, cookieHash: Buffer, since: StaffLiveness) =>
  db.maybeOne(openSession, [cookieHash, since.createdSince, since.seenSince])

/** A person's live sessions, the newest first. */
export const sessionsOfStaff = (db: Queryable, staffId: string, since: StaffLiveness) =>
  db.query(sessionsOf, [staffId, since.createdSince, since.seenSince])

/** Ends a person's own session; false if they have no such session. */
export async function endOwnSession(
  db: Queryable,
  staffId: string,
  sessionId: string,
): Promise<boolean> {
  return (await db.query(endOneOf, [staffId, sessionId])).length === 1
}

/** Ends all of a person's sessions but one. */
export async function endOtherSessions(
  db: Queryable,
  staffId: string,
  sessionId: string,
): Promise<void> {
  await db.query(endOthersOf, [staffId, sessionId])
}

/** The person of a session; undefined if it has ended. */
export async function staffOfSession(
  db: Queryable,
  sessionId: string,
): Promise<string | undefined> {
  return (await db.maybeOne(ownerOfSession, [sessionId]))?.staffId
}

export async function noteStaffSeen(db: Queryable, sessionId: string, at: Date): Promise<void> {
  await db.query(touchSession, [sessionId, at])
}

export async function noteStaffProof(db: Queryable, sessionId: string, at: Date): Promise<void> {
  await db.query(proveSession, [sessionId, at])
}

export async function endStaffSession(db: Queryable, sessionId: string): Promise<void> {
  await db.query(endSession, [sessionId])
}

/** Removes sessions, challenges and links that can no longer be used. */
export async function forgetOldOfStaff(
  db: Queryable,
  { createdSince, seenSince }: StaffLiveness,
  now: Date,
): Promise<void> {
  await db.query(forgetSessions, [createdSince, seenSince])
  await db.query(forgetChallenges, [now])
  await db.query(forgetInvitations, [now])
}
