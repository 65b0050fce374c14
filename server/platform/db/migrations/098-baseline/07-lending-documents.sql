-- The documents of a loan, and how its borrower is reminded of it.

-- The documents that borrowers are owed. What is known of each for ever names nobody: its kind, its order, when and by whom it was
-- issued, the hash of what it says, and the code that anybody can check it by.
CREATE TABLE paper (
  borrower_id uuid        NOT NULL,
  paper_id    uuid        NOT NULL,
  order_id    uuid        NOT NULL,
  kind        text        NOT NULL CHECK (kind IN ('key-facts-statement', 'key-facts-addendum', 'hardship-addendum', 'receipt',
                          'statement-of-account', 'no-dues-certificate')),
  -- What of the order it is about, such as a payment: about one thing one document of a kind is issued.
  subject     text        NOT NULL,
  -- The amount that it proves, where it proves one.
  amount      bigint      CHECK (amount >= 0),
  -- Who issued it; nobody in a demonstration.
  lender      text,
  issued_at   timestamptz NOT NULL,
  hash        text        NOT NULL CHECK (hash ~ '^[0-9a-f]{64}$'),
  code        text        NOT NULL CHECK (code ~ '^[0-9A-HJKMNP-TV-Z]{16}$'),
  -- A document that is corrected is withdrawn, and the next version of it issued.
  version     smallint    NOT NULL DEFAULT 1,
  PRIMARY KEY (borrower_id, paper_id),
  CONSTRAINT paper_once UNIQUE (borrower_id, order_id, kind, subject, version),
  FOREIGN KEY (borrower_id, order_id) REFERENCES loan_order
);
COMMENT ON TABLE paper IS 'append-only: what was issued stays issued';

-- What it says, in every language, encrypted. It may name the borrower, and goes when the law lets go of it.
CREATE TABLE paper_content (
  borrower_id    uuid  NOT NULL,
  paper_id       uuid  NOT NULL,
  content_sealed bytea NOT NULL,
  PRIMARY KEY (borrower_id, paper_id),
  FOREIGN KEY (borrower_id, paper_id) REFERENCES paper
);

-- Finds a document by its code, whosever it is.
CREATE TABLE paper_code (
  code        text PRIMARY KEY,
  borrower_id uuid NOT NULL,
  paper_id    uuid NOT NULL
);
COMMENT ON TABLE paper_code IS 'append-only: a code is that of one document for ever';

-- What holds no more, such as the certificate of a loan that the bank took back.
CREATE TABLE paper_withdrawal (
  borrower_id  uuid        NOT NULL,
  paper_id     uuid        NOT NULL,
  reason       text        NOT NULL CHECK (reason IN ('payout-reversed', 'extension-ended', 'hardship-ended', 'corrected')),
  withdrawn_at timestamptz NOT NULL,
  PRIMARY KEY (borrower_id, paper_id),
  FOREIGN KEY (borrower_id, paper_id) REFERENCES paper
);
COMMENT ON TABLE paper_withdrawal IS 'append-only: what was withdrawn stays withdrawn';

-- How a borrower wishes to be reminded, where they said so.
CREATE TABLE reminder_wish (
  borrower_id uuid        PRIMARY KEY REFERENCES borrower,
  way         text        NOT NULL CHECK (way IN ('usual', 'text')),
  time_of_day text        NOT NULL CHECK (time_of_day IN ('any', 'morning', 'afternoon', 'evening')),
  language    text        NOT NULL CONSTRAINT reminder_wish_language_code CHECK (language ~ '^[a-z]{2}$'),
  changed_at  timestamptz NOT NULL
);

-- The address under which a borrower's calendar reads the due days: one for each borrower, ended by deleting it. Its secret is
-- 256 random bits, of which only the SHA-256 is here.
CREATE TABLE calendar_link (
  secret_hash bytea       PRIMARY KEY CONSTRAINT calendar_link_hash_has_32_bytes CHECK (octet_length(secret_hash) = 32),
  borrower_id uuid        NOT NULL UNIQUE,
  -- The language of the entries: that of the borrower when they made the address.
  language    text        NOT NULL CONSTRAINT calendar_link_language_code CHECK (language ~ '^[a-z]{2}$'),
  created_at  timestamptz NOT NULL
);
