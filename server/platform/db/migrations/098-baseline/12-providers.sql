-- A call that a vendor, a store or a provider of sign-in rejects our key for, until the same call is admitted again.
CREATE TABLE vendor_refusal (
  port    text        NOT NULL CHECK (port ~ '^[a-zA-Z-]{1,30}$'),
  call    text        NOT NULL CHECK (call ~ '^[a-zA-Z-]{1,30}$'),
  -- The vendor that was configured then.
  vendor  text        NOT NULL,
  since   timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  PRIMARY KEY (port, call)
);

-- The simulated outside world (product §7): what a bank, a payment provider and the registers would keep on their side. Nothing here
-- belongs to a borrower's file; the product reads it only through the ports. With real vendors it stays empty.
CREATE SCHEMA sandbox;

-- The messages that simulated phones received.
CREATE TABLE sandbox.sms (
  message_id     uuid        PRIMARY KEY,
  sent_at        timestamptz NOT NULL,
  recipient_hash bytea       NOT NULL,
  message_sealed bytea       NOT NULL
);
CREATE INDEX sms_by_recipient ON sandbox.sms (recipient_hash, sent_at DESC);

-- How far the sandbox's clock is ahead of the wall clock.
CREATE TABLE sandbox.clock (
  id        smallint PRIMARY KEY CHECK (id = 1),
  offset_ms bigint   NOT NULL CHECK (offset_ms >= 0)
);

CREATE TABLE sandbox.setting (
  id               smallint PRIMARY KEY CHECK (id = 1),
  are_payouts_held boolean  NOT NULL,
  -- Made by the first server that starts; it signs what the simulated payment provider sends.
  webhook_secret   text,
  -- The simulated register signs its codes with a key made once in an installation.
  code_key         text,
  code_certificate text
);
INSERT INTO sandbox.setting (id, are_payouts_held) VALUES (1, false);

-- An OTP waiting to be entered, with the identity that it will reveal: invented, so that no Aadhaar number is stored.
CREATE TABLE sandbox.aadhaar_otp (
  ref               text        PRIMARY KEY,
  aadhaar_last_four text        NOT NULL CHECK (aadhaar_last_four ~ '^[0-9]{4}$'),
  sent_at           timestamptz NOT NULL,
  tries             smallint    NOT NULL DEFAULT 0,
  is_used           boolean     NOT NULL DEFAULT false,
  phone_hash        bytea       NOT NULL,
  answer_sealed     bytea       NOT NULL
);
CREATE INDEX aadhaar_otp_by_phone ON sandbox.aadhaar_otp (phone_hash, aadhaar_last_four, sent_at);

CREATE TABLE sandbox.payout (
  id                text        PRIMARY KEY,
  key               text        NOT NULL UNIQUE,
  amount_paise      bigint      NOT NULL CHECK (amount_paise > 0),
  account_last_four text        NOT NULL CHECK (account_last_four ~ '^[0-9]{1,4}$'),
  ifsc              text        NOT NULL,
  narration         text        NOT NULL,
  state             text        NOT NULL CHECK (state IN ('pending', 'succeeded', 'refused', 'reversed')),
  utr               text        NOT NULL,
  reason            text        CHECK ((reason IS NOT NULL) = (state IN ('refused', 'reversed'))),
  sent_at           timestamptz NOT NULL,
  -- Real time, not the sandbox clock: a bank does not hurry because we do.
  due_at            timestamptz NOT NULL,
  holder_sealed     bytea
);
CREATE INDEX payout_due ON sandbox.payout (due_at) WHERE state = 'pending';
CREATE INDEX payout_newest ON sandbox.payout (sent_at);

CREATE TABLE sandbox.payment_link (
  ref          text        PRIMARY KEY,
  payment_id   text        NOT NULL UNIQUE,
  amount_paise bigint      NOT NULL CHECK (amount_paise > 0),
  description  text        NOT NULL,
  return_url   text        NOT NULL,
  is_paid      boolean     NOT NULL DEFAULT false,
  created_at   timestamptz NOT NULL,
  expires_at   timestamptz NOT NULL DEFAULT now() + interval '1 day'
);
CREATE INDEX payment_link_newest ON sandbox.payment_link (created_at);

CREATE TABLE sandbox.payment_attempt (
  ref           text        PRIMARY KEY,
  link_ref      text        NOT NULL REFERENCES sandbox.payment_link,
  state         text        NOT NULL CHECK (state IN ('paid', 'failed')),
  amount_paise  bigint      NOT NULL CHECK (amount_paise > 0),
  ended_at      timestamptz NOT NULL,
  -- False for an account that takes no refunds: the simulated provider gives up.
  takes_refunds boolean     NOT NULL DEFAULT true
);
CREATE INDEX payment_attempt_by_link ON sandbox.payment_attempt (link_ref, ended_at);

CREATE TABLE sandbox.refund (
  key          text        PRIMARY KEY,
  attempt_ref  text        NOT NULL,
  amount_paise bigint      NOT NULL CHECK (amount_paise > 0),
  refunded_at  timestamptz NOT NULL
);
CREATE INDEX refund_by_attempt ON sandbox.refund (attempt_ref);

-- Webhooks on their way to us. `copy` counts the times that one event is told.
CREATE TABLE sandbox.webhook (
  event_id text        NOT NULL,
  copy     smallint    NOT NULL,
  body     text        NOT NULL,
  due_at   timestamptz NOT NULL,
  tries    smallint    NOT NULL DEFAULT 0,
  state    text        NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'given-up')),
  -- Where it goes: the last part of our address for it.
  path     text        NOT NULL DEFAULT 'payment',
  PRIMARY KEY (event_id, copy)
);
CREATE INDEX webhook_due ON sandbox.webhook (due_at) WHERE state = 'waiting';

-- The notifications that simulated browsers received.
CREATE TABLE sandbox.push (
  message_id uuid        PRIMARY KEY,
  host       text        NOT NULL,
  title      text        NOT NULL,
  body       text        NOT NULL,
  path       text        NOT NULL,
  sent_at    timestamptz NOT NULL
);
CREATE INDEX push_newest ON sandbox.push (sent_at DESC);

-- The simulated locker. `seed` invents its person.
CREATE TABLE sandbox.digilocker (
  id         text        PRIMARY KEY,
  return_url text        NOT NULL,
  state      text        NOT NULL CHECK (state IN ('waiting', 'shared', 'declined')),
  seed       text        NOT NULL,
  opened_at  timestamptz NOT NULL
);

-- The simulated provider's requests to UPI apps. Like a real provider's, each is paid once, whether or not its page was paid.
CREATE TABLE sandbox.upi_request (
  ref        text        PRIMARY KEY,
  link_ref   text        NOT NULL UNIQUE REFERENCES sandbox.payment_link,
  is_paid    boolean     NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL
);

-- What a simulated UPI app and its service hold.
CREATE TABLE sandbox.mandate (
  ref         text        PRIMARY KEY,
  mandate_id  text        NOT NULL UNIQUE,
  state       text        NOT NULL CHECK (state IN ('asked', 'active', 'paused', 'revoked', 'refused', 'ended')),
  cap_paise   bigint      NOT NULL CHECK (cap_paise > 0),
  description text        NOT NULL,
  return_url  text        NOT NULL,
  ends_at     timestamptz NOT NULL,
  created_at  timestamptz NOT NULL,
  expires_at  timestamptz NOT NULL,
  -- The next debits fail, as for an account without money.
  is_failing  boolean     NOT NULL DEFAULT false
);
CREATE INDEX mandate_newest ON sandbox.mandate (created_at);

CREATE TABLE sandbox.mandate_debit (
  ref          text        PRIMARY KEY,
  debit_id     text        NOT NULL UNIQUE,
  mandate_ref  text        NOT NULL REFERENCES sandbox.mandate,
  amount_paise bigint      NOT NULL CHECK (amount_paise > 0),
  announced_at timestamptz NOT NULL,
  attempt_ref  text        UNIQUE,
  state        text        CHECK (state IN ('paid', 'failed')),
  ended_at     timestamptz,
  CHECK (num_nulls(attempt_ref, state, ended_at) IN (0, 3))
);
CREATE INDEX mandate_debit_by_mandate ON sandbox.mandate_debit (mandate_ref);
