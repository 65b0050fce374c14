-- The address under which a borrower's calendar reads the due days: one for each borrower, ended by deleting it. Its secret is
-- 256 random bits, of which only the SHA-256 is here.
CREATE TABLE calendar_link (
  secret_hash bytea PRIMARY KEY CONSTRAINT calendar_link_hash_has_32_bytes CHECK (octet_length(secret_hash) = 32),
  borrower_id uuid NOT NULL UNIQUE REFERENCES borrower (borrower_id),
  -- The language of the entries: that of the borrower when they made the address.
  language text NOT NULL CONSTRAINT calendar_link_language_code CHECK (language ~ '^[a-z]{2}$'),
  created_at timestamptz NOT NULL
);
