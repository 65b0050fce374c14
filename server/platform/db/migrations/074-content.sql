-- The texts that the lender words itself (domain/content.ts): of each item the newest version whose India day has come is in effect.
-- Who proposed and who approved a version stands with its proposal.
CREATE TABLE content_version (
  item text NOT NULL CHECK (item ~ '^[a-z]+(\.[a-z0-9-]+)?$'),
  version integer NOT NULL CHECK (version >= 1),
  from_day date NOT NULL,
  -- The last day of a notice; other texts have none.
  until_day date CHECK (until_day >= from_day),
  -- Title and body by language; null gives the item back to the program, or ends it where the program has no text of its own.
  texts jsonb,
  href text CHECK (href LIKE 'https://%'),
  proposal_id uuid NOT NULL,
  made_at timestamptz NOT NULL,
  PRIMARY KEY (item, version)
);
COMMENT ON TABLE content_version IS 'append-only: another wording is a further version';

-- spread
ALTER TABLE content_version ADD CONSTRAINT content_version_proposal FOREIGN KEY (proposal_id) REFERENCES proposal (proposal_id);
ALTER TABLE proposal DROP CONSTRAINT proposal_act_check;
ALTER TABLE proposal ADD CONSTRAINT proposal_act_check CHECK (act IN ('settle-refund', 'stop-payout', 'waive-penal', 'invite-staff',
  'change-staff', 'renew-staff', 'change-role', 'publish-product', 'withdraw-product', 'change-policy', 'change-content'));
