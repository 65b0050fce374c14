-- The documents that borrowers are owed. What is known of each for ever names nobody: its kind, its order, when and by whom it was
-- issued, the hash of what it says, and the code that anybody can check it by.
CREATE TABLE paper (
  borrower_id uuid NOT NULL,
  paper_id uuid NOT NULL,
  order_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('key-facts-statement', 'key-facts-addendum', 'receipt', 'statement-of-account', 'no-dues-certificate')),
  -- What of the order it is about, such as a payment: about one thing one document of a kind is issued.
  subject text NOT NULL,
  -- The amount that it proves, where it proves one.
  amount bigint CHECK (amount >= 0),
  -- Who issued it; nobody in a demonstration.
  lender text,
  issued_at timestamptz NOT NULL,
  hash text NOT NULL CHECK (hash ~ '^[0-9a-f]{64}$'),
  code text NOT NULL CHECK (code ~ '^[0-9A-HJKMNP-TV-Z]{16}$'),
  PRIMARY KEY (borrower_id, paper_id),
  UNIQUE (borrower_id, order_id, kind, subject)
);
COMMENT ON TABLE paper IS 'append-only: what was issued stays issued';

-- What it says, in every language, sealed. It may name the borrower, and goes when the law lets go of it.
CREATE TABLE paper_content (
  borrower_id uuid NOT NULL,
  paper_id uuid NOT NULL,
  content_sealed bytea NOT NULL,
  PRIMARY KEY (borrower_id, paper_id)
);

-- What holds no more, such as the certificate of a loan that the bank took back.
CREATE TABLE paper_withdrawal (
  borrower_id uuid NOT NULL,
  paper_id uuid NOT NULL,
  reason text NOT NULL CHECK (reason IN ('payout-reversed')),
  withdrawn_at timestamptz NOT NULL,
  PRIMARY KEY (borrower_id, paper_id)
);
COMMENT ON TABLE paper_withdrawal IS 'append-only: what was withdrawn stays withdrawn';

-- Finds a document by its code, whosever it is.
CREATE TABLE paper_code (
  code text PRIMARY KEY,
  borrower_id uuid NOT NULL,
  paper_id uuid NOT NULL
);
COMMENT ON TABLE paper_code IS 'append-only: a code is that of one document for ever';

ALTER TABLE paper ADD FOREIGN KEY (borrower_id, order_id) REFERENCES loan_order (borrower_id, order_id);
ALTER TABLE paper_content ADD FOREIGN KEY (borrower_id, paper_id) REFERENCES paper (borrower_id, paper_id);
ALTER TABLE paper_withdrawal ADD FOREIGN KEY (borrower_id, paper_id) REFERENCES paper (borrower_id, paper_id);
ALTER TABLE paper_code ADD FOREIGN KEY (borrower_id, paper_id) REFERENCES paper (borrower_id, paper_id);
