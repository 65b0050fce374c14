-- Who may come in: borrowers, their devices and sessions, the codes that were sent, what limits them, and what they agreed to.
-- In all files, columns named *_hash hold keyed hashes, and columns named *_sealed hold encrypted values.

CREATE TABLE borrower (
  borrower_id          uuid        PRIMARY KEY,
  phone_sealed         bytea,
  phone_masked         text,
  created_at           timestamptz NOT NULL,
  -- Set when the account is closed: the row stays for what the books say of it, and names nobody.
  erased_at            timestamptz,
  -- When the borrower asked for that while something had still to be kept.
  erasure_asked_at     timestamptz,
  -- The day on which the periods of their data are looked at next.
  review_on            date,
  -- From here on, sessions on unknown devices are limited. It stays when a device is forgotten.
  identity_verified_at timestamptz,
  CONSTRAINT borrower_is_whole_or_empty
    CHECK (num_nulls(phone_sealed, phone_masked) = CASE WHEN erased_at IS NULL THEN 0 ELSE 2 END)
);
CREATE INDEX borrower_by_review ON borrower (review_on) WHERE erased_at IS NULL;
CREATE INDEX borrower_by_created ON borrower (created_at);

-- A phone number belongs to one borrower: unique over all of them, so it stands in a table of its own.
CREATE TABLE phone_lookup (
  phone_hash  bytea PRIMARY KEY,
  borrower_id uuid  NOT NULL
);
CREATE INDEX phone_lookup_of_borrower ON phone_lookup (borrower_id);

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

-- A challenge for one browser or session, and one purpose. It is answered once, within minutes.
CREATE TABLE passkey_challenge (
  holder_hash bytea       PRIMARY KEY,
  challenge   bytea       NOT NULL,
  expires_at  timestamptz NOT NULL
);
CREATE INDEX passkey_challenge_expiry ON passkey_challenge (expires_at);

CREATE TABLE device (
  borrower_id   uuid        NOT NULL REFERENCES borrower,
  device_id     uuid        NOT NULL,
  cookie_hash   bytea       NOT NULL,
  first_seen_at timestamptz NOT NULL,
  -- A known device: the identity was verified on it, or its owner confirmed it with the second code or a passkey (product §10).
  known_at      timestamptz,
  known_by      text        CHECK (known_by IN ('identity', 'code', 'passkey')),
  -- A device that a passkey made known is known no longer than the passkey.
  passkey_id    uuid,
  PRIMARY KEY (borrower_id, device_id),
  UNIQUE (borrower_id, cookie_hash),
  FOREIGN KEY (borrower_id, passkey_id) REFERENCES passkey,
  CHECK (num_nulls(known_at, known_by) IN (0, 2)),
  CONSTRAINT device_known_by_passkey CHECK ((known_by IS NOT DISTINCT FROM 'passkey') = (passkey_id IS NOT NULL))
);

CREATE TABLE session (
  borrower_id  uuid        NOT NULL,
  session_id   uuid        NOT NULL,
  device_id    uuid        NOT NULL,
  cookie_hash  bytea       NOT NULL,
  -- By the wall clock: the sandbox's clock moves loans, not sign-ins.
  created_at   timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  -- What `cookie_hash` is the hash of: a cookie, the thumbprint of a native app's key, or, for an older app, the headers which name
  -- the device. These can be copied, so such a device is never known (product §10).
  bound_to     text        NOT NULL DEFAULT 'cookie' CHECK (bound_to IN ('cookie', 'key', 'device')),
  is_app_user  boolean     NOT NULL DEFAULT false,
  -- The key of its look-up, by which it is found where the token says whose session it is.
  token_hash   bytea,
  -- When the owner last proved themselves in this session, by a code or a passkey. Passkeys are added and removed only within minutes
  -- after it.
  proved_at    timestamptz,
  PRIMARY KEY (borrower_id, session_id),
  FOREIGN KEY (borrower_id, device_id) REFERENCES device,
  CHECK (last_seen_at >= created_at)
);
-- Old sessions are found by when they began; an index by the last visit would be written with each visit.
CREATE INDEX session_by_age ON session (created_at);

-- Whose a session is, by its token.
CREATE TABLE session_lookup (
  token_hash  bytea PRIMARY KEY,
  borrower_id uuid  NOT NULL,
  session_id  uuid  NOT NULL
);
CREATE INDEX session_lookup_by_borrower ON session_lookup (borrower_id);

-- What a native session hands to a page in its place: used once, within a minute.
CREATE TABLE exchange_code (
  code_hash   bytea       PRIMARY KEY,
  borrower_id uuid        NOT NULL,
  expires_at  timestamptz NOT NULL,
  -- The session that made the code: the code ends with it, and opens a session on its device only. Without one it opens nothing.
  session_id  uuid
);
CREATE INDEX exchange_code_expiry ON exchange_code (expires_at);
CREATE INDEX exchange_code_by_borrower ON exchange_code (borrower_id);

-- A sign-in code, bound to the browser that asked for it. No borrower yet: the number may be unknown.
CREATE TABLE login_challenge (
  challenge_hash     bytea       PRIMARY KEY,
  phone_hash         bytea       NOT NULL,
  code_hash          bytea       NOT NULL,
  tries              smallint    NOT NULL DEFAULT 0 CHECK (tries >= 0),
  expires_at         timestamptz NOT NULL,
  -- A newer code voids the older ones of its number; one that the number's own device asked for is not voided by a stranger.
  is_of_known_device boolean     NOT NULL DEFAULT false,
  -- The digits of the code; without them, as many as are configured.
  digits             smallint    CONSTRAINT login_challenge_digits CHECK (digits BETWEEN 4 AND 8)
);
CREATE INDEX login_challenge_expiry ON login_challenge (expires_at);
CREATE INDEX login_challenge_phone ON login_challenge (phone_hash);

-- What the sign-in codes of an address or a prefix have earned and cost it, and the budgets that all of them share (product §10).
-- `scope` holds a keyed hash. Counts are in thousandths of a wrong code.
CREATE TABLE code_standing (
  scope      text        PRIMARY KEY,
  credit     integer     NOT NULL,
  rights     integer     NOT NULL DEFAULT 0 CHECK (rights >= 0),
  strikes    integer     NOT NULL DEFAULT 0 CHECK (strikes >= 0),
  struck_at  timestamptz,
  changed_at timestamptz NOT NULL
);
CREATE INDEX code_standing_by_age ON code_standing (changed_at);

-- The second code, bound to the session that requested it.
CREATE TABLE confirm_code (
  borrower_id uuid        NOT NULL REFERENCES borrower,
  session_id  uuid        NOT NULL,
  code_hash   bytea       NOT NULL,
  -- Wrong ones only: a repeated request may show the right code again.
  tries       smallint    NOT NULL DEFAULT 0 CHECK (tries >= 0),
  expires_at  timestamptz NOT NULL,
  PRIMARY KEY (borrower_id, session_id),
  FOREIGN KEY (borrower_id, session_id) REFERENCES session ON DELETE CASCADE
);
CREATE INDEX confirm_code_expiry ON confirm_code (expires_at);

-- The signed requests that were seen: none is taken twice.
CREATE TABLE partner_nonce (
  partner_id text        NOT NULL,
  nonce      text        NOT NULL CHECK (length(nonce) BETWEEN 16 AND 64),
  seen_at    timestamptz NOT NULL,
  PRIMARY KEY (partner_id, nonce)
);
CREATE INDEX partner_nonce_by_age ON partner_nonce (seen_at);

-- The ledger of consents: to what, to which wording, and when. Taking a consent back is a row of its own.
CREATE TABLE consent (
  borrower_id  uuid        NOT NULL REFERENCES borrower,
  consent_id   uuid        NOT NULL,
  purpose      text        NOT NULL CHECK (purpose IN ('agreement', 'basic', 'work', 'identity', 'face', 'contacts',
                           'bank-account', 'location', 'marketing', 'tracking', 'autopay')),
  text_version text        NOT NULL CHECK (length(text_version) BETWEEN 1 AND 40),
  given_at     timestamptz NOT NULL,
  -- In which the wording was read.
  language     text        NOT NULL CONSTRAINT consent_language_code CHECK (language ~ '^[a-z]{2}$'),
  -- How many consents to this wording were taken back before. At most one stands, also when two requests give it at once.
  round        integer     NOT NULL CONSTRAINT consent_round_counts CHECK (round >= 0),
  PRIMARY KEY (borrower_id, consent_id)
);
CREATE UNIQUE INDEX consent_standing ON consent (borrower_id, purpose, text_version, round);
COMMENT ON TABLE consent IS 'append-only: what was agreed to stays written down';

CREATE TABLE consent_withdrawal (
  borrower_id  uuid        NOT NULL,
  consent_id   uuid        NOT NULL,
  withdrawn_at timestamptz NOT NULL,
  PRIMARY KEY (borrower_id, consent_id),
  FOREIGN KEY (borrower_id, consent_id) REFERENCES consent
);
COMMENT ON TABLE consent_withdrawal IS 'append-only: what was taken back stays written down';

-- Who was asked and said no, so that nobody asks again.
CREATE TABLE consent_refusal (
  borrower_id  uuid        NOT NULL REFERENCES borrower,
  purpose      text        NOT NULL CHECK (purpose IN ('location', 'marketing', 'tracking')),
  text_version text        NOT NULL CHECK (length(text_version) BETWEEN 1 AND 40),
  refused_at   timestamptz NOT NULL,
  PRIMARY KEY (borrower_id, purpose, text_version)
);
