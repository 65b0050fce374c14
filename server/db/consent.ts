import type { Queryable } from '#server/db/open.ts'
import { statement } from '#server/db/statement.ts'

/** What is asked for by itself, and may be refused: nothing depends on it. */
export type OptionalPurpose = 'location' | 'marketing' | 'tracking'

/** What personal data was given for: one purpose a page that takes some, and those that are asked for by themselves (decisions §9). */
export type ConsentPurpose = 'basic' | 'work' | 'identity' | 'face' | 'contacts' | 'bank-account' | OptionalPurpose

export type Consent = { readonly purpose: ConsentPurpose; readonly textVersion: string; readonly givenAt: Date }

/** Which wording of the purposes the pages show. A changed wording is a new version, and consent to it is a new row. */
export const CONSENT_TEXT_VERSION = '2026-11'

const recordOnce = statement(
  'consent-record',
  `INSERT INTO consent (borrower_id, consent_id, purpose, text_version, given_at) VALUES ($1, $2, $3, $4, $5)
   ON CONFLICT (borrower_id, purpose, text_version) WHERE withdrawn_at IS NULL DO NOTHING`,
)
const standing = statement(
  'consent-standing',
  `SELECT purpose, text_version AS "textVersion", given_at AS "givenAt" FROM consent
   WHERE borrower_id = $1 AND withdrawn_at IS NULL ORDER BY given_at, consent_id`,
)

/** Records that the borrower agreed to a purpose; nothing where they agreed to this wording already. */
export async function recordConsent(
  db: Queryable,
  consent: { borrowerId: string; consentId: string; purpose: ConsentPurpose; at: Date },
): Promise<void> {
  await db.query(recordOnce, [consent.borrowerId, consent.consentId, consent.purpose, CONSENT_TEXT_VERSION, consent.at])
}

/** What the borrower agrees to now, in the order in which they did. */
export function standingConsentsOf(db: Queryable, borrowerId: string): Promise<Consent[]> {
  return db.query<Consent>(standing, [borrowerId])
}

const withdraw = statement(
  'consent-withdraw',
  'UPDATE consent SET withdrawn_at = greatest(given_at, $3) WHERE borrower_id = $1 AND purpose = $2 AND withdrawn_at IS NULL',
)
const refuse = statement(
  'consent-refuse',
  `INSERT INTO consent_refusal (borrower_id, purpose, text_version, refused_at) VALUES ($1, $2, $3, $4)
   ON CONFLICT (borrower_id, purpose, text_version) DO UPDATE SET refused_at = excluded.refused_at`,
)
const forgetRefusal = statement(
  'consent-refusal-forget',
  'DELETE FROM consent_refusal WHERE borrower_id = $1 AND purpose = $2 AND text_version = $3',
)
const refusals = statement('consent-refusals', 'SELECT purpose FROM consent_refusal WHERE borrower_id = $1 AND text_version = $2')

/** Takes back every standing consent to a purpose, and notes that the answer is no. */
export async function refuseConsent(
  db: Queryable,
  { borrowerId, purpose, at }: { borrowerId: string; purpose: OptionalPurpose; at: Date },
): Promise<void> {
  await db.query(withdraw, [borrowerId, purpose, at])
  await db.query(refuse, [borrowerId, purpose, CONSENT_TEXT_VERSION, at])
}

/** Notes a yes where there was a no. */
export async function forgetConsentRefusal(db: Queryable, borrowerId: string, purpose: OptionalPurpose): Promise<void> {
  await db.query(forgetRefusal, [borrowerId, purpose, CONSENT_TEXT_VERSION])
}

/** To which purposes the borrower said no, in the present wording. */
export async function refusedPurposesOf(db: Queryable, borrowerId: string): Promise<string[]> {
  const rows = await db.query<{ purpose: string }>(refusals, [borrowerId, CONSENT_TEXT_VERSION])
  return rows.map(({ purpose }) => purpose)
}
