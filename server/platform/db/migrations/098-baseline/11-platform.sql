-- What every room stands on: limits, retries, keys, the audit log, files.

-- How often something happened within a window of time; shared by all servers.
CREATE TABLE rate_window (
  bucket    text        PRIMARY KEY,
  count     integer     NOT NULL CHECK (count > 0),
  resets_at timestamptz NOT NULL
);
CREATE INDEX rate_window_reset ON rate_window (resets_at);

-- The answer that a repeated request is given again (product §2, "Retries").
CREATE TABLE idempotency_key (
  borrower_id uuid        NOT NULL REFERENCES borrower,
  key         text        NOT NULL CHECK (length(key) BETWEEN 1 AND 64),
  call        text        NOT NULL,
  body_hash   bytea       NOT NULL,
  answer      jsonb,
  created_at  timestamptz NOT NULL,
  PRIMARY KEY (borrower_id, key)
);
CREATE INDEX idempotency_key_by_age ON idempotency_key (created_at);

-- Facts about a person inside what may never be rewritten are encrypted under a key of their own. Deleting the key erases them.
CREATE TABLE record_key (
  borrower_id uuid        NOT NULL REFERENCES borrower,
  record_id   uuid        NOT NULL,
  key_sealed  bytea       NOT NULL,
  created_at  timestamptz NOT NULL,
  PRIMARY KEY (borrower_id, record_id)
);

-- By what the keys of this database are known again: one row for each key, which says nothing about the key itself.
CREATE TABLE key_fingerprint (
  -- 'hashing', or 'master/' and the id of a master key.
  name        text    PRIMARY KEY,
  -- HMAC-SHA256 of a fixed label under the key.
  fingerprint bytea   NOT NULL CONSTRAINT key_fingerprint_has_32_bytes CHECK (octet_length(fingerprint) = 32),
  -- A rotation found nothing that needs the key: it may be missing from now on.
  is_dropped  boolean NOT NULL DEFAULT false
);
COMMENT ON TABLE key_fingerprint IS 'read-only for the application: servers write it as the owner, at their start';

-- The lock of a slot puts the entries of its chain in order.
CREATE TABLE chain_slot (
  slot smallint PRIMARY KEY
);
INSERT INTO chain_slot SELECT generate_series(0, 15);

-- Who did what to personal data and to decisions: a chain for each of 16 slots, so that writers rarely wait for each other, each entry
-- sealed together with the seal of the one before it (domain/chain.ts) under a key that the database does not hold (decision 49). Ids
-- only: what is erased elsewhere is not to be found here.
CREATE TABLE audit_entry (
  number   bigint      NOT NULL CHECK (number > 0),
  actor    text        NOT NULL CHECK (length(actor) BETWEEN 1 AND 100),
  action   text        NOT NULL CHECK (action ~ '^[a-z-]{3,40}$'),
  -- The id of the borrower, order, feedback or key that it is about.
  subject  text        CHECK (length(subject) BETWEEN 1 AND 100),
  -- Sealed exact to the millisecond, so nothing finer may stand here.
  at       timestamptz(3) NOT NULL,
  previous text        NOT NULL CHECK (previous ~ '^[0-9a-f]{64}$'),
  seal     text        NOT NULL CHECK (seal ~ '^[0-9a-f]{64}$'),
  slot     smallint    NOT NULL CONSTRAINT audit_entry_slot_is_one_of_16 CHECK (slot BETWEEN 0 AND 15),
  -- The master key of the key file that the seal's key was derived from; NULL in the oldest entries, until a server seals them.
  key_id   text        CONSTRAINT audit_entry_key_id_is_a_key CHECK (key_id ~ '^[A-Za-z0-9_-]{1,32}$'),
  PRIMARY KEY (slot, number)
);
CREATE INDEX audit_entry_by_subject ON audit_entry (subject);
CREATE INDEX audit_entry_by_action ON audit_entry (action, at);
-- The log of acts is read by person and by day.
CREATE INDEX audit_entry_by_at ON audit_entry (at, slot, number);
CREATE INDEX audit_entry_by_actor ON audit_entry (actor, at);
COMMENT ON TABLE audit_entry IS 'append-only: what was done stays written';

-- Files whose rows are gone, until the files are gone too: a crash in between forgets none.
CREATE TABLE file_removal (
  file_key text        PRIMARY KEY,
  asked_at timestamptz NOT NULL
);

-- What this database has been used for, so that no other use of it begins unnoticed. One row, once a server has started.
CREATE TABLE installation (
  id              smallint    PRIMARY KEY CHECK (id = 1),
  -- The lender of the newest start; absent without one.
  lender          text,
  -- The first start as a demonstration, whose sandbox signs anybody in to the console.
  demonstrated_at timestamptz,
  -- The first start with a lender or a real vendor.
  real_since      timestamptz
);

-- Where each server tries whether it can write. Nothing is ever committed here; a try fills half a page, not packed and not set aside,
-- so that it needs space.
CREATE TABLE write_probe (
  id      uuid  PRIMARY KEY,
  filling bytea NOT NULL
);
ALTER TABLE write_probe ALTER COLUMN filling SET STORAGE PLAIN;
