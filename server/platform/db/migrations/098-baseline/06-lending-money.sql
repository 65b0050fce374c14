-- The money that went out and came in, and the ledger of it.

-- One transfer of money to a borrower. Its id is the key under which the provider knows it.
CREATE TABLE payout (
  borrower_id uuid        NOT NULL,
  payout_id   uuid        NOT NULL,
  order_id    uuid        NOT NULL,
  amount      bigint      NOT NULL CHECK (amount > 0),
  state       text        NOT NULL CHECK (state IN ('pending', 'succeeded', 'refused', 'reversed')),
  utr         text,
  reason      text,
  created_at  timestamptz NOT NULL,
  ended_at    timestamptz,
  -- The India day on which a succeeded payout was last asked about: a bank may take one back.
  checked_day date,
  -- A person has stopped it: it is sent no more, and is ended as refused once its bank is sure not to know it.
  stopped_at  timestamptz,
  -- With whom it is: set before that vendor first hears of it, and never changed, so that no other is ever asked to pay it again.
  vendor      text,
  PRIMARY KEY (borrower_id, payout_id),
  UNIQUE (borrower_id, order_id),
  FOREIGN KEY (borrower_id, order_id) REFERENCES loan_order,
  CHECK ((state = 'pending') = (ended_at IS NULL))
);
CREATE INDEX payout_by_checked_day ON payout (checked_day) WHERE state = 'succeeded';
-- What has not ended is looked for: to take up what lost its job, and to show a person what takes too long.
CREATE INDEX payout_pending ON payout (payout_id) WHERE state = 'pending';
CREATE INDEX payout_by_utr ON payout (utr) WHERE utr IS NOT NULL;

-- Whose a payout is: a provider names the payout only.
CREATE TABLE payout_owner (
  payout_id   uuid PRIMARY KEY,
  borrower_id uuid NOT NULL
);

-- The inbox of payouts. By attempt and status a payout is worked on once, too: its state moves once.
CREATE TABLE payout_event (
  vendor      text        NOT NULL,
  event_id    text        NOT NULL,
  payout_id   text        NOT NULL,
  state       text        NOT NULL CHECK (state IN ('succeeded', 'refused', 'reversed')),
  received_at timestamptz NOT NULL,
  PRIMARY KEY (vendor, event_id)
);
COMMENT ON TABLE payout_event IS 'append-only: the inbox of payout events';

-- A payment request: a hosted page on which an amount may be paid. Whether and what was paid stands in payment_receipt.
CREATE TABLE payment (
  borrower_id     uuid        NOT NULL,
  payment_id      uuid        NOT NULL,
  order_id        uuid        NOT NULL,
  request_key     text        NOT NULL,
  scope           text        NOT NULL CONSTRAINT payment_scope_check
                              CHECK (scope IN ('due', 'all', 'part', 'autopay', 'extension')
                                AND (scope = 'extension') = (extension_id IS NOT NULL)),
  amount          bigint      NOT NULL CHECK (amount > 0),
  vendor          text        NOT NULL,
  link_ref        text,
  url             text,
  status          text        NOT NULL CHECK (status IN ('pending', 'failed', 'paid')),
  created_at      timestamptz NOT NULL,
  status_at       timestamptz NOT NULL,
  -- The extension whose fee it asks for.
  extension_id    text,
  -- Until when its page takes money.
  expires_at      timestamptz NOT NULL DEFAULT now() + interval '1 day',
  -- The last instalment that it asks for: what comes on its page after that one was paid goes back. NULL where it asks for all that is
  -- owed, or for the fee of an extension.
  last_instalment smallint,
  -- It may also be paid from a UPI app: the vendor's reference of that request, and the link that opens the app.
  upi_ref         text,
  upi_intent      text,
  -- Since when a payment was begun at its vendor, and has not ended. Few are at a time.
  pending_since   timestamptz,
  PRIMARY KEY (borrower_id, payment_id),
  UNIQUE (borrower_id, request_key),
  FOREIGN KEY (borrower_id, order_id) REFERENCES loan_order,
  FOREIGN KEY (borrower_id, extension_id) REFERENCES order_extension,
  CHECK (num_nulls(link_ref, url) IN (0, 2)),
  CONSTRAINT payment_upi_is_whole CHECK ((upi_ref IS NULL) = (upi_intent IS NULL))
);
CREATE INDEX payment_by_order ON payment (borrower_id, order_id, created_at);
CREATE INDEX payment_pending ON payment (payment_id) WHERE status = 'pending';
CREATE INDEX payment_under_way ON payment (borrower_id, pending_since) WHERE pending_since IS NOT NULL;

-- Whose a payment is: a provider names the payment only.
CREATE TABLE payment_owner (
  payment_id  uuid PRIMARY KEY,
  borrower_id uuid NOT NULL
);

-- Money that came in, in the order in which it came, and what it was applied to. What is too much is refunded.
CREATE TABLE payment_receipt (
  borrower_id  uuid        NOT NULL,
  receipt_id   uuid        NOT NULL,
  order_id     uuid        NOT NULL,
  payment_id   uuid        NOT NULL,
  number       integer     NOT NULL CHECK (number > 0),
  vendor       text        NOT NULL,
  attempt_ref  text        NOT NULL,
  amount       bigint      NOT NULL CHECK (amount > 0),
  penal        bigint      NOT NULL CHECK (penal >= 0),
  interest     bigint      NOT NULL CHECK (interest >= 0),
  principal    bigint      NOT NULL CHECK (principal >= 0),
  excess       bigint      NOT NULL CHECK (excess >= 0),
  day          date        NOT NULL,
  received_at  timestamptz NOT NULL,
  -- Money that came for an extension is set aside (`held`) and is no payment on the loan; what is too much goes back.
  extension_id text,
  held         bigint      NOT NULL DEFAULT 0 CHECK (held >= 0),
  -- A loan's debt follows from its payments by the instants at which they were made, in whatever order they become known (decision 6);
  -- without such an instant, by day and number. The uses here are those of the moment at which each became known.
  made_at      timestamptz,
  PRIMARY KEY (borrower_id, receipt_id),
  UNIQUE (borrower_id, order_id, number),
  UNIQUE (borrower_id, vendor, attempt_ref),
  FOREIGN KEY (borrower_id, order_id) REFERENCES loan_order,
  FOREIGN KEY (borrower_id, payment_id) REFERENCES payment,
  FOREIGN KEY (borrower_id, extension_id) REFERENCES order_extension,
  CONSTRAINT payment_receipt_adds_up CHECK (amount = penal + interest + principal + held + excess),
  CONSTRAINT payment_receipt_is_for_one
    CHECK (CASE WHEN extension_id IS NULL THEN held = 0 ELSE penal + interest + principal = 0 END)
);
COMMENT ON TABLE payment_receipt IS 'append-only: money that came in';

-- The inbox: what a provider told is worked on once, however often it is told, by message and by attempt.
CREATE TABLE provider_event (
  vendor      text        NOT NULL,
  event_id    text        NOT NULL,
  payment_id  text        NOT NULL,
  attempt_ref text        NOT NULL,
  state       text        NOT NULL CHECK (state IN ('paid', 'failed')),
  amount      bigint      NOT NULL,
  received_at timestamptz NOT NULL,
  -- False for money that names no payment of ours, which is rare.
  is_ours     boolean     NOT NULL DEFAULT false,
  -- A payment that a vendor reports in another currency than the rupee, or as not captured, is never booked: a person must look, as at
  -- one that names no payment request of ours (decision 80). Such a message has is_ours = false, too. `amount` is in the smallest unit
  -- of `currency`; 0 where it could not be read.
  doubt       text        CONSTRAINT provider_event_doubt CHECK (doubt IN ('not-in-rupees', 'not-captured')),
  currency    text        CONSTRAINT provider_event_currency CHECK (currency <> 'INR'),
  PRIMARY KEY (vendor, event_id)
);
CREATE INDEX provider_event_not_ours ON provider_event (received_at) WHERE state = 'paid' AND NOT is_ours;
COMMENT ON TABLE provider_event IS 'append-only: the inbox of payment events';

CREATE TABLE provider_attempt (
  vendor      text        NOT NULL,
  attempt_ref text        NOT NULL,
  state       text        NOT NULL CHECK (state IN ('paid', 'failed')),
  borrower_id uuid        NOT NULL,
  learned_at  timestamptz NOT NULL,
  PRIMARY KEY (vendor, attempt_ref, state)
);
CREATE INDEX provider_attempt_by_ref ON provider_attempt (attempt_ref);
COMMENT ON TABLE provider_attempt IS 'append-only: the attempts that were worked on';

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

-- Money on its way back. Its id is the key under which the provider knows it.
CREATE TABLE refund (
  borrower_id    uuid        NOT NULL,
  refund_id      uuid        NOT NULL,
  order_id       uuid        NOT NULL,
  receipt_id     uuid        NOT NULL,
  cause          text        NOT NULL CHECK (cause IN ('excess', 'payout-reversed', 'extension-ended')),
  amount         bigint      NOT NULL CHECK (amount > 0),
  state          text        NOT NULL CHECK (state IN ('pending', 'done', 'given-up')),
  created_at     timestamptz NOT NULL,
  done_at        timestamptz,
  -- Its vendor could not send it, whatever it tried: it stays owed, and waits for a person.
  given_up_at    timestamptz,
  -- The bank's reference of the transfer by which a person paid it instead.
  hand_reference text        CHECK (hand_reference ~ '^[A-Z0-9]{6,30}$'),
  PRIMARY KEY (borrower_id, refund_id),
  FOREIGN KEY (borrower_id, receipt_id) REFERENCES payment_receipt,
  CHECK ((state = 'done') = (done_at IS NOT NULL)),
  CONSTRAINT refund_given_up CHECK (state <> 'given-up' OR given_up_at IS NOT NULL),
  CONSTRAINT refund_by_hand CHECK (hand_reference IS NULL OR state = 'done' AND given_up_at IS NOT NULL)
);
CREATE INDEX refund_not_done ON refund (refund_id) WHERE state <> 'done';
CREATE INDEX refund_by_hand_reference ON refund (hand_reference) WHERE hand_reference IS NOT NULL;
CREATE INDEX refund_of_receipt ON refund (borrower_id, receipt_id);

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
  PRIMARY KEY (borrower_id, order_id, waiver_id),
  CONSTRAINT penal_waiver_of_loan FOREIGN KEY (borrower_id, order_id) REFERENCES loan_order
);
COMMENT ON TABLE penal_waiver IS 'append-only: penal charges that were given up';

-- AutoPay: the borrower's standing permission, given in a UPI app, to debit the instalments of one loan.
CREATE TABLE mandate (
  borrower_id      uuid        NOT NULL,
  mandate_id       uuid        NOT NULL,
  order_id         uuid        NOT NULL,
  state            text        NOT NULL CHECK (state IN ('asked', 'active', 'paused', 'revoked', 'refused', 'ended')),
  -- It was paused in the UPI app, where alone it can be resumed.
  is_paused_in_app boolean     NOT NULL DEFAULT false,
  -- The most that one debit may take.
  cap              bigint      NOT NULL CHECK (cap > 0),
  ends_on          date        NOT NULL,
  -- The vendor that holds it, and the vendor's name for it and its page, once that was opened.
  vendor           text        NOT NULL,
  vendor_ref       text,
  url              text,
  page_expires_at  timestamptz NOT NULL,
  -- The state in which the vendor is known to hold it. While it is another than ours, the vendor is told.
  held_state       text        NOT NULL CHECK (held_state IN ('asked', 'active', 'paused', 'revoked', 'refused', 'ended')),
  -- The India day on which it was last looked whether a debit is to be announced.
  looked_day       date        NOT NULL DEFAULT '2000-01-01',
  created_at       timestamptz NOT NULL,
  changed_at       timestamptz NOT NULL,
  PRIMARY KEY (borrower_id, mandate_id),
  FOREIGN KEY (borrower_id, order_id) REFERENCES loan_order,
  CHECK (num_nulls(vendor_ref, url) IN (0, 2)),
  CHECK (NOT is_paused_in_app OR state = 'paused')
);
CREATE UNIQUE INDEX mandate_standing ON mandate (borrower_id, order_id) WHERE state IN ('asked', 'active', 'paused');
CREATE INDEX mandate_to_tell ON mandate (changed_at) WHERE state <> held_state OR state = 'asked';
CREATE INDEX mandate_active ON mandate (looked_day) WHERE state = 'active';

-- Whose mandate a vendor's message is about: by our id, and by the vendor's name for it.
CREATE TABLE mandate_owner (
  vendor      text NOT NULL,
  key         text NOT NULL,
  borrower_id uuid NOT NULL,
  mandate_id  uuid NOT NULL,
  PRIMARY KEY (vendor, key)
);
CREATE INDEX mandate_owner_of_borrower ON mandate_owner (borrower_id);

-- A debit that was announced, one for a due day at most. Its payment request has the same id, and the outcome.
CREATE TABLE autopay_debit (
  borrower_id       uuid        NOT NULL,
  debit_id          uuid        NOT NULL,
  mandate_id        uuid        NOT NULL,
  order_id          uuid        NOT NULL,
  due_day           date        NOT NULL,
  amount            bigint      NOT NULL CHECK (amount > 0),
  -- `announced`: waits for its hour. `started`: its vendor was told to debit. `skipped` by the borrower. `dropped`: not made.
  state             text        NOT NULL CHECK (state IN ('announced', 'started', 'skipped', 'dropped')),
  reason            text,
  -- When its vendor had taken it, to announce it in the UPI app.
  vendor_noticed_at timestamptz,
  -- When its vendor had taken the command to debit.
  sent_at           timestamptz,
  created_at        timestamptz NOT NULL,
  changed_at        timestamptz NOT NULL,
  -- When the service was last asked to make a debit: for some minutes nobody else asks.
  asked_at          timestamptz,
  PRIMARY KEY (borrower_id, debit_id),
  UNIQUE (borrower_id, order_id, due_day),
  FOREIGN KEY (borrower_id, debit_id) REFERENCES payment,
  FOREIGN KEY (borrower_id, mandate_id) REFERENCES mandate,
  CHECK ((state = 'dropped') = (reason IS NOT NULL))
);
CREATE INDEX autopay_debit_announced ON autopay_debit (due_day) WHERE state = 'announced';

-- The chart of accounts. A transfer may name no other.
CREATE TABLE ledger_account (
  account text PRIMARY KEY,
  side    text NOT NULL CHECK (side IN ('debit', 'credit'))
);
COMMENT ON TABLE ledger_account IS 'append-only: the chart of accounts';
INSERT INTO ledger_account (account, side) VALUES
  ('bank', 'debit'), ('payout_in_transit', 'debit'),
  ('principal_receivable', 'debit'), ('interest_receivable', 'debit'), ('penal_receivable', 'debit'),
  ('collection_clearing', 'credit'), ('refunds_payable', 'credit'), ('gst_payable', 'credit'),
  ('fee_income', 'credit'), ('interest_income', 'credit'), ('penal_income', 'credit'), ('extension_advances', 'credit'),
  ('accrued_interest', 'debit'), ('accrued_penal', 'debit'),
  ('accrued_interest_income', 'credit'), ('accrued_penal_income', 'credit');

-- The journal of the ledger: every posting in the order in which a borrower's money moved, each sealed together with the seal
-- of the one before it, so that a change made later shows. One chain per borrower: the borrower's lock orders it, and no two
-- borrowers wait for each other.
CREATE TABLE ledger_posting (
  borrower_id uuid        NOT NULL,
  number      integer     NOT NULL CHECK (number > 0),
  posting     text        NOT NULL,
  order_id    uuid        NOT NULL,
  day         date        NOT NULL,
  at          timestamptz NOT NULL,
  previous    text        NOT NULL CHECK (previous ~ '^[0-9a-f]{64}$'),
  seal        text        NOT NULL CHECK (seal ~ '^[0-9a-f]{64}$'),
  PRIMARY KEY (borrower_id, number),
  UNIQUE (borrower_id, posting),
  FOREIGN KEY (borrower_id, order_id) REFERENCES loan_order
);
CREATE INDEX ledger_posting_by_day ON ledger_posting (borrower_id, day, number);
COMMENT ON TABLE ledger_posting IS 'append-only: corrections are reversals';

-- The double-entry ledger: one row moves an amount from the credited to the debited account. A posting is one movement of
-- money; its name makes it happen once.
CREATE TABLE ledger_transfer (
  borrower_id uuid        NOT NULL,
  posting     text        NOT NULL,
  line        smallint    NOT NULL CHECK (line > 0),
  order_id    uuid        NOT NULL,
  debit       text        NOT NULL REFERENCES ledger_account,
  credit      text        NOT NULL CHECK (credit <> debit) REFERENCES ledger_account,
  amount      bigint      NOT NULL CHECK (amount > 0),
  day         date        NOT NULL,
  at          timestamptz NOT NULL,
  PRIMARY KEY (borrower_id, posting, line),
  FOREIGN KEY (borrower_id, order_id) REFERENCES loan_order,
  FOREIGN KEY (borrower_id, posting) REFERENCES ledger_posting (borrower_id, posting)
);
CREATE INDEX ledger_transfer_by_order ON ledger_transfer (borrower_id, order_id);
-- Reports read the ledger by day and by loan. A day's rows lie together, since nothing rewrites them: a small index of ranges finds them.
CREATE INDEX ledger_transfer_by_day ON ledger_transfer USING brin (day) WITH (pages_per_range = 32, autosummarize = on);
-- The principal of each loan on any day, from the index alone.
CREATE INDEX ledger_transfer_principal ON ledger_transfer (borrower_id, order_id, day) INCLUDE (debit, credit, amount)
  WHERE debit = 'principal_receivable' OR credit = 'principal_receivable';
COMMENT ON TABLE ledger_transfer IS 'append-only: corrections are reversals';

-- The close of business books charges in sum by day, slot and product; a loan's journal books them at its next event (decision 81).
CREATE TABLE accrual_sum (
  day        date     NOT NULL,
  slot       smallint NOT NULL CONSTRAINT accrual_sum_slot_is_one_of_16 CHECK (slot BETWEEN 0 AND 15),
  product_id text     NOT NULL,
  loans      integer  NOT NULL,
  interest   bigint   NOT NULL,
  penal      bigint   NOT NULL,
  PRIMARY KEY (day, slot, product_id)
);
