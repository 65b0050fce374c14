import type { Queryable } from '#server/db/open.ts'
import { statement } from '#server/db/statement.ts'
import { stopCountingClients } from '#server/db/tracked.ts'
import type { FileKey } from '#server/files/store.ts'

const tables = [
  'bank_card',
  'emergency_contact',
  'form_answers',
  'identity',
  'aadhaar_otp',
  'identity_page',
  'card_reading',
  'verification_step',
  'consent',
  'consent_refusal',
  'device_location',
  'push_subscription',
  'push_endpoint',
] as const

// First of all: they are found by the hashes that the identity holds.
const release = (
  [
    ['aadhaar', 'aadhaar_hash'],
    ['aadhaar', 'person_hash'],
    ['pan', 'pan_hash'],
  ] as const
).map(([kind, hash]) =>
  statement(
    `erase-profile-${kind}-owner-${hash}`,
    `DELETE FROM ${kind}_owner o USING identity i
     WHERE i.borrower_id = $1 AND o.${kind}_hash = i.${hash} AND o.borrower_id = $1`,
  ),
)
const erasures = tables.map(table => statement(`erase-profile-${table}`, `DELETE FROM ${table} WHERE borrower_id = $1`))
const erasePictures = statement(
  'erase-profile-document',
  'DELETE FROM document WHERE borrower_id = $1 RETURNING file_key AS "fileKey"',
)

const eraseFeedback = statement(
  'erase-profile-feedback',
  'DELETE FROM feedback WHERE borrower_id = $1 RETURNING image_key AS "fileKey"',
)

/**
 * Forgets everything that a borrower without orders told and proved about themselves, and answers which files are to be
 * removed. Sign-in stays: without the number nobody could be told why.
 */
export async function eraseProfile(tx: Queryable, borrowerId: string): Promise<FileKey[]> {
  const [pictures, feedback] = await Promise.all([
    tx.query<{ fileKey: FileKey }>(erasePictures, [borrowerId]),
    tx.query<{ fileKey: FileKey | null }>(eraseFeedback, [borrowerId]),
    stopCountingClients(tx, borrowerId),
    ...[...release, ...erasures].map(erasure => tx.query(erasure, [borrowerId])),
  ])
  return [...pictures, ...feedback].flatMap(({ fileKey }) => fileKey ?? [])
}
