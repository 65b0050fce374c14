import type { Queryable } from '#server/platform/db/open.ts'
import { type Row, statement } from '#server/platform/db/statement.ts'

/** A bank account as lists show it. */
export type BankCardSummary = Row<'bank-card-of-borrower'>

/** A bank account as stored: the number and the name at the bank are encrypted. */
export type EncryptedBankCard = Row<'bank-card-sealed'>

export type NewBankCard = Omit<BankCardSummary, 'nameCheck'> & {
  readonly borrowerId: string
  readonly accountSealed: Uint8Array
  readonly nameAtBankSealed: Uint8Array
  readonly accountHash: Uint8Array
  readonly namesAgree: 'same' | 'close'
  readonly nameCheck: 'passed' | 'needs-a-look'
  readonly addedAt: Date
}

/**
 * The number and name are NULL only in an erased row. `nameCheck`: money is sent to an account that
 * passed; a person must review the name of one that needs a look. `directoryBank` is the bank of the branch, if
 * the directory names it.
 */
const SUMMARY = `card_id AS id, ifsc, account_last_four AS "lastFour!", name_check AS "nameCheck",
  (SELECT b.name FROM bank_branch r JOIN bank_city c ON c.city_id = r.city_id JOIN bank_state s ON s.state_id = c.state_id
     JOIN bank b ON b.bank_id = s.bank_id
   WHERE r.ifsc = bank_card.ifsc) AS "directoryBank"`

const ofBorrower = statement(
  'bank-card-of-borrower',
  `SELECT ${SUMMARY} FROM bank_card WHERE borrower_id = $1 AND erased_at IS NULL ORDER BY added_at, card_id`,
)
const summaries = statement(
  'bank-card-summaries',
  `SELECT input.at::int AS "at!", ${SUMMARY} FROM unnest((SELECT $1::uuid[]), $2::text[]) WITH ORDINALITY AS input (borrower, card, at)
     JOIN bank_card ON borrower_id = input.borrower AND card_id::text = input.card AND erased_at IS NULL
       AND bank_card.borrower_id = ANY ($1::uuid[])`,
)
const sealed = statement(
  'bank-card-sealed',
  `SELECT ${SUMMARY}, account_sealed AS "accountSealed!", name_at_bank_sealed AS "nameAtBankSealed!"
   FROM bank_card WHERE borrower_id = $1 AND card_id::text = $2 AND erased_at IS NULL`,
)
const allEncrypted = statement(
  'bank-card-all-sealed',
  `SELECT ${SUMMARY}, account_sealed AS "accountSealed!", name_at_bank_sealed AS "nameAtBankSealed!"
   FROM bank_card WHERE borrower_id = $1 AND erased_at IS NULL ORDER BY added_at, card_id`,
)
const room = statement(
  'bank-card-room',
  `SELECT count(*)::int AS "count!", coalesce(bool_or(account_hash = $2), false) AS "isKnown!" FROM bank_card
   WHERE borrower_id = $1 AND erased_at IS NULL AND name_check <> 'denied'`,
)
const insert = statement(
  'bank-card-insert',
  `INSERT INTO bank_card (borrower_id, card_id, ifsc, account_hash, account_sealed, account_last_four, name_at_bank_sealed,
                          names_agree, name_check, added_at)
   VALUES (:borrowerId, :id, :ifsc, :accountHash, :accountSealed, :lastFour, :nameAtBankSealed, :namesAgree, :nameCheck, :addedAt)`,
)
const removeDenied = statement(
  'bank-card-remove-denied',
  `DELETE FROM bank_card WHERE borrower_id = $1 AND account_hash = $2 AND name_check = 'denied'`,
)
const settleName = statement(
  'bank-card-settle-name',
  `UPDATE bank_card SET name_check = $3 WHERE borrower_id = $1 AND card_id = $2 AND name_check = 'needs-a-look'`,
)

/** The borrower's accounts, oldest first. */
export function bankCardsOf(db: Queryable, borrowerId: string): Promise<BankCardSummary[]> {
  return db.query(ofBorrower, [borrowerId])
}

/** One account without its number; undefined if the borrower has none with that id. */
export async function bankCardSummaryOf(
  db: Queryable,
  borrowerId: string,
  cardId: string,
): Promise<BankCardSummary | undefined> {
  const [card] = await bankCardSummariesOf(db, [{ borrowerId, cardId }])
  return card
}

/**
 * Each of these accounts of these borrowers, at its index; undefined if that borrower has none with
 * that id.
 */
export async function bankCardSummariesOf(
  db: Queryable,
  keys: readonly { readonly borrowerId: string; readonly cardId: string }[],
): Promise<(BankCardSummary | undefined)[]> {
  const rows = await db.query(summaries, [
    keys.map(({ borrowerId }) => borrowerId),
    keys.map(({ cardId }) => cardId),
  ])
  const cardAt = new Map(rows.map(({ at, ...card }) => [at, card]))
  return keys.map((_each, index) => cardAt.get(index + 1))
}

export function encryptedBankCardOf(
  db: Queryable,
  borrowerId: string,
  cardId: string,
): Promise<EncryptedBankCard | undefined> {
  return db.maybeOne(sealed, [borrowerId, cardId])
}

/** All of the borrower's accounts, oldest first, with their encrypted values. */
export function encryptedBankCardsOf(
  db: Queryable,
  borrowerId: string,
): Promise<EncryptedBankCard[]> {
  return db.query(allEncrypted, [borrowerId])
}

/** The number of the borrower's accounts that nobody denied, and whether this one is among them. */
export function bankCardRoomOf(
  db: Queryable,
  borrowerId: string,
  accountHash: Uint8Array,
): Promise<{ count: number; isKnown: boolean }> {
  return db.one(room, [borrowerId, accountHash])
}

export async function insertBankCard(db: Queryable, card: NewBankCard): Promise<void> {
  await db.query(insert, card)
}

/** Deletes an account that a person denied, so that the borrower can add it again. */
export async function removeDeniedCard(
  tx: Queryable,
  borrowerId: string,
  accountHash: Uint8Array,
): Promise<void> {
  await tx.query(removeDenied, [borrowerId, accountHash])
}

/** Settles the name of an account that waited for a person. */
export async function settleCardName(
  tx: Queryable,
  borrowerId: string,
  cardId: string,
  outcome: 'passed' | 'denied',
): Promise<void> {
  await tx.query(settleName, [borrowerId, cardId, outcome])
}
