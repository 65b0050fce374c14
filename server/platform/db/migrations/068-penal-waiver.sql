-- Penal charges that the lender gave up, each approved by a second person (decision 67).
CREATE TABLE penal_waiver (
  borrower_id    uuid        NOT NULL,
  order_id       uuid        NOT NULL,
  waiver_id      uuid        NOT NULL,
  -- Paise.
  amount         bigint      NOT NULL CHECK (amount > 0),
  day            date        NOT NULL,
  -- Its place among the loan's payments: it counts after this one.
  after_receipts integer     NOT NULL CHECK (after_receipts >= 0),
  at             timestamptz NOT NULL,
  PRIMARY KEY (borrower_id, order_id, waiver_id)
);
COMMENT ON TABLE penal_waiver IS 'append-only: penal charges that were given up';

-- spread
ALTER TABLE penal_waiver ADD CONSTRAINT penal_waiver_of_loan FOREIGN KEY (borrower_id, order_id) REFERENCES loan_order;
ALTER TABLE proposal DROP CONSTRAINT proposal_act_check;
ALTER TABLE proposal ADD CONSTRAINT proposal_act_check CHECK (act IN ('settle-refund', 'stop-payout', 'waive-penal', 'invite-staff',
  'change-staff', 'renew-staff', 'change-role', 'publish-product', 'withdraw-product', 'change-policy'));
ALTER TABLE borrower_message DROP CONSTRAINT borrower_message_kind_check;
ALTER TABLE borrower_message ADD CONSTRAINT borrower_message_kind_check CHECK (kind IN ('reminder', 'documents', 'payout-arrived',
  'payout-refused', 'payout-reversed', 'payment-received', 'settled', 'hardship-granted', 'hardship-refused', 'penal-waived',
  'autopay-notice', 'autopay-failed', 'autopay-off')) NOT VALID;
