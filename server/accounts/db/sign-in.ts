/** Borrowers, devices, sessions and codes: the statements, one function each. */
import { LOGIN_CODE_TRIES } from '#domain/limits.ts'
import { forgetAll, forgetting } from '#server/platform/db/forget.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import { type Row, statement } from '#server/platform/db/statement.ts'

export type Challenge = Row<'login-challenge-try'>

const saveChallenge = statement(
  'login-challenge-save',
  `WITH voided AS (
     DELETE FROM login_challenge
     WHERE phone_hash = :phoneHash AND challenge_hash <> :challengeHash AND (:isOfKnownDevice OR NOT is_of_known_device))
   INSERT INTO login_challenge (challenge_hash, phone_hash, code_hash, expires_at, is_of_known_device, digits)
   VALUES (:challengeHash, :phoneHash, :codeHash, :expiresAt, :isOfKnownDevice, :digits)
   ON CONFLICT (challenge_hash) DO UPDATE
   SET phone_hash = excluded.phone_hash, code_hash = excluded.code_hash, expires_at = excluded.expires_at, tries = 0,
       is_of_known_device = excluded.is_of_known_device, digits = excluded.digits`,
)
const tryChallenge = statement(
  'login-challenge-try',
  `UPDATE login_challenge SET tries = tries + 1 WHERE challenge_hash = $1 AND phone_hash = $2
   RETURNING code_hash AS "codeHash", tries, expires_at AS "expiresAt", digits`,
)
const openDigits = statement(
  'login-challenge-digits',
  `SELECT digits FROM login_challenge
   WHERE challenge_hash = $1 AND phone_hash = $2 AND tries < $3 AND expires_at >= $4 AND digits IS NOT NULL`,
)
const useChallenge = statement(
  'login-challenge-use',
  'DELETE FROM login_challenge WHERE challenge_hash = $1 AND code_hash = $2 RETURNING tries',
)

export type NewChallenge = {
  challengeHash: Buffer
  phoneHash: Buffer
  codeHash: Buffer
  expiresAt: Date
  /** True if the number's own device requested it, so that no stranger's code voids it. */
  isOfKnownDevice: boolean
  digits: number
}

/**
 * Stores a code, which voids older ones of the same challenge and of the same number. A stranger's
 * code leaves one that the number's own device requested.
 */
export async function storeChallenge(db: Queryable, challenge: NewChallenge): Promise<void> {
  await db.query(saveChallenge, challenge)
}

/** Counts a try before it is judged, so that simultaneous tries are all counted. */
export function countLoginTry(
  db: Queryable,
  challengeHash: Buffer,
  phoneHash: Buffer,
): Promise<Challenge | undefined> {
  return db.maybeOne(tryChallenge, [challengeHash, phoneHash])
}

/** The length of a code that can still be entered; undefined where there is none. */
export async function openCodeDigits(
  db: Queryable,
  { challengeHash, phoneHash }: Pick<NewChallenge, 'challengeHash' | 'phoneHash'>,
  now: Date,
): Promise<number | undefined> {
  const row = await db.maybeOne(openDigits, [challengeHash, phoneHash, LOGIN_CODE_TRIES, now])
  return row?.digits ?? undefined
}

/** Uses a code up. False if another request used it first. */
export async function useLoginCode(
  db: Queryable,
  challengeHash: Buffer,
  codeHash: Buffer,
): Promise<boolean> {
  return (await db.query(useChallenge, [challengeHash, codeHash])).length === 1
}

const borrowerByPhone = statement(
  'borrower-by-phone',
  'SELECT borrower_id AS "borrowerId" FROM phone_lookup WHERE phone_hash = $1',
)
const claimPhone = statement(
  'phone-lookup-claim',
  'INSERT INTO phone_lookup (phone_hash, borrower_id) VALUES ($1, $2) ON CONFLICT (phone_hash) DO NOTHING RETURNING borrower_id',
)
const insertBorrower = statement(
  'borrower-insert',
  'INSERT INTO borrower (borrower_id, phone_sealed, phone_masked, created_at) VALUES ($1, $2, $3, $4)',
)
const borrowerPhone = statement(
  'borrower-phone',
  // Both are removed together when the borrower is erased.
  `SELECT phone_sealed AS "phoneSealed!", phone_masked AS "phoneMasked!" FROM borrower
   WHERE borrower_id = $1 AND erased_at IS NULL`,
)

export type NewBorrower = {
  borrowerId: string
  phoneHash: Buffer
  phoneSealed: Buffer
  phoneMasked: string
  createdAt: Date
}

export async function findBorrowerByPhone(
  db: Queryable,
  phoneHash: Buffer,
): Promise<string | undefined> {
  return (await db.maybeOne(borrowerByPhone, [phoneHash]))?.borrowerId
}

/** Creates a borrower; false if the number has just got one. */
export async function createBorrower(
  db: Queryable,
  { borrowerId, phoneHash, phoneSealed, phoneMasked, createdAt }: NewBorrower,
): Promise<boolean> {
  const claimed = await db.query(claimPhone, [phoneHash, borrowerId])
  if (claimed.length === 0) return false
  await db.query(insertBorrower, [borrowerId, phoneSealed, phoneMasked, createdAt])
  return true
}

export function phoneOfBorrower(db: Queryable, borrowerId: string): Promise<Row<'borrower-phone'>> {
  return db.one(borrowerPhone, [borrowerId])
}

const forgetChallenges = forgetting('login-challenge-forget', {
  table: 'login_challenge',
  key: 'challenge_hash',
  isPast: 'expires_at < $1',
})

/** Removes expired codes. */
export async function forgetLoginChallenges(db: Queryable, now: Date): Promise<void> {
  await forgetAll(db, forgetChallenges, [now])
}
