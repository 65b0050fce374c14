-- How the person of a session signed in: by passkey, by the lender's provider, or by a button of the sandbox.
ALTER TABLE staff_session ADD COLUMN way text NOT NULL DEFAULT 'passkey';
ALTER TABLE staff_session ADD CONSTRAINT staff_session_way CHECK (way IN ('passkey', 'provider', 'sandbox'));

ALTER TABLE staff_passkey ADD COLUMN last_used_at timestamptz;

-- The account at the lender's provider (OIDC): a keyed hash of its issuer and subject, set by the first sign-in there.
ALTER TABLE staff ADD COLUMN provider_hash bytea;

-- A browser that was sent to the provider. It comes back once.
CREATE TABLE staff_attempt (
  secret_hash bytea CONSTRAINT staff_attempt_pkey PRIMARY KEY,
  -- The session whose person proves anew; absent at a sign-in.
  session_id  uuid,
  -- The person whom the provider named, whose code is still to come.
  staff_id    uuid,
  started_at  timestamptz NOT NULL,
  expires_at  timestamptz NOT NULL
);

-- The secret of the codes that an app shows (TOTP), beside a provider that asks for no second factor.
CREATE TABLE staff_totp (
  staff_id      uuid CONSTRAINT staff_totp_pkey PRIMARY KEY,
  secret_sealed bytea NOT NULL,
  -- Absent until the first right code.
  confirmed_at  timestamptz,
  -- The half minute of the last code that was used: no code counts twice.
  last_step     bigint NOT NULL,
  wrong_count   int NOT NULL,
  wrong_since   timestamptz NOT NULL
);

-- An act for which the lender switched the second person off was approved by its proposer, and says so for ever.
ALTER TABLE proposal_decision ADD COLUMN is_alone boolean NOT NULL DEFAULT false;
ALTER TABLE proposal_decision DROP CONSTRAINT proposal_decision_by_another;
ALTER TABLE proposal_decision ADD CONSTRAINT proposal_decision_by_another
  CHECK (outcome NOT IN ('approved', 'refused') OR decided_by <> proposed_by OR is_alone);
ALTER TABLE proposal_decision ADD CONSTRAINT proposal_decision_alone
  CHECK (NOT is_alone OR (outcome = 'approved' AND decided_by = proposed_by));

ALTER TABLE proposal DROP CONSTRAINT proposal_act_check;
ALTER TABLE proposal ADD CONSTRAINT proposal_act_check
  CHECK (act IN ('settle-refund', 'stop-payout', 'invite-staff', 'change-staff', 'renew-staff', 'change-role',
    'publish-product', 'withdraw-product'));

-- spread
ALTER TABLE staff_attempt ADD CONSTRAINT staff_attempt_of_staff FOREIGN KEY (staff_id) REFERENCES staff;
ALTER TABLE staff_totp ADD CONSTRAINT staff_totp_of_staff FOREIGN KEY (staff_id) REFERENCES staff;
