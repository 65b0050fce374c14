-- Moving a due date (decisions §6, "Extension"). What was agreed is never rewritten: an extension that was paid moves the due
-- days where a loan is reckoned, not where it is kept.

-- An extension that was asked for. Its id names exactly the offer that was seen.
CREATE TABLE order_extension (
  borrower_id uuid NOT NULL,
  extension_id text NOT NULL,
  order_id uuid NOT NULL,
  -- Counts the extensions of the order.
  number smallint NOT NULL CHECK (number > 0),
  state text NOT NULL CHECK (state IN ('awaiting', 'paid', 'lapsed', 'abandoned', 'ended')),
  -- The oldest unpaid instalment, which falls due on the new day.
  instalment smallint NOT NULL CHECK (instalment > 0),
  new_due_day date NOT NULL,
  -- The fee by its parts, GST within the service fee. A payment on the loan meanwhile lowers it; nothing raises it.
  service_fee bigint NOT NULL CHECK (service_fee >= 0),
  gst bigint NOT NULL CHECK (gst >= 0 AND gst <= service_fee),
  penal bigint NOT NULL CHECK (penal >= 0),
  interest bigint NOT NULL CHECK (interest >= 0),
  asked bigint NOT NULL CHECK (service_fee + penal + interest <= asked),
  requested_at timestamptz NOT NULL,
  requested_day date NOT NULL,
  expires_at timestamptz NOT NULL CHECK (expires_at > requested_at),
  ended_at timestamptz,
  ended_day date,
  -- How many receipts the order had when the extension ended: its place among the loan's payments.
  after_receipts integer,
  PRIMARY KEY (borrower_id, extension_id),
  UNIQUE (borrower_id, order_id, number),
  CHECK (num_nulls(ended_at, ended_day, after_receipts) = CASE state WHEN 'awaiting' THEN 3 ELSE 0 END)
);
CREATE UNIQUE INDEX order_extension_one_awaiting ON order_extension (borrower_id, order_id) WHERE state = 'awaiting';
CREATE INDEX order_extension_expiry ON order_extension (expires_at) WHERE state = 'awaiting';

-- What had been paid towards an extension that was not paid in full: it is a payment on the loan as any other.
CREATE TABLE extension_release (
  borrower_id uuid NOT NULL,
  extension_id text NOT NULL,
  order_id uuid NOT NULL,
  after_receipts integer NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  penal bigint NOT NULL CHECK (penal >= 0),
  interest bigint NOT NULL CHECK (interest >= 0),
  principal bigint NOT NULL CHECK (principal >= 0),
  excess bigint NOT NULL CHECK (excess >= 0),
  day date NOT NULL,
  released_at timestamptz NOT NULL,
  PRIMARY KEY (borrower_id, extension_id),
  CHECK (amount = penal + interest + principal + excess)
);
COMMENT ON TABLE extension_release IS 'append-only: money that was set aside for an extension, applied to the loan';
CREATE INDEX extension_release_by_order ON extension_release (borrower_id, order_id);

-- A demand for the fee of an extension.
ALTER TABLE payment ADD COLUMN extension_id text;
ALTER TABLE payment DROP CONSTRAINT payment_scope_check;
ALTER TABLE payment ADD CONSTRAINT payment_scope_check
  CHECK (scope IN ('due', 'all', 'extension') AND (scope = 'extension') = (extension_id IS NOT NULL));

-- Money that came for an extension is set aside (`held`) and is no payment on the loan; what is too much goes back.
ALTER TABLE payment_receipt ADD COLUMN extension_id text;
ALTER TABLE payment_receipt ADD COLUMN held bigint NOT NULL DEFAULT 0 CHECK (held >= 0);
ALTER TABLE payment_receipt DROP CONSTRAINT payment_receipt_check;
ALTER TABLE payment_receipt ADD CONSTRAINT payment_receipt_adds_up
  CHECK (amount = penal + interest + principal + held + excess);
ALTER TABLE payment_receipt ADD CONSTRAINT payment_receipt_is_for_one
  CHECK (CASE WHEN extension_id IS NULL THEN held = 0 ELSE penal + interest + principal = 0 END);

ALTER TABLE refund DROP CONSTRAINT refund_cause_check;
ALTER TABLE refund ADD CONSTRAINT refund_cause_check CHECK (cause IN ('excess', 'payout-reversed', 'extension-ended'));

INSERT INTO ledger_account (account, side) VALUES ('extension_advances', 'credit');

ALTER TABLE order_extension ADD FOREIGN KEY (borrower_id, order_id) REFERENCES loan_order (borrower_id, order_id);
ALTER TABLE extension_release ADD FOREIGN KEY (borrower_id, extension_id) REFERENCES order_extension (borrower_id, extension_id);
ALTER TABLE payment ADD FOREIGN KEY (borrower_id, extension_id) REFERENCES order_extension (borrower_id, extension_id);
ALTER TABLE payment_receipt ADD FOREIGN KEY (borrower_id, extension_id) REFERENCES order_extension (borrower_id, extension_id);
