-- The ledger of consents is only added to: taking a consent back is a row of its own.
CREATE TABLE consent_withdrawal (
  borrower_id uuid NOT NULL,
  consent_id uuid NOT NULL,
  withdrawn_at timestamptz NOT NULL,
  PRIMARY KEY (borrower_id, consent_id),
  FOREIGN KEY (borrower_id, consent_id) REFERENCES consent (borrower_id, consent_id)
);
INSERT INTO consent_withdrawal (borrower_id, consent_id, withdrawn_at)
SELECT borrower_id, consent_id, withdrawn_at FROM consent WHERE withdrawn_at IS NOT NULL;

-- How many consents to this wording were taken back before. At most one stands, also when two requests give it at once.
ALTER TABLE consent ADD COLUMN round integer NOT NULL DEFAULT 0 CONSTRAINT consent_round_counts CHECK (round >= 0);
UPDATE consent c SET round = earlier.round
FROM (
  SELECT borrower_id, consent_id,
    row_number() OVER (PARTITION BY borrower_id, purpose, text_version ORDER BY withdrawn_at NULLS LAST, given_at, consent_id) - 1 AS round
  FROM consent) earlier
WHERE c.borrower_id = earlier.borrower_id AND c.consent_id = earlier.consent_id;
DROP INDEX consent_standing;
ALTER TABLE consent ALTER COLUMN round DROP DEFAULT, DROP COLUMN withdrawn_at;
CREATE UNIQUE INDEX consent_standing ON consent (borrower_id, purpose, text_version, round);

COMMENT ON TABLE consent IS 'written-once: what was agreed to is never changed; it goes with the data of its borrower alone';
COMMENT ON TABLE consent_withdrawal IS 'written-once: what was taken back is never changed; it goes with the data of its borrower alone';
