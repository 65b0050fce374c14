-- Who did what to personal data and to decisions: one chain for the installation, each entry sealed together with the seal of the
-- one before it (domain/chain.ts). Ids only: what is erased elsewhere is not to be found here.
CREATE TABLE audit_entry (
  number bigint PRIMARY KEY CHECK (number > 0),
  actor text NOT NULL CHECK (length(actor) BETWEEN 1 AND 100),
  action text NOT NULL CHECK (action ~ '^[a-z-]{3,40}$'),
  -- The id of the borrower, order, feedback or key that it is about.
  subject text CHECK (length(subject) BETWEEN 1 AND 100),
  at timestamptz NOT NULL,
  previous text NOT NULL CHECK (previous ~ '^[0-9a-f]{64}$'),
  seal text NOT NULL CHECK (seal ~ '^[0-9a-f]{64}$')
);
COMMENT ON TABLE audit_entry IS 'append-only: what was done stays written';
CREATE INDEX audit_entry_by_subject ON audit_entry (subject);

-- Where the chain ends; its lock puts the entries in order.
CREATE TABLE chain_head (
  chain text PRIMARY KEY CHECK (chain IN ('audit')),
  number bigint NOT NULL CHECK (number >= 0),
  seal text NOT NULL CHECK (seal ~ '^[0-9a-f]{64}$')
);
INSERT INTO chain_head (chain, number, seal) VALUES ('audit', 0, repeat('0', 64));
