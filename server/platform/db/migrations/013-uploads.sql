-- The upload variant of the identity page: two cards that are read, and what the borrower confirms of them.

-- Which variant the borrower chose; without a row, the one by number.
CREATE TABLE identity_page (
  borrower_id uuid NOT NULL PRIMARY KEY,
  kyc_page_type smallint NOT NULL CHECK (kyc_page_type IN (1, 2)),
  chosen_at timestamptz NOT NULL
);

-- One reading of each kind at most. The picture is not here, and nowhere until it is masked; the Aadhaar number is a keyed reference.
CREATE TABLE card_reading (
  borrower_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('aadhaar-front', 'pan')),
  reading_id uuid NOT NULL,
  state text NOT NULL CHECK (state IN ('reading', 'read', 'unclear')),
  why text CHECK (why IN ('not-legible', 'not-this-card', 'interrupted')),
  progress smallint NOT NULL CHECK (progress BETWEEN 0 AND 100),
  fields_sealed bytea,
  aadhaar_hash bytea,
  aadhaar_last_four text CHECK (aadhaar_last_four ~ '^[0-9]{4}$'),
  -- Alive: a reading that says nothing for minutes was broken off.
  heard_of_at timestamptz NOT NULL,
  PRIMARY KEY (borrower_id, kind),
  CHECK ((state = 'unclear') = (why IS NOT NULL)),
  CHECK ((state = 'read') = (fields_sealed IS NOT NULL)),
  CHECK (num_nulls(aadhaar_hash, aadhaar_last_four) IN (0, 2))
);
CREATE INDEX card_reading_age ON card_reading (heard_of_at);

-- By what the Aadhaar number was shown to be the borrower's.
ALTER TABLE identity ADD COLUMN aadhaar_proof text NOT NULL DEFAULT 'otp' CHECK (aadhaar_proof IN ('otp', 'card'));

ALTER TABLE identity_page ADD FOREIGN KEY (borrower_id) REFERENCES borrower (borrower_id);
ALTER TABLE card_reading ADD FOREIGN KEY (borrower_id) REFERENCES borrower (borrower_id);
