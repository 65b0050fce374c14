-- A known device: the identity was verified on it, or its owner confirmed it with the second code (product §10).
ALTER TABLE device RENAME COLUMN identity_verified_at TO known_at;
ALTER TABLE device ADD COLUMN known_by text CHECK (known_by IN ('identity', 'code'));
UPDATE device SET known_by = 'identity' WHERE known_at IS NOT NULL;
ALTER TABLE device ADD CHECK (num_nulls(known_at, known_by) IN (0, 2));

-- From here on, sessions on unknown devices are limited. It stays when a device is forgotten.
ALTER TABLE borrower ADD COLUMN identity_verified_at timestamptz;
UPDATE borrower b SET identity_verified_at = (SELECT min(d.known_at) FROM device d WHERE d.borrower_id = b.borrower_id);

-- The second code, bound to the session that requested it. Codes live for minutes: the old ones need no place.
DROP TABLE confirm_code;
CREATE TABLE confirm_code (
  borrower_id uuid        NOT NULL REFERENCES borrower,
  session_id  uuid        NOT NULL,
  code_hash   bytea       NOT NULL,
  tries       smallint    NOT NULL DEFAULT 0 CHECK (tries >= 0),
  expires_at  timestamptz NOT NULL,
  PRIMARY KEY (borrower_id, session_id),
  FOREIGN KEY (borrower_id, session_id) REFERENCES session ON DELETE CASCADE
);
CREATE INDEX confirm_code_expiry ON confirm_code (expires_at);
