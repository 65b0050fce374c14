-- The borrower is told at once of an instalment that AutoPay will not pay.
ALTER TABLE borrower_message DROP CONSTRAINT borrower_message_kind_check;
ALTER TABLE borrower_message ADD CONSTRAINT borrower_message_kind_check CHECK (kind IN ('reminder', 'documents', 'payout-arrived',
  'payout-refused', 'payout-reversed', 'payment-received', 'settled', 'hardship-granted', 'hardship-refused', 'penal-waived',
  'autopay-notice', 'autopay-failed', 'autopay-cannot', 'autopay-off')) NOT VALID;
