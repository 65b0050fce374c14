-- Sessions of a native app and of the pages inside it. `cookie_hash` is the hash of a session's other half: a cookie's, or for
-- `device` that of the headers which name the device (decisions §10).
ALTER TABLE session ADD COLUMN bound_to text NOT NULL DEFAULT 'cookie' CHECK (bound_to IN ('cookie', 'device'));
ALTER TABLE session ADD COLUMN is_app_user boolean NOT NULL DEFAULT false;

-- What a native session hands to a page in its place: used once, within a minute.
CREATE TABLE exchange_code (
  code_hash bytea PRIMARY KEY,
  borrower_id uuid NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX exchange_code_expiry ON exchange_code (expires_at);

-- The signed requests that were seen: none is taken twice.
CREATE TABLE partner_nonce (
  partner_id text NOT NULL,
  nonce text NOT NULL CHECK (length(nonce) BETWEEN 16 AND 64),
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (partner_id, nonce)
);
CREATE INDEX partner_nonce_by_age ON partner_nonce (seen_at);
