/**
 * The kind of every table of the schema `public`: where its rows lie when the database is spread
 * over several machines (`npm run spread`). A migration that creates a table adds its line here, and has the
 * line `-- spread` after its tables and before their foreign keys, which it adds by their names.
 */

/**
 * `owned`: lies with its borrower, by `borrower_id`. `lookup`: lies by its own key, a column that is
 * unique over all borrowers. `reference`: the same rows on every machine. `coordinator`: on the
 * coordinator alone.
 */
export type TableKind =
  | { readonly kind: 'owned' | 'reference' | 'coordinator' }
  | { readonly kind: 'lookup'; readonly key: string }

const owned: TableKind = { kind: 'owned' }
const reference: TableKind = { kind: 'reference' }
const coordinator: TableKind = { kind: 'coordinator' }
const lookup = (key: string): TableKind => ({ kind: 'lookup', key })

export const TABLE_KINDS: Readonly<Record<string, TableKind>> = {
  aadhaar_otp: owned,
  aadhaar_owner: lookup('aadhaar_hash'),
  audit_entry: coordinator,
  autopay_debit: owned,
  bank: reference,
  bank_branch: reference,
  bank_card: owned,
  bank_city: reference,
  bank_directory: reference,
  bank_state: reference,
  borrower: owned,
  borrower_message: owned,
  // A borrower has one: unique by borrower and by secret, which no spread table can be.
  calendar_link: coordinator,
  card_reading: owned,
  chain_slot: coordinator,
  code_standing: lookup('scope'),
  confirm_code: owned,
  consent: owned,
  consent_refusal: owned,
  consent_withdrawal: owned,
  contact_link: lookup('token_hash'),
  contact_notice: owned,
  device: owned,
  device_location: owned,
  digilocker_request: owned,
  document: owned,
  emergency_contact: owned,
  exchange_code: lookup('code_hash'),
  extension_release: owned,
  face_review: owned,
  feedback: owned,
  file_removal: coordinator,
  form_answers: owned,
  hardship_plan: owned,
  idempotency_key: owned,
  identity: owned,
  identity_page: owned,
  inbox_mark: coordinator,
  kept_record: owned,
  key_facts: owned,
  key_facts_addendum: owned,
  key_fingerprint: coordinator,
  ledger_account: reference,
  ledger_posting: owned,
  ledger_transfer: owned,
  loan_order: owned,
  login_challenge: lookup('challenge_hash'),
  mandate: owned,
  mandate_owner: lookup('key'),
  open_proposal: coordinator,
  order_event: owned,
  order_extension: owned,
  order_instalment: owned,
  order_left_behind: owned,
  own_limit: owned,
  pan_owner: lookup('pan_hash'),
  paper: owned,
  paper_code: lookup('code'),
  paper_content: owned,
  paper_withdrawal: owned,
  partner_nonce: lookup('nonce'),
  passkey: owned,
  passkey_challenge: lookup('holder_hash'),
  payment: owned,
  payment_owner: lookup('payment_id'),
  payment_receipt: owned,
  payout: owned,
  payout_event: lookup('event_id'),
  payout_owner: lookup('payout_id'),
  phone_lookup: lookup('phone_hash'),
  product: reference,
  proposal: coordinator,
  proposal_decision: coordinator,
  provider_attempt: lookup('attempt_ref'),
  provider_event: lookup('event_id'),
  push_endpoint: lookup('endpoint_hash'),
  push_subscription: owned,
  rate_window: lookup('bucket'),
  record_key: owned,
  refund: owned,
  reminder_wish: owned,
  reservation: owned,
  schema_migration: coordinator,
  session: owned,
  session_lookup: lookup('token_hash'),
  staff: reference,
  staff_challenge: coordinator,
  staff_invitation: coordinator,
  staff_look: owned,
  staff_passkey: coordinator,
  staff_role: coordinator,
  staff_session: coordinator,
  tracked: lookup('request_id'),
  tracking_consent: lookup('client_hash'),
  verification_step: owned,
  write_probe: coordinator,
}
