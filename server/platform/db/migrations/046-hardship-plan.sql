-- The request for later due days, without a fee: one for each loan, whatever became of it (decision 45). What was agreed is never
-- rewritten: a plan moves the due days where a loan is computed, not where it is stored.
CREATE TABLE hardship_plan (
  borrower_id uuid NOT NULL,
  order_id uuid NOT NULL,
  -- `ended`: nothing was owed any more before anybody answered.
  state text NOT NULL CHECK (state IN ('awaiting', 'granted', 'refused', 'ended')),
  move_days smallint NOT NULL CHECK (move_days > 0),
  requested_at timestamptz NOT NULL,
  requested_day date NOT NULL,
  -- Why a person decides; empty where the rules did.
  referred_for text[] NOT NULL,
  answered_at timestamptz,
  -- The day from which the plan counts, and how many receipts the order had by then: its place among the loan's payments.
  granted_day date,
  after_receipts integer CHECK (after_receipts >= 0),
  -- What the person who refused it wrote to the borrower.
  refusal text,
  PRIMARY KEY (borrower_id, order_id),
  CHECK ((state = 'awaiting') = (answered_at IS NULL)),
  CHECK (num_nulls(granted_day, after_receipts) = CASE state WHEN 'granted' THEN 0 ELSE 2 END),
  CHECK ((state = 'refused') = (refusal IS NOT NULL))
);
CREATE INDEX hardship_plan_awaiting ON hardship_plan (requested_at) WHERE state = 'awaiting';
ALTER TABLE hardship_plan ADD FOREIGN KEY (borrower_id, order_id) REFERENCES loan_order (borrower_id, order_id);

ALTER TABLE paper DROP CONSTRAINT paper_kind_check;
ALTER TABLE paper ADD CONSTRAINT paper_kind_check CHECK (kind IN ('key-facts-statement', 'key-facts-addendum', 'hardship-addendum',
  'receipt', 'statement-of-account', 'no-dues-certificate')) NOT VALID;
ALTER TABLE paper_withdrawal DROP CONSTRAINT paper_withdrawal_reason_check;
ALTER TABLE paper_withdrawal ADD CONSTRAINT paper_withdrawal_reason_check
  CHECK (reason IN ('payout-reversed', 'extension-ended', 'hardship-ended')) NOT VALID;
ALTER TABLE borrower_message DROP CONSTRAINT borrower_message_kind_check;
ALTER TABLE borrower_message ADD CONSTRAINT borrower_message_kind_check CHECK (kind IN ('reminder', 'documents', 'payout-arrived',
  'payout-refused', 'payout-reversed', 'payment-received', 'settled', 'hardship-granted', 'hardship-refused')) NOT VALID;
