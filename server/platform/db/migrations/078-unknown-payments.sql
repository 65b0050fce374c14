-- A payment that names none of ours leaves the inbox once two persons close it: the money went back to its payer, or there was none
-- (decision 80).
CREATE TABLE closed_payment_event (
  vendor    text        NOT NULL,
  event_id  text        NOT NULL,
  -- Of the transfer back to the payer; null where there was no money, such as a vendor's test.
  reference text        CHECK (reference ~ '^[A-Z0-9]{6,30}$'),
  closed_at timestamptz NOT NULL,
  PRIMARY KEY (vendor, event_id)
);
COMMENT ON TABLE closed_payment_event IS 'append-only: who proposed and who approved it stands with its proposal';

-- spread
ALTER TABLE proposal DROP CONSTRAINT proposal_act_check;
ALTER TABLE proposal ADD CONSTRAINT proposal_act_check CHECK (act IN ('settle-refund', 'stop-payout', 'approve-application', 'waive-penal',
  'close-unknown-payment', 'invite-staff', 'change-staff', 'renew-staff', 'change-role', 'publish-product', 'withdraw-product',
  'change-policy', 'change-content'));
