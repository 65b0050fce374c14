-- The addendum to a Key Facts Statement of every extension that was asked for, in each language, as it was acknowledged: nothing ever
-- rewrites one. Which one was acknowledged stands in order_event.
CREATE TABLE key_facts_addendum (
  borrower_id uuid NOT NULL,
  extension_id text NOT NULL,
  language text NOT NULL CHECK (language IN ('en', 'hi')),
  hash text NOT NULL CHECK (hash ~ '^[0-9a-f]{64}$'),
  statement_sealed bytea NOT NULL,
  made_at timestamptz NOT NULL,
  PRIMARY KEY (borrower_id, extension_id, language)
);

ALTER TABLE key_facts_addendum ADD FOREIGN KEY (borrower_id, extension_id) REFERENCES order_extension (borrower_id, extension_id);
