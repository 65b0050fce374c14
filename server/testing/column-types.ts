type ColumnType = { readonly type: string; readonly from?: string }

/** The parts of a loan, which statements put into JSON. */
function loanColumns(statement: string): Record<string, ColumnType> {
  const from = '#server/lending/db/loan-facts.ts'
  return {
    [`${statement}.deferral`]: { type: 'StoredDeferral', from },
    [`${statement}.extensions`]: { type: 'StoredExtension[]', from },
    [`${statement}.instalments`]: { type: 'StoredInstalment[]', from },
    [`${statement}.payments`]: { type: 'StoredPayment[]', from },
    [`${statement}.waivers`]: { type: 'StoredWaiver[]', from },
  }
}

/**
 * Columns whose type the program knows better than PostgreSQL: their type, and the module that
 * declares it. A key is `table.column`, or `statement.column` for a computed column. Values that a
 * CHECK lists need no entry: they are read from it.
 */
export const columnTypes: Readonly<Record<string, ColumnType>> = {
  'audit_entry.action': { type: 'AuditAction', from: '#server/platform/audit/entries.ts' },
  'bank_card.ifsc': { type: 'Ifsc', from: '#domain/identity/bank-account.ts' },
  'borrower_message.kind': { type: 'StoredKind', from: '#server/notices/kinds.ts' },
  'calendar_link.language': { type: 'Language', from: '#words/language.ts' },
  'card-reading-of-borrower.kind': { type: 'CardKind', from: '#domain/identity/card.ts' },
  'consent.language': { type: 'Language', from: '#words/language.ts' },
  'collection_note.promised_amount': { type: 'Paise', from: '#domain/money.ts' },
  'complaint.category': { type: 'ComplaintCategory', from: '#domain/complaint.ts' },
  'complaint.root_cause': { type: 'RootCause', from: '#domain/complaint.ts' },
  'contact_notice.language': { type: 'Language', from: '#words/language.ts' },
  'document.doubts': { type: 'readonly CardDoubt[]', from: '#domain/identity/card.ts' },
  'document.file_key': { type: 'FileKey', from: '#server/platform/files/store.ts' },
  'document.look_reasons': { type: 'readonly LookReason[]', from: '#domain/identity/face.ts' },
  'document-latest-cards.kind': { type: "'aadhaar-front' | 'pan'" },
  'download-decisions.facts': { type: 'EncryptedFacts', from: '#server/platform/db/record-key.ts' },
  'download-pictures.fileKey': { type: 'FileKey', from: '#server/platform/files/store.ts' },
  'download-pictures.kind': { type: "'pictures' | 'feedback'" },
  'feedback.image_key': { type: 'FileKey', from: '#server/platform/files/store.ts' },
  'file_removal.file_key': { type: 'FileKey', from: '#server/platform/files/store.ts' },
  'kept_record.law': { type: "'pmla'" },
  'key_facts.language': { type: 'Language', from: '#words/language.ts' },
  'key_facts_addendum.language': { type: 'Language', from: '#words/language.ts' },
  'hardship_plan.referred_for': {
    type: 'readonly HardshipReason[]',
    from: '#domain/lending/hardship.ts',
  },
  'autopay_debit.amount': { type: 'Paise', from: '#domain/money.ts' },
  'mandate.cap': { type: 'Paise', from: '#domain/money.ts' },
  'sandbox.mandate.cap_paise': { type: 'Paise', from: '#domain/money.ts' },
  'sandbox.mandate_debit.amount_paise': { type: 'Paise', from: '#domain/money.ts' },
  'ledger-journals.transfers': { type: 'Transfer[]', from: '#domain/lending/ledger.ts' },
  'content_version.texts': { type: 'ContentTexts', from: '#domain/content.ts' },
  'ledger_posting.posting': { type: 'PostingName', from: '#server/lending/db/ledger.ts' },
  'ledger_transfer.credit': { type: 'Account', from: '#domain/lending/ledger.ts' },
  'ledger_transfer.debit': { type: 'Account', from: '#domain/lending/ledger.ts' },
  ...loanColumns('loan-of-order'),
  'loan_order.reasons': { type: 'readonly StoredReason[]', from: '#server/lending/db/order.ts' },
  ...loanColumns('loans-of-borrower'),
  ...loanColumns('loans-running'),
  'order_left_behind.step': { type: 'ClosingStep', from: '#server/lending/db/skipped-order.ts' },
  'own-data-held.kind': { type: 'DataKind', from: '#domain/privacy/retention.ts' },
  'loan_document.code': { type: 'DocumentCode', from: '#domain/lending/document-code.ts' },
  'payment.scope': { type: 'PaymentScope', from: '#server/lending/db/payment.ts' },
  'policy_version.second_person_from': { type: 'Paise', from: '#domain/money.ts' },
  'policy_version.ladder': { type: 'Ladder', from: '#domain/lending/tier.ts' },
  'policy_version.looks_per_day': { type: 'Readonly<Record<string, number | undefined>>' },
  'policy_version.tiers': { type: 'Tiers', from: '#domain/lending/tier.ts' },
  'product-some.limits': { type: 'PolicyLimits', from: '#domain/lending/policy-limits.ts' },
  'product.texts': { type: 'ProductTexts', from: '#server/lending/db/product.ts' },
  'product_draft.content': { type: 'DraftContent', from: '#contract/staff/product.ts' },
  'product_version.texts': { type: 'ProductTexts', from: '#server/lending/db/product.ts' },
  'push_subscription.language': { type: 'Language', from: '#words/language.ts' },
  'reminder_wish.language': { type: 'Language', from: '#words/language.ts' },
  'rehearsal-decisions.facts': {
    type: 'EncryptedFacts',
    from: '#server/platform/db/record-key.ts',
  },
  'reservation.refusal': { type: 'StatedReason', from: '#words/reasons.ts' },
  'sandbox.payment_attempt.amount_paise': { type: 'Paise', from: '#domain/money.ts' },
  'sandbox.payment_link.amount_paise': { type: 'Paise', from: '#domain/money.ts' },
  'sandbox.payout.amount_paise': { type: 'Paise', from: '#domain/money.ts' },
  'staff-account.act': { type: 'ActName', from: '#domain/staff/proposal.ts' },
  'staff-accounts-waiting.act': { type: 'ActName', from: '#domain/staff/proposal.ts' },
  'staff-timeline.kind': { type: 'TimelineKind', from: '#domain/staff/timeline.ts' },
  'staff.roles': { type: 'readonly Role[]', from: '#domain/staff/permissions.ts' },
  'staff_session.way': {
    type: 'SignInWay',
    from: '#server/platform/actions/staff-session.ts',
  },
  'staff_look.role': { type: 'LookRole', from: '#domain/staff/look.ts' },
  'staff_search.ways': { type: 'readonly SearchBy[]', from: '#domain/staff/search.ts' },
  'staff_search.why': { type: 'LookWhy', from: '#domain/staff/look.ts' },
  'staff_role.permissions': {
    type: 'readonly Permission[]',
    from: '#domain/staff/permissions.ts',
  },
  'staff_role.role': { type: 'Role', from: '#domain/staff/permissions.ts' },
  'staff_passkey.transports': {
    type: 'AuthenticatorTransport[]',
    from: '#server/staff/people/passkeys.ts',
  },
  'under-way-elsewhere.what': { type: "'payouts' | 'refunds' | 'payment links'" },
}
