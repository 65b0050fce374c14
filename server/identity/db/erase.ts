/**
 * Deletes a borrower's data, kind by kind (domain/privacy/retention.ts). It returns the names of
 * files, which `removeFiles` removes.
 */
import type { Queryable } from '#server/platform/db/open.ts'
import { destroyRecordKeys } from '#server/platform/db/record-key.ts'
import { type Statement, statement } from '#server/platform/db/statement.ts'
import type { FileKey } from '#server/platform/files/store.ts'

const ofBorrower = <const Name extends string>(name: Name, sql: string) =>
  statement(`erase-${name}`, sql)
const all = (table: string) =>
  ofBorrower(table.replaceAll('_', '-'), `DELETE FROM ${table} WHERE borrower_id = $1`)
const step = (name: string) =>
  ofBorrower(
    `step-${name}`,
    `DELETE FROM verification_step WHERE borrower_id = $1 AND step = '${name}'`,
  )
const form = (name: string) =>
  ofBorrower(name, `DELETE FROM form_answers WHERE borrower_id = $1 AND form = '${name}'`)

const pictures = ofBorrower(
  'document',
  'DELETE FROM document WHERE borrower_id = $1 RETURNING file_key AS "fileKey"',
)
const feedback = ofBorrower(
  'feedback',
  // A complaint stays until it is answered.
  `DELETE FROM feedback f WHERE borrower_id = $1 AND NOT EXISTS (
     SELECT FROM complaint c WHERE c.borrower_id = f.borrower_id AND c.feedback_id = f.feedback_id AND c.closed_at IS NULL)
   RETURNING image_key AS "fileKey"`,
)
const complaints = all('complaint')
const stepFace = step('face')
const faceReviews = all('face_review')
const namesOfIdentity = ofBorrower(
  'names-of-identity',
  `DELETE FROM name_review WHERE borrower_id = $1 AND what = 'identity'`,
)
const namesOfAccounts = ofBorrower(
  'names-of-accounts',
  `DELETE FROM name_review WHERE borrower_id = $1 AND what = 'bank-account'`,
)
const faceResult = ofBorrower(
  'face-result',
  'UPDATE identity SET face_check = NULL, face_checked_at = NULL WHERE borrower_id = $1',
)
const unusedCards = ofBorrower(
  'unused-cards',
  `DELETE FROM bank_card c WHERE borrower_id = $1
     AND NOT EXISTS (SELECT 1 FROM loan_order o WHERE o.borrower_id = c.borrower_id AND o.card_id = c.card_id)
     AND NOT EXISTS (SELECT 1 FROM reservation r WHERE r.borrower_id = c.borrower_id AND r.card_id = c.card_id)`,
)
const usedCards = ofBorrower(
  'used-cards',
  // The card's own id replaces the hash, so that nothing of the account remains in a unique column.
  `UPDATE bank_card SET account_hash = uuid_send(card_id), account_sealed = NULL, account_last_four = NULL,
     name_at_bank_sealed = NULL, erased_at = $2
   WHERE borrower_id = $1 AND erased_at IS NULL`,
)
const proofs = [
  all('aadhaar_otp'),
  all('digilocker_request'),
  all('identity_page'),
  all('card_reading'),
  all('identity'),
  step('identity'),
]
const waitingReviews = [
  ofBorrower(
    'waiting-reviews',
    'DELETE FROM face_review WHERE borrower_id = $1 AND settled_at IS NULL',
  ),
  ofBorrower(
    'waiting-names',
    `DELETE FROM name_review WHERE borrower_id = $1 AND what = 'identity' AND settled_at IS NULL`,
  ),
]
const owners = (['aadhaar', 'pan'] as const).map(kind => all(`${kind}_owner`))

const countedClients = statement(
  'tracking-consent-end',
  // The counts of these browsers are deleted together with the consent.
  `WITH ended AS (DELETE FROM tracking_consent WHERE borrower_id = $1 RETURNING client_hash)
   DELETE FROM tracked WHERE client_hash IN (SELECT client_hash FROM ended)`,
)

const BY_KIND = {
  basic: [form('base-info'), step('basic')],
  work: [form('work-info'), step('work')],
  // A contact who declined is remembered by a keyed hash, so that they are not notified again.
  contacts: [
    ofBorrower(
      'contact-notice',
      `WITH gone AS (DELETE FROM contact_notice WHERE borrower_id = $1 AND state <> 'declined' RETURNING notice_id)
       DELETE FROM contact_link WHERE borrower_id = $1 AND notice_id IN (SELECT notice_id FROM gone)`,
    ),
    all('emergency_contact'),
    step('contacts'),
  ],
  identity: [...proofs, faceReviews, namesOfIdentity],
  pictures: [faceReviews],
  'bank-account': [unusedCards, namesOfAccounts],
  decisions: [all('application_question')],
  // Issued documents stay in the register, which names nobody.
  papers: [all('loan_document_content')],
  collection: [all('collection_note')],
  location: [all('device_location')],
  use: [],
  notifications: [all('push_subscription'), all('push_endpoint'), all('calendar_link')],
  // Notes of staff are erased with the borrower's messages to them.
  feedback: [all('staff_note')],
} as const satisfies Record<string, readonly Statement[]>

/**
 * A kind that can be deleted while the account continues, unlike the orders and the phone number.
 */
export type ErasableKind = keyof typeof BY_KIND

/**
 * Deletes one kind, and returns the files to remove. The pictures of an identity are deleted with
 * it.
 */
export async function eraseKind(
  tx: Queryable,
  kind: ErasableKind,
  borrowerId: string,
  at: Date,
): Promise<FileKey[]> {
  for (const erasure of BY_KIND[kind]) await tx.query(erasure, [borrowerId])
  if (kind === 'bank-account') await tx.query(usedCards, [borrowerId, at])
  if (kind === 'decisions') await destroyRecordKeys(tx, borrowerId)
  if (kind === 'use') await stopCountingClients(tx, borrowerId)
  if (kind === 'feedback') return filesOf(tx, feedback, borrowerId)
  if (kind !== 'identity' && kind !== 'pictures') return []
  await tx.query(stepFace, [borrowerId])
  await tx.query(faceResult, [borrowerId])
  return erasePictures(tx, borrowerId)
}

/** Deletes the pictures alone: the results of their checks stay. */
export function erasePictures(tx: Queryable, borrowerId: string): Promise<FileKey[]> {
  return filesOf(tx, pictures, borrowerId)
}

async function filesOf(
  tx: Queryable,
  erasure: Statement<'erase-document' | 'erase-feedback'>,
  borrowerId: string,
): Promise<FileKey[]> {
  const rows = await tx.query(erasure, [borrowerId])
  return rows.flatMap(({ fileKey }) => fileKey ?? [])
}

/**
 * Deletes an identity that a person denied, with its pictures, which restarts the steps; returns
 * the files to remove. The decisions of the reviews stay.
 */
export async function forgetIdentity(tx: Queryable, borrowerId: string): Promise<FileKey[]> {
  for (const erasure of [...proofs, ...waitingReviews, stepFace])
    await tx.query(erasure, [borrowerId])
  await releaseIdentity(tx, borrowerId)
  return erasePictures(tx, borrowerId)
}

/** Releases the Aadhaar number and the PAN, which another account may then prove. */
export async function releaseIdentity(tx: Queryable, borrowerId: string): Promise<void> {
  for (const owner of owners) await tx.query(owner, [borrowerId])
}

const KINDS = Object.keys(BY_KIND) as ErasableKind[]
/** A consent is proof, which the application cannot delete: it ends, and names nobody without the account. */
const endConsents = ofBorrower(
  'consents-end',
  `INSERT INTO consent_withdrawal (borrower_id, consent_id, withdrawn_at)
   SELECT borrower_id, consent_id, greatest(given_at, $2) FROM consent WHERE borrower_id = $1
   ON CONFLICT (borrower_id, consent_id) DO NOTHING`,
)
const wishes = [
  all('consent_refusal'),
  ofBorrower('declined-notices', 'DELETE FROM contact_notice WHERE borrower_id = $1'),
  all('contact_link'),
]

/**
 * Deletes everything that a borrower without orders stated and proved about themselves, ends their
 * consents, and returns the files to remove. Sign-in stays, so that the borrower can read why.
 */
export async function eraseProfile(
  tx: Queryable,
  borrowerId: string,
  at: Date,
): Promise<FileKey[]> {
  const files: FileKey[] = []
  for (const kind of KINDS) files.push(...(await eraseKind(tx, kind, borrowerId, at)))
  await releaseIdentity(tx, borrowerId)
  await tx.query(endConsents, [borrowerId, at])
  for (const wish of wishes) await tx.query(wish, [borrowerId])
  return files
}

const account = [
  all('confirm_code'),
  all('session_lookup'),
  all('session'),
  all('exchange_code'),
  all('idempotency_key'),
  all('phone_lookup'),
  all('kept_record'),
  all('device'),
  all('passkey'),
  all('borrower_message'),
  all('reminder_wish'),
  all('own_limit'),
  ofBorrower(
    'borrower',
    'UPDATE borrower SET phone_sealed = NULL, phone_masked = NULL, erased_at = $2 WHERE borrower_id = $1 AND erased_at IS NULL',
  ),
]

/** Closes the account: its remaining rows name nobody. It takes open complaints along. */
export async function eraseAccount(
  tx: Queryable,
  borrowerId: string,
  at: Date,
): Promise<FileKey[]> {
  await tx.query(complaints, [borrowerId])
  const files = await eraseProfile(tx, borrowerId, at)
  for (const erasure of account)
    await tx.query(erasure, erasure.sql.includes('$2') ? [borrowerId, at] : [borrowerId])
  return files
}

/** Stops counting the borrower's browsers, and deletes their counts. */
export async function stopCountingClients(db: Queryable, borrowerId: string): Promise<void> {
  await db.query(countedClients, [borrowerId])
}
