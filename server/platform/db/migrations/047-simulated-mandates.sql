-- What a simulated UPI app and its service hold.
CREATE TABLE sandbox.mandate (
  ref text PRIMARY KEY,
  mandate_id text NOT NULL UNIQUE,
  state text NOT NULL CHECK (state IN ('asked', 'active', 'paused', 'revoked', 'refused', 'ended')),
  cap_paise bigint NOT NULL CHECK (cap_paise > 0),
  description text NOT NULL,
  return_url text NOT NULL,
  ends_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  -- The next debits fail, as for an account without money.
  is_failing boolean NOT NULL DEFAULT false
);
CREATE INDEX mandate_newest ON sandbox.mandate (created_at);
CREATE TABLE sandbox.mandate_debit (
  ref text PRIMARY KEY,
  debit_id text NOT NULL UNIQUE,
  mandate_ref text NOT NULL REFERENCES sandbox.mandate (ref),
  amount_paise bigint NOT NULL CHECK (amount_paise > 0),
  announced_at timestamptz NOT NULL,
  attempt_ref text UNIQUE,
  state text CHECK (state IN ('paid', 'failed')),
  ended_at timestamptz,
  CHECK (num_nulls(attempt_ref, state, ended_at) IN (0, 3))
);
CREATE INDEX mandate_debit_by_mandate ON sandbox.mandate_debit (mandate_ref);
ALTER TABLE sandbox.refund DROP CONSTRAINT refund_attempt_ref_fkey;
-- Where a webhook goes: the last part of our address for it.
ALTER TABLE sandbox.webhook ADD COLUMN path text NOT NULL DEFAULT 'payment';
