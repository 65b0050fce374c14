-- Passkeys (WebAuthn): a known device, and a way to sign in (product §10). The authenticator returns the borrower's id with its
-- signature, so a passkey needs no lookup over all borrowers.
CREATE TABLE passkey (
  borrower_id   uuid        NOT NULL REFERENCES borrower,
  passkey_id    uuid        NOT NULL,
  -- Where it was added.
  device_id     uuid        NOT NULL,
  credential_id bytea       NOT NULL,
  public_key    bytea       NOT NULL,
  sign_count    bigint      NOT NULL CHECK (sign_count >= 0),
  -- The owner's other devices get it too, from the maker of their system.
  is_synced     boolean     NOT NULL,
  added_at      timestamptz NOT NULL,
  last_used_at  timestamptz,
  PRIMARY KEY (borrower_id, passkey_id),
  UNIQUE (borrower_id, credential_id)
);

-- A device that a passkey made known is known no longer than the passkey.
ALTER TABLE device ADD COLUMN passkey_id uuid;
ALTER TABLE device DROP CONSTRAINT device_known_by_check;
ALTER TABLE device ADD CONSTRAINT device_known_by_check CHECK (known_by IN ('identity', 'code', 'passkey'));
ALTER TABLE device ADD CONSTRAINT device_known_by_passkey CHECK ((known_by IS NOT DISTINCT FROM 'passkey') = (passkey_id IS NOT NULL));
ALTER TABLE device ADD FOREIGN KEY (borrower_id, passkey_id) REFERENCES passkey;

-- A challenge for one browser or session, and one purpose. It is answered once, within minutes.
CREATE TABLE passkey_challenge (
  holder_hash bytea       PRIMARY KEY,
  challenge   bytea       NOT NULL,
  expires_at  timestamptz NOT NULL
);
CREATE INDEX passkey_challenge_expiry ON passkey_challenge (expires_at);
