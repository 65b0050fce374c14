/**
 * Columns whose type the program knows better than PostgreSQL: their type, and the module that
 * declares it. A key is `table.column`, or `statement.column` for a computed column. Values that a
 * CHECK lists need no entry: they are read from it.
 */
export const columnTypes: Readonly<Record<string, { type: string; from?: string }>> = {
  'audit_entry.action': { type: 'AuditAction', from: '#server/platform/audit/entries.ts' },
  'bank_card.ifsc': { type: 'Ifsc', from: '#domain/identity/bank-account.ts' },
  'borrower_message.step': { type: 'ReminderStep', from: '#domain/lending/reminders.ts' },
  'card-reading-of-borrower.kind': { type: 'CardKind', from: '#domain/identity/card.ts' },
  'document.file_key': { type: 'FileKey', from: '#server/platform/files/store.ts' },
  'document.look_reasons': { type: 'readonly LookReason[]', from: '#domain/identity/face.ts' },
  'document-latest-cards.kind': { type: "'aadhaar-front' | 'pan'" },
  'download-decisions.facts': { type: 'EncryptedFacts', from: '#server/platform/db/record-key.ts' },
  'download-pictures.fileKey': { type: 'FileKey', from: '#server/platform/files/store.ts' },
  'download-pictures.kind': { type: "'pictures' | 'feedback'" },
  'feedback.image_key': { type: 'FileKey', from: '#server/platform/files/store.ts' },
  'file_removal.file_key': { type: 'FileKey', from: '#server/platform/files/store.ts' },
  'kept_record.law': { type: "'pmla'" },
  'ledger-journals.transfers': { type: 'Transfer[]', from: '#domain/lending/ledger.ts' },
  'ledger_posting.posting': { type: 'PostingName', from: '#server/lending/db/ledger.ts' },
  'ledger_transfer.credit': { type: 'Account', from: '#domain/lending/ledger.ts' },
  'ledger_transfer.debit': { type: 'Account', from: '#domain/lending/ledger.ts' },
  'loan-of-order.extensions': { type: 'StoredExtension[]', from: '#server/lending/db/loan.ts' },
  'loan-of-order.instalments': { type: 'StoredInstalment[]', from: '#server/lending/db/loan.ts' },
  'loan-of-order.payments': { type: 'StoredPayment[]', from: '#server/lending/db/loan.ts' },
  'loan_order.reasons': { type: 'readonly StoredReason[]', from: '#server/lending/db/order.ts' },
  'loans-of-borrower.extensions': { type: 'StoredExtension[]', from: '#server/lending/db/loan.ts' },
  'loans-of-borrower.instalments': {
    type: 'StoredInstalment[]',
    from: '#server/lending/db/loan.ts',
  },
  'loans-of-borrower.payments': { type: 'StoredPayment[]', from: '#server/lending/db/loan.ts' },
  'order_left_behind.step': { type: 'ClosingStep', from: '#server/lending/db/skipped-order.ts' },
  'own-data-held.kind': { type: 'DataKind', from: '#domain/privacy/retention.ts' },
  'paper.code': { type: 'DocumentCode', from: '#domain/lending/document-code.ts' },
  'product.texts': { type: 'ProductTexts', from: '#server/lending/db/product.ts' },
  'reservation.refusal': { type: 'StatedReason', from: '#words/reasons.ts' },
  'sandbox.payment_attempt.amount_paise': { type: 'Paise', from: '#domain/money.ts' },
  'sandbox.payment_link.amount_paise': { type: 'Paise', from: '#domain/money.ts' },
  'sandbox.payout.amount_paise': { type: 'Paise', from: '#domain/money.ts' },
  'under-way-elsewhere.what': { type: "'payouts' | 'refunds' | 'payment links'" },
}
