-- The Key Facts Statement of every application, in each language, as it was made: nothing ever rewrites one. The hash names what it
-- says; the one that the borrower acknowledged stands in order_event.
CREATE TABLE key_facts (
  borrower_id uuid NOT NULL,
  order_id uuid NOT NULL,
  language text NOT NULL CHECK (language IN ('en', 'hi')),
  hash text NOT NULL CHECK (hash ~ '^[0-9a-f]{64}$'),
  statement_sealed bytea NOT NULL,
  made_at timestamptz NOT NULL,
  PRIMARY KEY (borrower_id, order_id, language)
);

ALTER TABLE key_facts ADD FOREIGN KEY (borrower_id, order_id) REFERENCES loan_order (borrower_id, order_id);
