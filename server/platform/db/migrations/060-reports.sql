-- Reports read the ledger by day and by loan. A day's rows lie together, since nothing rewrites them: a small index of ranges finds them.
CREATE INDEX ledger_transfer_by_day ON ledger_transfer USING brin (day) WITH (pages_per_range = 32, autosummarize = on);
-- The principal of each loan on any day, from the index alone.
CREATE INDEX ledger_transfer_principal ON ledger_transfer (borrower_id, order_id, day) INCLUDE (debit, credit, amount)
  WHERE debit = 'principal_receivable' OR credit = 'principal_receivable';
CREATE INDEX loan_order_by_settled ON loan_order (settled_at) WHERE settled_at IS NOT NULL;
CREATE INDEX loan_order_denied ON loan_order (denied_at) WHERE denied_at IS NOT NULL;
CREATE INDEX borrower_by_created ON borrower (created_at);

-- The portfolio at the end of a month that is over, by month of disbursal: a result that no later day changes. An empty one has a row
-- of nothing.
CREATE TABLE portfolio_month_end (
  day       date NOT NULL,
  cohort    text NOT NULL CHECK (cohort ~ '^\d{4}-\d{2}$'),
  bucket    smallint NOT NULL CHECK (bucket BETWEEN 0 AND 4),
  loans     integer NOT NULL CHECK (loans >= 0),
  principal bigint NOT NULL CHECK (principal >= 0),
  PRIMARY KEY (day, cohort, bucket)
);

-- The log of acts is read by person and by day.
CREATE INDEX audit_entry_by_at ON audit_entry (at, slot, number);
CREATE INDEX audit_entry_by_actor ON audit_entry (actor, at);

-- A verification of the log over a period, a piece at a time: where it stands, and what it found.
CREATE TABLE log_verification (
  verification_id uuid PRIMARY KEY,
  staff_id        uuid NOT NULL,
  from_day        date NOT NULL,
  to_day          date NOT NULL CHECK (to_day >= from_day),
  started_at      timestamptz NOT NULL,
  -- The slot under way, and its last entry that was verified.
  slot            smallint NOT NULL CHECK (slot BETWEEN 0 AND 16),
  number          bigint NOT NULL CHECK (number >= 0),
  entries         integer NOT NULL CHECK (entries >= 0),
  faults          text[] NOT NULL,
  ended_at        timestamptz,
  CHECK ((slot = 16) = (ended_at IS NOT NULL))
);
CREATE INDEX log_verification_newest ON log_verification (started_at);

-- spread
