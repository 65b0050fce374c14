import type { NameAgreement } from '#domain/identity/person-name.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import { type Row, statement } from '#server/platform/db/statement.ts'

/** The verdict on the picture of a face, or on the cards. */
export type FaceResult = 'passed' | 'needs-a-look'

/**
 * A borrower's identity as stored: from the verified Aadhaar number on; the PAN and the face come
 * later.
 */
export type Identity = Row<'identity-of-borrower'>

/**
 * `personHash`: the keyed reference of the person, known even if the number is not. `numbersCheck`:
 * `passed` once the numbers are claimed; a server of the previous version leaves it empty.
 */
const ofBorrower = statement(
  'identity-of-borrower',
  `SELECT aadhaar_hash AS "aadhaarHash", aadhaar_last_four AS "aadhaarLastFour", person_hash AS "personHash",
          details_sealed AS "detailsSealed", pan_hash AS "panHash", names_agree AS "namesAgree", numbers_check AS "numbersCheck",
          pan_verified_at AS "panVerifiedAt", face_check AS "faceCheck"
   FROM identity WHERE borrower_id = $1`,
)
const registerAnswer = statement(
  'identity-register-answer',
  `SELECT aadhaar_proof AS "aadhaarProof", names_agree AS "namesAgree", pan_verified_at AS "panVerifiedAt"
   FROM identity WHERE borrower_id = $1`,
)
const panOfBorrower = statement(
  'identity-sealed-pan',
  `SELECT pan_sealed AS "panSealed!", pan_name_sealed AS "nameSealed!" FROM identity
   WHERE borrower_id = $1 AND pan_sealed IS NOT NULL`,
)
const aadhaarOwner = statement(
  'identity-aadhaar-owner',
  'SELECT borrower_id AS id FROM aadhaar_owner WHERE aadhaar_hash = $1',
)
const panOwner = statement(
  'identity-pan-owner',
  'SELECT borrower_id AS id FROM pan_owner WHERE pan_hash = $1',
)
// The update of an existing row returns its owner, even if it was inserted this instant.
const claimAadhaar = statement(
  'identity-claim-aadhaar',
  `INSERT INTO aadhaar_owner (aadhaar_hash, borrower_id) VALUES ($1, $2)
   ON CONFLICT (aadhaar_hash) DO UPDATE SET borrower_id = aadhaar_owner.borrower_id RETURNING borrower_id AS id`,
)
const claimPan = statement(
  'identity-claim-pan',
  `INSERT INTO pan_owner (pan_hash, borrower_id) VALUES ($1, $2)
   ON CONFLICT (pan_hash) DO UPDATE SET borrower_id = pan_owner.borrower_id RETURNING borrower_id AS id`,
)
const moveAadhaar = statement(
  'identity-move-aadhaar',
  `INSERT INTO aadhaar_owner (aadhaar_hash, borrower_id) VALUES ($1, $2)
   ON CONFLICT (aadhaar_hash) DO UPDATE SET borrower_id = excluded.borrower_id`,
)
const movePan = statement(
  'identity-move-pan',
  `INSERT INTO pan_owner (pan_hash, borrower_id) VALUES ($1, $2)
   ON CONFLICT (pan_hash) DO UPDATE SET borrower_id = excluded.borrower_id`,
)
const releaseAadhaar = statement(
  'identity-release-aadhaar',
  'DELETE FROM aadhaar_owner WHERE aadhaar_hash = $1 AND borrower_id = $2',
)
const saveAadhaar = statement(
  'identity-save-aadhaar',
  `INSERT INTO identity (borrower_id, aadhaar_proof, aadhaar_hash, person_hash, aadhaar_last_four, details_sealed,
                         name_hash, aadhaar_verified_at)
   VALUES (:borrowerId, :proof, :hash, :personHash, :lastFour, :detailsSealed, :nameHash, :at)
   ON CONFLICT (borrower_id) DO UPDATE SET aadhaar_proof = excluded.aadhaar_proof, aadhaar_hash = excluded.aadhaar_hash,
     person_hash = excluded.person_hash, aadhaar_last_four = excluded.aadhaar_last_four,
     details_sealed = excluded.details_sealed, name_hash = excluded.name_hash, aadhaar_verified_at = excluded.aadhaar_verified_at`,
)
const savePan = statement(
  'identity-save-pan',
  `UPDATE identity SET pan_hash = :hash, pan_sealed = :panSealed, pan_name_sealed = :nameSealed, names_agree = :namesAgree,
     numbers_check = :numbersCheck, pan_verified_at = :at WHERE borrower_id = :borrowerId`,
)
const unhashedNames = statement(
  'identity-without-name-hash',
  `SELECT borrower_id AS "borrowerId", details_sealed AS "detailsSealed" FROM identity
   WHERE name_hash IS NULL AND borrower_id > $1 ORDER BY borrower_id LIMIT $2`,
)
const hashName = statement(
  'identity-hash-name',
  'UPDATE identity SET name_hash = $3 WHERE borrower_id = $1 AND details_sealed = $2 AND name_hash IS NULL',
)
const saveFace = statement(
  'identity-save-face',
  'UPDATE identity SET face_check = $2, face_checked_at = $3 WHERE borrower_id = $1 AND face_check IS NULL',
)
const forgetFace = statement(
  'identity-forget-face',
  'UPDATE identity SET face_check = NULL, face_checked_at = NULL WHERE borrower_id = $1',
)
const passFace = statement(
  'identity-pass-face',
  `UPDATE identity SET face_check = 'passed' WHERE borrower_id = $1 AND face_check = 'needs-a-look'`,
)
const saveNumbers = statement(
  'identity-save-numbers',
  'UPDATE identity SET numbers_check = $2 WHERE borrower_id = $1 AND pan_verified_at IS NOT NULL RETURNING 1 AS one',
)
const saveCards = statement(
  'identity-save-cards',
  'UPDATE identity SET cards_check = $2 WHERE borrower_id = $1',
)

export function identityRowOf(db: Queryable, borrowerId: string): Promise<Identity | undefined> {
  return db.maybeOne(ofBorrower, [borrowerId])
}

/** The registers' answers, without name or number; undefined until an Aadhaar number is verified. */
export function registerAnswerOf(
  db: Queryable,
  borrowerId: string,
): Promise<Row<'identity-register-answer'> | undefined> {
  return db.maybeOne(registerAnswer, [borrowerId])
}

/** The PAN and its registered name, encrypted; undefined while none is verified. */
export function encryptedPanOf(
  db: Queryable,
  borrowerId: string,
): Promise<{ readonly panSealed: Uint8Array; readonly nameSealed: Uint8Array } | undefined> {
  return db.maybeOne(panOfBorrower, [borrowerId])
}

/** The owner of an Aadhaar number or a PAN, by its keyed hash: each belongs to one borrower. */
export async function ownerOf(
  db: Queryable,
  kind: 'aadhaar' | 'pan',
  hash: Uint8Array,
): Promise<string | undefined> {
  return (await db.maybeOne(kind === 'aadhaar' ? aadhaarOwner : panOwner, [hash]))?.id
}

/** Claims the number for the borrower; false if it is another's. */
export async function claim(
  tx: Queryable,
  kind: 'aadhaar' | 'pan',
  hash: Uint8Array,
  borrowerId: string,
): Promise<boolean> {
  const owner = await tx.one(kind === 'aadhaar' ? claimAadhaar : claimPan, [hash, borrowerId])
  return owner.id === borrowerId
}

/** Moves the number to the borrower from its previous owner, as a person decided. */
export async function moveNumber(
  tx: Queryable,
  kind: 'aadhaar' | 'pan',
  hash: Uint8Array,
  borrowerId: string,
): Promise<void> {
  await tx.query(kind === 'aadhaar' ? moveAadhaar : movePan, [hash, borrowerId])
}

/**
 * Releases an Aadhaar number that the borrower replaced by another before the identity was
 * complete.
 */
export async function releaseAadhaarNumber(
  tx: Queryable,
  hash: Uint8Array,
  borrowerId: string,
): Promise<void> {
  await tx.query(releaseAadhaar, [hash, borrowerId])
}

/**
 * The proof that an Aadhaar number is the borrower's: the register's OTP, its signed code, or a
 * picture of the card.
 */
export type AadhaarProof = 'otp' | 'code' | 'digilocker' | 'card'

export async function saveVerifiedAadhaar(
  tx: Queryable,
  aadhaar: {
    borrowerId: string
    proof: AadhaarProof
    hash: Uint8Array
    personHash: Uint8Array | null
    lastFour: string
    detailsSealed: Uint8Array
    nameHash: Uint8Array
    at: Date
  },
): Promise<void> {
  await tx.query(saveAadhaar, aadhaar)
}

/** Identities stored without the hash of their name, in the order of their borrowers' ids. */
export const withoutNameHash = (
  db: Queryable,
  after: string,
  limit: number,
): Promise<Row<'identity-without-name-hash'>[]> => db.query(unhashedNames, [after, limit])

/** Stores the hash of a name, unless the details changed meanwhile. */
export async function storeNameHash(
  db: Queryable,
  borrowerId: string,
  detailsSealed: Uint8Array,
  hash: Uint8Array,
): Promise<void> {
  await db.query(hashName, [borrowerId, detailsSealed, hash])
}

export async function saveVerifiedPan(
  tx: Queryable,
  pan: {
    borrowerId: string
    hash: Uint8Array
    panSealed: Uint8Array
    nameSealed: Uint8Array
    namesAgree: NameAgreement
    numbersCheck: FaceResult
    at: Date
  },
): Promise<void> {
  await tx.query(savePan, pan)
}

/** Stores whether the numbers are the borrower's or wait for a person; false without a PAN. */
export async function saveNumbersCheck(
  tx: Queryable,
  borrowerId: string,
  result: FaceResult,
): Promise<boolean> {
  return (await tx.query(saveNumbers, [borrowerId, result])).length === 1
}

/** Stores the result of the face check; the first one counts. */
export async function saveFaceResult(
  tx: Queryable,
  borrowerId: string,
  result: FaceResult,
  at: Date,
): Promise<void> {
  await tx.query(saveFace, [borrowerId, result, at])
}

/** Settles a waiting face: it is the borrower's, or the step begins again. */
export async function settleFaceResult(
  tx: Queryable,
  borrowerId: string,
  outcome: 'passed' | 'denied',
): Promise<void> {
  await tx.query(outcome === 'passed' ? passFace : forgetFace, [borrowerId])
}

/** Stores whether a person must review the cards on which the identity rests. */
export async function saveCardsResult(
  tx: Queryable,
  borrowerId: string,
  result: FaceResult,
): Promise<void> {
  await tx.query(saveCards, [borrowerId, result])
}
