-- The simulated outside world (decisions §7): what a bank, a payment provider and the registers would keep on their side.
-- Nothing here belongs to a borrower's file; the product reads it only through the ports. With real vendors it stays empty.
CREATE SCHEMA IF NOT EXISTS sandbox;

CREATE TABLE sandbox.setting (
  id smallint PRIMARY KEY CHECK (id = 1),
  are_payouts_held boolean NOT NULL,
  -- Made by the first server that starts; it signs what the simulated payment provider sends.
  webhook_secret text
);
INSERT INTO sandbox.setting (id, are_payouts_held) VALUES (1, false);

-- An OTP waiting to be entered, with the identity that it will reveal: invented, so that no Aadhaar number is stored.
CREATE TABLE sandbox.aadhaar_otp (
  ref text PRIMARY KEY,
  phone text NOT NULL,
  aadhaar_last_four text NOT NULL CHECK (aadhaar_last_four ~ '^[0-9]{4}$'),
  otp text NOT NULL,
  details jsonb NOT NULL,
  sent_at timestamptz NOT NULL,
  tries smallint NOT NULL DEFAULT 0,
  is_used boolean NOT NULL DEFAULT false
);
CREATE INDEX aadhaar_otp_by_phone ON sandbox.aadhaar_otp (phone, aadhaar_last_four, sent_at);

CREATE TABLE sandbox.payout (
  id text PRIMARY KEY,
  key text NOT NULL UNIQUE,
  amount_paise bigint NOT NULL CHECK (amount_paise > 0),
  holder text NOT NULL,
  account_last_four text NOT NULL CHECK (account_last_four ~ '^[0-9]{1,4}$'),
  ifsc text NOT NULL,
  narration text NOT NULL,
  state text NOT NULL CHECK (state IN ('pending', 'succeeded', 'refused', 'reversed')),
  utr text NOT NULL,
  reason text CHECK ((reason IS NOT NULL) = (state IN ('refused', 'reversed'))),
  sent_at timestamptz NOT NULL,
  -- Real time, not the sandbox clock: a bank does not hurry because we do.
  due_at timestamptz NOT NULL
);
CREATE INDEX payout_due ON sandbox.payout (due_at) WHERE state = 'pending';
CREATE INDEX payout_newest ON sandbox.payout (sent_at);

CREATE TABLE sandbox.payment_link (
  ref text PRIMARY KEY,
  payment_id text NOT NULL UNIQUE,
  amount_paise bigint NOT NULL CHECK (amount_paise > 0),
  description text NOT NULL,
  return_url text NOT NULL,
  is_paid boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL
);
CREATE INDEX payment_link_newest ON sandbox.payment_link (created_at);

CREATE TABLE sandbox.payment_attempt (
  ref text PRIMARY KEY,
  link_ref text NOT NULL REFERENCES sandbox.payment_link (ref),
  state text NOT NULL CHECK (state IN ('paid', 'failed')),
  amount_paise bigint NOT NULL CHECK (amount_paise > 0),
  ended_at timestamptz NOT NULL
);
CREATE INDEX payment_attempt_by_link ON sandbox.payment_attempt (link_ref, ended_at);

CREATE TABLE sandbox.refund (
  key text PRIMARY KEY,
  attempt_ref text NOT NULL REFERENCES sandbox.payment_attempt (ref),
  amount_paise bigint NOT NULL CHECK (amount_paise > 0),
  refunded_at timestamptz NOT NULL
);
CREATE INDEX refund_by_attempt ON sandbox.refund (attempt_ref);

-- Webhooks on their way to us. `copy` counts the times that one event is told.
CREATE TABLE sandbox.webhook (
  event_id text NOT NULL,
  copy smallint NOT NULL,
  body text NOT NULL,
  due_at timestamptz NOT NULL,
  tries smallint NOT NULL DEFAULT 0,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'given-up')),
  PRIMARY KEY (event_id, copy)
);
CREATE INDEX webhook_due ON sandbox.webhook (due_at) WHERE state = 'waiting';
