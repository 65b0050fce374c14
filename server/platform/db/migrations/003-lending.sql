-- Products, orders, the money that went out and came in, and the ledger of it. Amounts are whole paise, rates parts per
-- million a year, shares basis points, days calendar days in India.

-- What is on offer. Written by the publish gate at start (server/catalogue.ts), read by everybody.
CREATE TABLE product (
  product_id text PRIMARY KEY CHECK (product_id ~ '^[0-9a-z-]{1,40}$'),
  name text NOT NULL,
  logo text NOT NULL,
  position smallint NOT NULL,
  order_num smallint NOT NULL CHECK (order_num >= 1),
  kind text NOT NULL CHECK (kind IN ('own', 'external')),
  is_full boolean NOT NULL,
  is_active boolean NOT NULL,
  -- Ascending; checked by the publish gate.
  amounts integer[] NOT NULL CHECK (cardinality(amounts) > 0),
  h5_href text CHECK (h5_href LIKE 'https://%'),
  rate_ppm_year integer CHECK (rate_ppm_year >= 0),
  processing_fee_bps integer CHECK (processing_fee_bps >= 0),
  period_days smallint CHECK (period_days > 0),
  instalments smallint CHECK (instalments > 0),
  max_tenor_days smallint CHECK (max_tenor_days >= period_days * instalments),
  penal_rate_ppm_year integer CHECK (penal_rate_ppm_year >= 0),
  penal_cap_bps integer CHECK (penal_cap_bps >= 0),
  extension_fee_bps integer CHECK (extension_fee_bps >= 0),
  texts jsonb NOT NULL,
  CHECK ((kind = 'external') = (h5_href IS NOT NULL)),
  CHECK (num_nulls(rate_ppm_year, processing_fee_bps, period_days, instalments, max_tenor_days, penal_rate_ppm_year, penal_cap_bps,
                   extension_fee_bps) = CASE kind WHEN 'external' THEN 8 ELSE 0 END)
);

-- An application and, if it is granted, the loan. Its terms are frozen when it is made.
CREATE TABLE loan_order (
  borrower_id uuid NOT NULL,
  order_id uuid NOT NULL,
  order_no text NOT NULL,
  product_id text NOT NULL,
  product_name text NOT NULL,
  card_id uuid NOT NULL,
  state text NOT NULL CHECK (state IN ('auditing', 'pass', 'denied', 'lending', 'failed', 'loaned', 'settled', 'overdue',
                                       'cancelled', 'extension')),
  principal bigint NOT NULL CHECK (principal > 0),
  rate_ppm_year integer NOT NULL CHECK (rate_ppm_year >= 0),
  processing_fee_bps integer NOT NULL CHECK (processing_fee_bps >= 0),
  discount_bps integer NOT NULL CHECK (discount_bps BETWEEN 0 AND 10000),
  period_days smallint NOT NULL CHECK (period_days > 0),
  instalments smallint NOT NULL CHECK (instalments > 0),
  max_tenor_days smallint NOT NULL CHECK (max_tenor_days >= period_days * instalments),
  penal_rate_ppm_year integer NOT NULL CHECK (penal_rate_ppm_year >= 0),
  penal_cap_bps integer NOT NULL CHECK (penal_cap_bps >= 0),
  extension_fee_bps integer NOT NULL CHECK (extension_fee_bps >= 0),
  service_fee bigint NOT NULL CHECK (service_fee >= 0),
  gst bigint NOT NULL CHECK (gst >= 0),
  arrive bigint NOT NULL CHECK (arrive > 0 AND arrive = principal - service_fee - gst),
  interest bigint NOT NULL CHECK (interest >= 0),
  repayment bigint NOT NULL CHECK (repayment = principal + interest),
  apr_bps integer NOT NULL,
  terms_hash text NOT NULL,
  purpose text CHECK (purpose IN ('shopping', 'medical', 'education', 'tourism', 'living', 'vehicle')),
  auto_get_money boolean NOT NULL,
  applied_at timestamptz NOT NULL,
  -- Why a person must look at it, or why it was denied: [{ reason, msg }], as it was told.
  reasons jsonb NOT NULL DEFAULT '[]',
  referred_at timestamptz,
  decided_at timestamptz,
  denied_at timestamptz,
  offer_until date,
  confirmed_at timestamptz,
  disbursed_at timestamptz,
  disbursed_day date,
  settled_at timestamptz,
  -- The earliest unpaid due day: by it the close of business finds what it must look at. What is owed is derived, never stored.
  next_due_day date,
  -- The India day up to which the close of business has worked on an overdue order.
  closed_day date,
  was_ever_overdue boolean NOT NULL DEFAULT false,
  worst_overdue_days integer NOT NULL DEFAULT 0 CHECK (worst_overdue_days >= 0),
  extension_state smallint NOT NULL DEFAULT 0 CHECK (extension_state IN (0, 2, 3, 4, 5)),
  PRIMARY KEY (borrower_id, order_id),
  UNIQUE (borrower_id, order_no),
  CHECK ((state = 'denied') = (denied_at IS NOT NULL)),
  CHECK ((state = 'settled') = (settled_at IS NOT NULL)),
  CHECK (state NOT IN ('pass', 'lending', 'loaned', 'overdue', 'extension', 'settled') OR offer_until IS NOT NULL),
  CHECK (state NOT IN ('lending', 'loaned', 'overdue', 'extension', 'settled') OR confirmed_at IS NOT NULL),
  CHECK (state NOT IN ('loaned', 'overdue', 'extension', 'settled') OR disbursed_day IS NOT NULL),
  CHECK (num_nulls(disbursed_at, disbursed_day) IN (0, 2)),
  CHECK (worst_overdue_days = 0 OR was_ever_overdue),
  CHECK ((state IN ('loaned', 'overdue', 'extension')) = (next_due_day IS NOT NULL))
);
CREATE UNIQUE INDEX loan_order_one_running ON loan_order (borrower_id)
  WHERE state IN ('auditing', 'pass', 'lending', 'loaned', 'overdue', 'extension');
CREATE INDEX loan_order_by_due_day ON loan_order (next_due_day) WHERE state = 'loaned';
CREATE INDEX loan_order_by_closed_day ON loan_order (closed_day) WHERE state = 'overdue';
CREATE INDEX loan_order_by_offer ON loan_order (offer_until) WHERE state = 'pass';
CREATE INDEX loan_order_waiting ON loan_order (referred_at) WHERE state = 'auditing';

-- The schedule as agreed, with its days from the day the money arrived.
CREATE TABLE order_instalment (
  borrower_id uuid NOT NULL,
  order_id uuid NOT NULL,
  number smallint NOT NULL CHECK (number > 0),
  due_day date NOT NULL,
  principal bigint NOT NULL CHECK (principal >= 0),
  interest bigint NOT NULL CHECK (interest >= 0),
  amount bigint NOT NULL CHECK (amount = principal + interest),
  PRIMARY KEY (borrower_id, order_id, number)
);
COMMENT ON TABLE order_instalment IS 'append-only: what was agreed is never rewritten';

-- Everything that ever happened to an order.
CREATE TABLE order_event (
  borrower_id uuid NOT NULL,
  order_id uuid NOT NULL,
  number integer NOT NULL CHECK (number > 0),
  event text NOT NULL,
  state text NOT NULL,
  actor text NOT NULL CHECK (actor IN ('borrower', 'rules', 'desk', 'provider', 'calendar')),
  details jsonb NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (borrower_id, order_id, number)
);
COMMENT ON TABLE order_event IS 'append-only: the history of an order';

-- One transfer of money to a borrower. Its id is the key under which the provider knows it.
CREATE TABLE payout (
  borrower_id uuid NOT NULL,
  payout_id uuid NOT NULL,
  order_id uuid NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  state text NOT NULL CHECK (state IN ('pending', 'succeeded', 'refused', 'reversed')),
  utr text,
  reason text,
  created_at timestamptz NOT NULL,
  ended_at timestamptz,
  -- The India day on which a succeeded payout was last asked about: a bank may take one back.
  checked_day date,
  PRIMARY KEY (borrower_id, payout_id),
  UNIQUE (borrower_id, order_id),
  CHECK ((state = 'pending') = (ended_at IS NULL))
);
CREATE INDEX payout_by_checked_day ON payout (checked_day) WHERE state = 'succeeded';

-- A demand: a hosted page on which an amount may be paid. Whether and what was paid stands in payment_receipt.
CREATE TABLE payment (
  borrower_id uuid NOT NULL,
  payment_id uuid NOT NULL,
  order_id uuid NOT NULL,
  request_key text NOT NULL,
  scope text NOT NULL CHECK (scope IN ('due', 'all')),
  amount bigint NOT NULL CHECK (amount > 0),
  vendor text NOT NULL,
  link_ref text,
  url text,
  status text NOT NULL CHECK (status IN ('pending', 'failed', 'paid')),
  created_at timestamptz NOT NULL,
  status_at timestamptz NOT NULL,
  PRIMARY KEY (borrower_id, payment_id),
  UNIQUE (borrower_id, request_key),
  CHECK (num_nulls(link_ref, url) IN (0, 2))
);
CREATE INDEX payment_by_order ON payment (borrower_id, order_id, created_at);

-- Whose a payment is: a provider names the payment only.
CREATE TABLE payment_owner (
  payment_id uuid PRIMARY KEY,
  borrower_id uuid NOT NULL
);

-- The inbox: what a provider told is worked on once, however often it is told, by message and by attempt.
CREATE TABLE provider_event (
  vendor text NOT NULL,
  event_id text NOT NULL,
  payment_id text NOT NULL,
  attempt_ref text NOT NULL,
  state text NOT NULL CHECK (state IN ('paid', 'failed')),
  amount bigint NOT NULL,
  received_at timestamptz NOT NULL,
  PRIMARY KEY (vendor, event_id)
);
COMMENT ON TABLE provider_event IS 'append-only: the inbox of payment events';
CREATE TABLE provider_attempt (
  vendor text NOT NULL,
  attempt_ref text NOT NULL,
  state text NOT NULL CHECK (state IN ('paid', 'failed')),
  borrower_id uuid NOT NULL,
  learned_at timestamptz NOT NULL,
  PRIMARY KEY (vendor, attempt_ref, state)
);
COMMENT ON TABLE provider_attempt IS 'append-only: the attempts that were worked on';

-- Money that came in, in the order in which it came, and what it was applied to. What is too much is refunded.
CREATE TABLE payment_receipt (
  borrower_id uuid NOT NULL,
  receipt_id uuid NOT NULL,
  order_id uuid NOT NULL,
  payment_id uuid NOT NULL,
  number integer NOT NULL CHECK (number > 0),
  vendor text NOT NULL,
  attempt_ref text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  penal bigint NOT NULL CHECK (penal >= 0),
  interest bigint NOT NULL CHECK (interest >= 0),
  principal bigint NOT NULL CHECK (principal >= 0),
  excess bigint NOT NULL CHECK (excess >= 0),
  day date NOT NULL,
  received_at timestamptz NOT NULL,
  PRIMARY KEY (borrower_id, receipt_id),
  UNIQUE (borrower_id, order_id, number),
  UNIQUE (borrower_id, vendor, attempt_ref),
  CHECK (amount = penal + interest + principal + excess)
);
COMMENT ON TABLE payment_receipt IS 'append-only: money that came in';

-- Money on its way back. Its id is the key under which the provider knows it.
CREATE TABLE refund (
  borrower_id uuid NOT NULL,
  refund_id uuid NOT NULL,
  order_id uuid NOT NULL,
  receipt_id uuid NOT NULL,
  cause text NOT NULL CHECK (cause IN ('excess', 'payout-reversed')),
  amount bigint NOT NULL CHECK (amount > 0),
  state text NOT NULL CHECK (state IN ('pending', 'done')),
  created_at timestamptz NOT NULL,
  done_at timestamptz,
  PRIMARY KEY (borrower_id, refund_id),
  UNIQUE (borrower_id, receipt_id, cause),
  CHECK ((state = 'done') = (done_at IS NOT NULL))
);

-- The chart of accounts. A transfer may name no other.
CREATE TABLE ledger_account (
  account text PRIMARY KEY,
  side text NOT NULL CHECK (side IN ('debit', 'credit'))
);
COMMENT ON TABLE ledger_account IS 'append-only: the chart of accounts';
INSERT INTO ledger_account (account, side) VALUES
  ('bank', 'debit'), ('payout_in_transit', 'debit'), ('principal_receivable', 'debit'), ('interest_receivable', 'debit'),
  ('penal_receivable', 'debit'), ('collection_clearing', 'credit'), ('refunds_payable', 'credit'), ('gst_payable', 'credit'),
  ('fee_income', 'credit'), ('interest_income', 'credit'), ('penal_income', 'credit');

-- The double-entry ledger: one row moves an amount from the credited to the debited account. A posting is one movement of
-- money; its name makes it happen once.
CREATE TABLE ledger_transfer (
  borrower_id uuid NOT NULL,
  posting text NOT NULL,
  line smallint NOT NULL CHECK (line > 0),
  order_id uuid NOT NULL,
  debit text NOT NULL,
  credit text NOT NULL CHECK (credit <> debit),
  amount bigint NOT NULL CHECK (amount > 0),
  day date NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (borrower_id, posting, line)
);
COMMENT ON TABLE ledger_transfer IS 'append-only: corrections are reversals';
CREATE INDEX ledger_transfer_by_order ON ledger_transfer (borrower_id, order_id);

ALTER TABLE loan_order ADD FOREIGN KEY (borrower_id) REFERENCES borrower (borrower_id);
ALTER TABLE loan_order ADD FOREIGN KEY (product_id) REFERENCES product (product_id);
ALTER TABLE loan_order ADD FOREIGN KEY (borrower_id, card_id) REFERENCES bank_card (borrower_id, card_id);
ALTER TABLE order_instalment ADD FOREIGN KEY (borrower_id, order_id) REFERENCES loan_order (borrower_id, order_id);
ALTER TABLE order_event ADD FOREIGN KEY (borrower_id, order_id) REFERENCES loan_order (borrower_id, order_id);
ALTER TABLE payout ADD FOREIGN KEY (borrower_id, order_id) REFERENCES loan_order (borrower_id, order_id);
ALTER TABLE payment ADD FOREIGN KEY (borrower_id, order_id) REFERENCES loan_order (borrower_id, order_id);
ALTER TABLE payment_receipt ADD FOREIGN KEY (borrower_id, order_id) REFERENCES loan_order (borrower_id, order_id);
ALTER TABLE payment_receipt ADD FOREIGN KEY (borrower_id, payment_id) REFERENCES payment (borrower_id, payment_id);
ALTER TABLE refund ADD FOREIGN KEY (borrower_id, receipt_id) REFERENCES payment_receipt (borrower_id, receipt_id);
ALTER TABLE ledger_transfer ADD FOREIGN KEY (borrower_id, order_id) REFERENCES loan_order (borrower_id, order_id);
ALTER TABLE ledger_transfer ADD FOREIGN KEY (debit) REFERENCES ledger_account (account);
ALTER TABLE ledger_transfer ADD FOREIGN KEY (credit) REFERENCES ledger_account (account);
