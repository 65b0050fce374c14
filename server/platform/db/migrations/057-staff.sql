-- The lender's people, apart from borrowers. A simulated one was made by the sandbox and exists only in a demonstration.
CREATE TABLE staff (
  staff_id     uuid PRIMARY KEY,
  mail_hash    bytea NOT NULL UNIQUE,
  mail_sealed  bytea NOT NULL,
  roles        text[] NOT NULL CHECK (cardinality(roles) > 0),
  is_simulated boolean NOT NULL,
  created_at   timestamptz NOT NULL,
  -- From here on the person signs in no more. The row stays: acts and looks name it.
  ended_at     timestamptz
);

-- The permissions of an edited role; the given ones of the other roles are in the program.
CREATE TABLE staff_role (
  role        text PRIMARY KEY,
  permissions text[] NOT NULL,
  changed_at  timestamptz NOT NULL
);

CREATE TABLE staff_passkey (
  credential_id text PRIMARY KEY,
  staff_id      uuid NOT NULL REFERENCES staff,
  public_key    bytea NOT NULL,
  counter       bigint NOT NULL CHECK (counter >= 0),
  transports    text[] NOT NULL,
  created_at    timestamptz NOT NULL
);

-- The link that makes the first passkey of a person. It opens once.
CREATE TABLE staff_invitation (
  link_hash  bytea PRIMARY KEY,
  staff_id   uuid NOT NULL REFERENCES staff,
  expires_at timestamptz NOT NULL
);

-- A challenge that a passkey is to sign, once.
CREATE TABLE staff_challenge (
  challenge_hash bytea PRIMARY KEY,
  expires_at     timestamptz NOT NULL
);

CREATE TABLE staff_session (
  session_id   uuid PRIMARY KEY,
  cookie_hash  bytea NOT NULL UNIQUE,
  staff_id     uuid NOT NULL REFERENCES staff,
  created_at   timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  proved_at    timestamptz NOT NULL
);
CREATE INDEX staff_session_of_staff ON staff_session (staff_id);

-- An act that needs a second person: what, why, by whom, until when. It stays for ever.
CREATE TABLE proposal (
  proposal_id    uuid PRIMARY KEY,
  act            text NOT NULL CHECK (act IN ('settle-refund', 'stop-payout', 'invite-staff', 'change-staff', 'change-role')),
  subject        text NOT NULL,
  details_sealed bytea NOT NULL,
  why_sealed     bytea NOT NULL,
  proposed_by    uuid NOT NULL REFERENCES staff,
  proposed_at    timestamptz NOT NULL,
  decide_until   timestamptz NOT NULL,
  UNIQUE (proposal_id, proposed_by)
);
COMMENT ON TABLE proposal IS 'encrypted-once: nothing rewrites or deletes a proposal';

-- The one proposal about a subject that waits.
CREATE TABLE open_proposal (
  act         text NOT NULL,
  subject     text NOT NULL,
  proposal_id uuid NOT NULL UNIQUE REFERENCES proposal,
  PRIMARY KEY (act, subject)
);

-- How a proposal ended, once. Another person than the proposer approves or refuses it.
CREATE TABLE proposal_decision (
  proposal_id   uuid PRIMARY KEY,
  proposed_by   uuid NOT NULL,
  decided_by    uuid NOT NULL REFERENCES staff,
  outcome       text NOT NULL CHECK (outcome IN ('approved', 'refused', 'withdrawn', 'outdated', 'expired')),
  reason_sealed bytea,
  decided_at    timestamptz NOT NULL,
  FOREIGN KEY (proposal_id, proposed_by) REFERENCES proposal (proposal_id, proposed_by),
  CONSTRAINT proposal_decision_by_another CHECK (outcome NOT IN ('approved', 'refused') OR decided_by <> proposed_by),
  CONSTRAINT proposal_decision_withdrawn_by_proposer CHECK (outcome <> 'withdrawn' OR decided_by = proposed_by),
  CONSTRAINT proposal_decision_refused_with_reason CHECK (outcome <> 'refused' OR reason_sealed IS NOT NULL)
);
CREATE INDEX proposal_decision_newest ON proposal_decision (decided_at);
COMMENT ON TABLE proposal_decision IS 'encrypted-once: nothing rewrites or deletes a decision';

-- Every look of a member of staff at a borrower. The borrower reads it.
CREATE TABLE staff_look (
  borrower_id uuid NOT NULL REFERENCES borrower,
  look_id     uuid NOT NULL,
  staff_id    uuid NOT NULL REFERENCES staff,
  role        text NOT NULL,
  part        text NOT NULL CHECK (part IN ('application', 'name', 'phone')),
  why         text NOT NULL CHECK (why IN ('decision', 'borrower-asked', 'complaint', 'review')),
  at          timestamptz NOT NULL,
  PRIMARY KEY (borrower_id, look_id)
);
COMMENT ON TABLE staff_look IS 'append-only: who looked stays written down';

-- Who works on what waits, and until when it is put off.
CREATE TABLE inbox_mark (
  kind          text NOT NULL,
  subject       text NOT NULL,
  taken_by      uuid REFERENCES staff,
  put_off_until timestamptz,
  reason_sealed bytea,
  marked_at     timestamptz NOT NULL,
  PRIMARY KEY (kind, subject),
  CHECK ((put_off_until IS NULL) = (reason_sealed IS NULL))
);

-- A refund that its provider gave up can be paid by hand, with the bank's reference of that transfer.
ALTER TABLE refund ADD COLUMN hand_reference text CHECK (hand_reference ~ '^[A-Z0-9]{6,30}$');
ALTER TABLE refund DROP CONSTRAINT refund_given_up;
ALTER TABLE refund ADD CONSTRAINT refund_given_up CHECK (state <> 'given-up' OR given_up_at IS NOT NULL);
ALTER TABLE refund ADD CONSTRAINT refund_by_hand CHECK (hand_reference IS NULL OR state = 'done' AND given_up_at IS NOT NULL);

-- The simulated provider gives up a refund to an account that takes none.
ALTER TABLE sandbox.payment_attempt ADD COLUMN takes_refunds boolean NOT NULL DEFAULT true;
