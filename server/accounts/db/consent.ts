import type { ConsentPurpose, OptionalPurpose } from '#domain/accounts/consent.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import { type Row, statement } from '#server/platform/db/statement.ts'
import { currentVersionOf } from '#words/consents.ts'
import type { Language } from '#words/language.ts'

/** A consent as the ledger stores it: its purpose, wording, language, beginning and end. */
export type Consent = Row<'consent-ledger'>

/** The next round begins once the consent of the one before was withdrawn. */
const currentRound = statement(
  'consent-round',
  `SELECT count(*)::int AS "round!" FROM consent c JOIN consent_withdrawal w USING (borrower_id, consent_id)
   WHERE c.borrower_id = $1 AND c.purpose = $2 AND c.text_version = $3`,
)
const recordOnce = statement(
  'consent-record',
  `INSERT INTO consent (borrower_id, consent_id, purpose, text_version, language, given_at, round)
   VALUES (:borrowerId, :consentId, :purpose, :textVersion, :language, :at, :round)
   ON CONFLICT (borrower_id, purpose, text_version, round) DO NOTHING`,
)
const CONSENTS = `SELECT c.purpose AS "purpose!", c.text_version AS "textVersion!", c.language AS "language!", c.given_at AS "givenAt!", w.withdrawn_at AS "withdrawnAt"
   FROM consent c LEFT JOIN consent_withdrawal w USING (borrower_id, consent_id) WHERE c.borrower_id = $1`
const standing = statement(
  'consent-standing',
  `${CONSENTS} AND w.consent_id IS NULL ORDER BY c.given_at, c.consent_id`,
)
const ledger = statement(
  'consent-ledger',
  `${CONSENTS} ORDER BY c.given_at, c.consent_id LIMIT 500`,
)

/**
 * Records that the borrower agreed to the present wording of a purpose; does nothing if they agreed
 * to it already.
 */
export async function recordConsent(
  db: Queryable,
  consent: {
    borrowerId: string
    consentId: string
    purpose: ConsentPurpose
    language: Language
    at: Date
  },
): Promise<void> {
  const { borrowerId, purpose } = consent
  const textVersion = currentVersionOf(purpose)
  const { round } = await db.one(currentRound, [borrowerId, purpose, textVersion])
  await db.query(recordOnce, { ...consent, textVersion, round })
}

/** Every consent of the borrower, in the order in which they gave it. */
export function consentLedgerOf(db: Queryable, borrowerId: string): Promise<Consent[]> {
  return db.query(ledger, [borrowerId])
}

/** The borrower's current consents, in the order in which they gave them. */
export function standingConsentsOf(db: Queryable, borrowerId: string): Promise<Consent[]> {
  return db.query(standing, [borrowerId])
}

const withdraw = statement(
  'consent-withdraw',
  `INSERT INTO consent_withdrawal (borrower_id, consent_id, withdrawn_at)
   SELECT borrower_id, consent_id, greatest(given_at, $3) FROM consent
   WHERE borrower_id = $1 AND purpose = ANY ($2)
   ON CONFLICT (borrower_id, consent_id) DO NOTHING RETURNING consent_id`,
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
const refusals = statement(
  'consent-refusals',
  'SELECT purpose, text_version AS "textVersion" FROM consent_refusal WHERE borrower_id = $1',
)

/** Withdraws every standing consent to these purposes; false if there was none. */
export async function withdrawConsents(
  db: Queryable,
  borrowerId: string,
  purposes: readonly ConsentPurpose[],
  at: Date,
): Promise<boolean> {
  return (await db.query(withdraw, [borrowerId, purposes, at])).length > 0
}

/**
 * Withdraws every standing consent to a purpose, and records the answer no. True if there was a
 * consent.
 */
export async function refuseConsent(
  db: Queryable,
  { borrowerId, purpose, at }: { borrowerId: string; purpose: OptionalPurpose; at: Date },
): Promise<boolean> {
  const wasGiven = await withdrawConsents(db, borrowerId, [purpose], at)
  await db.query(refuse, [borrowerId, purpose, currentVersionOf(purpose), at])
  return wasGiven
}

/** Records a yes that replaces a no. */
export async function forgetConsentRefusal(
  db: Queryable,
  borrowerId: string,
  purpose: OptionalPurpose,
): Promise<void> {
  await db.query(forgetRefusal, [borrowerId, purpose, currentVersionOf(purpose)])
}

/** The purposes that the borrower declined in their present wording. */
export async function refusedPurposesOf(
  db: Queryable,
  borrowerId: string,
): Promise<OptionalPurpose[]> {
  const rows = await db.query(refusals, [borrowerId])
  return rows
    .filter(row => row.textVersion === currentVersionOf(row.purpose))
    .map(({ purpose }) => purpose)
}
