-- Who may come in: borrowers, their devices and sessions, the codes that were sent, and what limits them.
-- Columns named *_hash hold keyed hashes, columns named *_sealed hold encrypted values.

CREATE TABLE borrower (
  borrower_id  uuid        PRIMARY KEY,
  phone_sealed bytea       NOT NULL,
  phone_masked text        NOT NULL,
  created_at   timestamptz NOT NULL
);

-- A phone number belongs to one borrower: unique over all of them, so it stands in a table of its own.
CREATE TABLE phone_lookup (
  phone_hash  bytea PRIMARY KEY,
  borrower_id uuid  NOT NULL
);

CREATE TABLE device (
  borrower_id          uuid        NOT NULL REFERENCES borrower,
  device_id            uuid        NOT NULL,
  cookie_hash          bytea       NOT NULL,
  first_seen_at        timestamptz NOT NULL,
  -- The device that verified the identity needs no second code (decisions §10).
  identity_verified_at timestamptz,
  PRIMARY KEY (borrower_id, device_id),
  UNIQUE (borrower_id, cookie_hash)
);

CREATE TABLE session (
  borrower_id  uuid        NOT NULL,
  session_id   uuid        NOT NULL,
  device_id    uuid        NOT NULL,
  cookie_hash  bytea       NOT NULL,
  -- By the wall clock: the sandbox's clock moves loans, not sign-ins.
  created_at   timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  PRIMARY KEY (borrower_id, session_id),
  FOREIGN KEY (borrower_id, device_id) REFERENCES device,
  CHECK (last_seen_at >= created_at)
);

CREATE TABLE session_lookup (
  token_hash  bytea PRIMARY KEY,
  borrower_id uuid  NOT NULL,
  session_id  uuid  NOT NULL
);

-- A sign-in code, bound to the browser that asked for it. No borrower yet: the number may be unknown.
CREATE TABLE login_challenge (
  challenge_hash bytea       PRIMARY KEY,
  phone_hash     bytea       NOT NULL,
  code_hash      bytea       NOT NULL,
  tries          smallint    NOT NULL DEFAULT 0 CHECK (tries >= 0),
  expires_at     timestamptz NOT NULL
);
CREATE INDEX login_challenge_expiry ON login_challenge (expires_at);

-- The second code, bound to what it confirms.
CREATE TABLE confirm_code (
  borrower_id  uuid        NOT NULL REFERENCES borrower,
  purpose      text        NOT NULL CHECK (purpose IN ('loan', 'bank-card')),
  subject_hash bytea       NOT NULL,
  code_hash    bytea       NOT NULL,
  -- Wrong ones only: a repeated request may show the right code again.
  tries        smallint    NOT NULL DEFAULT 0 CHECK (tries >= 0),
  expires_at   timestamptz NOT NULL,
  used_at      timestamptz,
  PRIMARY KEY (borrower_id, purpose, subject_hash)
);

-- How often something happened within a window of time; shared by all servers.
CREATE TABLE rate_window (
  bucket    text        PRIMARY KEY,
  count     integer     NOT NULL CHECK (count > 0),
  resets_at timestamptz NOT NULL
);
CREATE INDEX rate_window_reset ON rate_window (resets_at);

-- The answer that a repeated request is given again (decisions §2, "Retries").
CREATE TABLE idempotency_key (
  borrower_id uuid        NOT NULL REFERENCES borrower,
  key         text        NOT NULL CHECK (length(key) BETWEEN 1 AND 64),
  call        text        NOT NULL,
  body_hash   bytea       NOT NULL,
  answer      jsonb,
  created_at  timestamptz NOT NULL,
  PRIMARY KEY (borrower_id, key)
);

-- What the sandbox itself needs (decisions §7): the messages that a simulated phone received, and its clock.
CREATE SCHEMA IF NOT EXISTS sandbox;

CREATE TABLE sandbox.sms (
  message_id uuid        PRIMARY KEY,
  recipient  text        NOT NULL,
  text       text        NOT NULL,
  sent_at    timestamptz NOT NULL
);
CREATE INDEX sms_by_recipient ON sandbox.sms (recipient, sent_at DESC);

CREATE TABLE sandbox.clock (
  id        smallint PRIMARY KEY CHECK (id = 1),
  offset_ms bigint   NOT NULL CHECK (offset_ms >= 0)
);
