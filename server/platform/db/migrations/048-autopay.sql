-- AutoPay: the borrower's standing permission, given in a UPI app, to debit the instalments of one loan.
CREATE TABLE mandate (
  borrower_id uuid NOT NULL,
  mandate_id uuid NOT NULL,
  order_id uuid NOT NULL,
  state text NOT NULL CHECK (state IN ('asked', 'active', 'paused', 'revoked', 'refused', 'ended')),
  -- It was paused in the UPI app, where alone it can be resumed.
  is_paused_in_app boolean NOT NULL DEFAULT false,
  -- The most that one debit may take.
  cap bigint NOT NULL CHECK (cap > 0),
  ends_on date NOT NULL,
  -- The vendor that holds it, and the vendor's name for it and its page, once that was opened.
  vendor text NOT NULL,
  vendor_ref text,
  url text,
  page_expires_at timestamptz NOT NULL,
  -- The state in which the vendor is known to hold it. While it is another than ours, the vendor is told.
  held_state text NOT NULL CHECK (held_state IN ('asked', 'active', 'paused', 'revoked', 'refused', 'ended')),
  -- The India day on which it was last looked whether a debit is to be announced.
  looked_day date NOT NULL DEFAULT '2000-01-01',
  created_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (borrower_id, mandate_id),
  FOREIGN KEY (borrower_id, order_id) REFERENCES loan_order (borrower_id, order_id),
  CHECK (num_nulls(vendor_ref, url) IN (0, 2)),
  CHECK (NOT is_paused_in_app OR state = 'paused')
);
CREATE UNIQUE INDEX mandate_standing ON mandate (borrower_id, order_id) WHERE state IN ('asked', 'active', 'paused');
CREATE INDEX mandate_to_tell ON mandate (changed_at) WHERE state <> held_state OR state = 'asked';
CREATE INDEX mandate_active ON mandate (looked_day) WHERE state = 'active';

-- Whose mandate a vendor's message is about: by our id, and by the vendor's name for it.
CREATE TABLE mandate_owner (
  vendor text NOT NULL,
  key text NOT NULL,
  borrower_id uuid NOT NULL,
  mandate_id uuid NOT NULL,
  PRIMARY KEY (vendor, key)
);
CREATE INDEX mandate_owner_of_borrower ON mandate_owner (borrower_id);

-- A debit that was announced, one for a due day at most. Its payment request has the same id, and the outcome.
CREATE TABLE autopay_debit (
  borrower_id uuid NOT NULL,
  debit_id uuid NOT NULL,
  mandate_id uuid NOT NULL,
  order_id uuid NOT NULL,
  due_day date NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  -- `announced`: waits for its hour. `started`: its vendor was told to debit. `skipped` by the borrower. `dropped`: not made.
  state text NOT NULL CHECK (state IN ('announced', 'started', 'skipped', 'dropped')),
  reason text,
  -- When its vendor had taken it, to announce it in the UPI app.
  vendor_noticed_at timestamptz,
  -- When its vendor had taken the command to debit.
  sent_at timestamptz,
  created_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (borrower_id, debit_id),
  UNIQUE (borrower_id, order_id, due_day),
  FOREIGN KEY (borrower_id, debit_id) REFERENCES payment (borrower_id, payment_id),
  FOREIGN KEY (borrower_id, mandate_id) REFERENCES mandate (borrower_id, mandate_id),
  CHECK ((state = 'dropped') = (reason IS NOT NULL))
);
CREATE INDEX autopay_debit_announced ON autopay_debit (due_day) WHERE state = 'announced';

ALTER TABLE payment DROP CONSTRAINT payment_scope_check;
ALTER TABLE payment ADD CONSTRAINT payment_scope_check
  CHECK (scope IN ('due', 'all', 'part', 'autopay', 'extension') AND (scope = 'extension') = (extension_id IS NOT NULL)) NOT VALID;
ALTER TABLE consent DROP CONSTRAINT consent_purpose_check;
ALTER TABLE consent ADD CONSTRAINT consent_purpose_check CHECK (purpose IN ('agreement', 'basic', 'work', 'identity', 'face',
  'contacts', 'bank-account', 'location', 'marketing', 'tracking', 'autopay')) NOT VALID;
ALTER TABLE borrower_message DROP CONSTRAINT borrower_message_kind_check;
ALTER TABLE borrower_message ADD CONSTRAINT borrower_message_kind_check CHECK (kind IN ('reminder', 'documents', 'payout-arrived',
  'payout-refused', 'payout-reversed', 'payment-received', 'settled', 'hardship-granted', 'hardship-refused', 'autopay-notice', 'autopay-failed', 'autopay-off')) NOT VALID;
