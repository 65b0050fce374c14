/** Passkeys and their challenges: the statements, one function each (decision 53). */
import { removeLookups } from '#server/accounts/db/session.ts'
import { forgetAll, forgetting } from '#server/platform/db/forget.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import { type Row, statement } from '#server/platform/db/statement.ts'

export type ListedPasskey = Row<'passkey-list'>
export type StoredPasskey = Row<'passkey-by-credential'>
export type PasskeyChallenge = Row<'passkey-challenge-use'>

const saveChallenge = statement(
  'passkey-challenge-save',
  `INSERT INTO passkey_challenge (holder_hash, challenge, expires_at) VALUES ($1, $2, $3)
   ON CONFLICT (holder_hash) DO UPDATE SET challenge = excluded.challenge, expires_at = excluded.expires_at`,
)
const useChallenge = statement(
  'passkey-challenge-use',
  `DELETE FROM passkey_challenge WHERE holder_hash = $1 RETURNING challenge, expires_at AS "expiresAt"`,
)
const forgetChallenges = forgetting('passkey-challenge-forget', {
  table: 'passkey_challenge',
  key: 'holder_hash',
  isPast: 'expires_at < $1',
})
const listPasskeys = statement(
  'passkey-list',
  `SELECT p.passkey_id AS "passkeyId!", p.credential_id AS "credentialId!", p.added_at AS "addedAt!", p.last_used_at AS "lastUsedAt",
     p.is_synced AS "isSynced!", d.device_id IS NOT NULL AS "isOfThisDevice!"
   FROM passkey p LEFT JOIN device d ON d.borrower_id = p.borrower_id AND d.device_id = $2
     AND (d.device_id = p.device_id OR d.passkey_id = p.passkey_id)
   WHERE p.borrower_id = $1 ORDER BY p.added_at DESC, p.passkey_id`,
)
const byCredential = statement(
  'passkey-by-credential',
  `SELECT passkey_id AS "passkeyId", public_key AS "publicKey", sign_count AS "signCount"
   FROM passkey WHERE borrower_id = $1 AND credential_id = $2`,
)
const countPasskeys = statement(
  'passkey-any',
  'SELECT EXISTS (SELECT FROM passkey WHERE borrower_id = $1) AS "has!"',
)
const insertPasskey = statement(
  'passkey-insert',
  `INSERT INTO passkey (borrower_id, passkey_id, device_id, credential_id, public_key, sign_count, is_synced, added_at)
   VALUES (:borrowerId, :passkeyId, :deviceId, :credentialId, :publicKey, :signCount, :isSynced, :at)
   ON CONFLICT (borrower_id, credential_id) DO NOTHING RETURNING passkey_id`,
)
const noteUse = statement(
  'passkey-used',
  `UPDATE passkey SET sign_count = $3, last_used_at = $4 WHERE borrower_id = $1 AND passkey_id = $2`,
)
const endSessionsByPasskey = statement(
  'passkey-end-sessions',
  `DELETE FROM session s USING device d
   WHERE s.borrower_id = $1 AND d.borrower_id = $1 AND d.device_id = s.device_id AND d.passkey_id = $2 AND s.device_id <> $3
   RETURNING s.session_id AS "sessionId", s.token_hash AS "tokenHash"`,
)
const forgetDevices = statement(
  'passkey-forget-devices',
  `UPDATE device SET known_at = NULL, known_by = NULL, passkey_id = NULL WHERE borrower_id = $1 AND passkey_id = $2`,
)
const deletePasskey = statement(
  'passkey-delete',
  'DELETE FROM passkey WHERE borrower_id = $1 AND passkey_id = $2 RETURNING passkey_id',
)

/** Stores a challenge, which makes an older one of the same holder void. */
export async function storePasskeyChallenge(
  db: Queryable,
  { holderHash, challenge, expiresAt }: { holderHash: Buffer } & PasskeyChallenge,
): Promise<void> {
  await db.query(saveChallenge, [holderHash, challenge, expiresAt])
}

/** Uses up the challenge of a holder; undefined if there is none. */
export function takeChallengeRow(
  db: Queryable,
  holderHash: Buffer,
): Promise<PasskeyChallenge | undefined> {
  return db.maybeOne(useChallenge, [holderHash])
}

export async function forgetPasskeyChallenges(db: Queryable, before: Date): Promise<void> {
  await forgetAll(db, forgetChallenges, [before])
}

/** The borrower's passkeys, the newest first; `deviceId` is the device of the caller. */
export function passkeysOf(
  db: Queryable,
  borrowerId: string,
  deviceId: string,
): Promise<ListedPasskey[]> {
  return db.query(listPasskeys, [borrowerId, deviceId])
}

/** The borrower's passkey with this credential. */
export function passkeyByCredential(
  db: Queryable,
  borrowerId: string,
  credentialId: Buffer,
): Promise<StoredPasskey | undefined> {
  return db.maybeOne(byCredential, [borrowerId, credentialId])
}

export async function hasPasskey(db: Queryable, borrowerId: string): Promise<boolean> {
  return (await db.one(countPasskeys, [borrowerId])).has
}

export type NewPasskey = {
  readonly borrowerId: string
  readonly passkeyId: string
  readonly deviceId: string
  readonly credentialId: Buffer
  readonly publicKey: Uint8Array
  readonly signCount: number
  readonly isSynced: boolean
  readonly at: Date
}

/** Stores a passkey; false if the borrower has this credential already. */
export async function addPasskeyRow(tx: Queryable, passkey: NewPasskey): Promise<boolean> {
  return (await tx.query(insertPasskey, passkey)).length === 1
}

export async function notePasskeyUse(
  tx: Queryable,
  use: { borrowerId: string; passkeyId: string; signCount: number; at: Date },
): Promise<void> {
  await tx.query(noteUse, [use.borrowerId, use.passkeyId, use.signCount, use.at])
}

/**
 * Removes a passkey. The devices that only it made known become unknown, and their sessions end,
 * except those of `currentDeviceId`. False if the borrower has no such passkey.
 */
export async function removePasskeyRow(
  tx: Queryable,
  key: { borrowerId: string; passkeyId: string; currentDeviceId: string },
): Promise<boolean> {
  const { borrowerId, passkeyId, currentDeviceId } = key
  const ended = await tx.query(endSessionsByPasskey, [borrowerId, passkeyId, currentDeviceId])
  await removeLookups(tx, borrowerId, ended)
  await tx.query(forgetDevices, [borrowerId, passkeyId])
  return (await tx.query(deletePasskey, [borrowerId, passkeyId])).length === 1
}
