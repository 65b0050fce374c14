-- How the account of a person was made or renewed last, and who confirmed that the right person opened its link (decision 93). It works
-- once it is confirmed. An account without a row works: it is older, was made by the sandbox, or by command while no two others could.
CREATE TABLE staff_account (
  staff_id     uuid CONSTRAINT staff_account_pkey PRIMARY KEY,
  -- Of the proposal: who proposed it and gets the link, and who approved it. None where a command made the account.
  proposal_id  uuid,
  proposed_by  uuid,
  approved_by  uuid,
  made_at      timestamptz NOT NULL,
  -- The first use of the link, or the first sign-in at the provider. From here on there is no link.
  opened_at    timestamptz,
  opened_by    text,
  confirmed_by uuid,
  confirmed_at timestamptz,
  -- Its proposer confirmed it: the lender switched the second person off for the act.
  is_alone     boolean NOT NULL DEFAULT false,
  CONSTRAINT staff_account_of_proposal CHECK (num_nulls(proposal_id, proposed_by, approved_by) IN (0, 3)),
  CONSTRAINT staff_account_opened_by CHECK (opened_by IN ('link', 'provider')),
  CONSTRAINT staff_account_opened_whole CHECK (num_nulls(opened_at, opened_by) IN (0, 2)),
  CONSTRAINT staff_account_confirmed_whole CHECK (num_nulls(confirmed_by, confirmed_at) IN (0, 2)),
  CONSTRAINT staff_account_confirmed_when_opened CHECK (confirmed_at IS NULL OR opened_at IS NOT NULL),
  CONSTRAINT staff_account_confirmed_by_another CHECK (confirmed_by <> staff_id AND (confirmed_by <> proposed_by OR is_alone))
);

-- An account at the lender's provider is one person. Where two had one, both bind anew.
UPDATE staff s SET provider_hash = NULL WHERE ended_at IS NULL AND EXISTS (SELECT FROM staff o
  WHERE o.provider_hash = s.provider_hash AND o.staff_id <> s.staff_id AND o.ended_at IS NULL);
CREATE UNIQUE INDEX staff_provider_is_one_person ON staff (provider_hash) WHERE ended_at IS NULL;

-- Links that the approver got are void: the person is renewed.
DELETE FROM staff_invitation;

-- The days for which an account does not decide with those who made it.
ALTER TABLE policy_version ADD COLUMN new_account_days integer NOT NULL DEFAULT 7;
ALTER TABLE policy_version ADD CONSTRAINT policy_version_new_account_days_is_bounded CHECK (new_account_days BETWEEN 0 AND 90);

-- spread
ALTER TABLE staff_account ADD CONSTRAINT staff_account_of_staff FOREIGN KEY (staff_id) REFERENCES staff (staff_id);
ALTER TABLE staff_account ADD CONSTRAINT staff_account_of_the_proposal
  FOREIGN KEY (proposal_id, proposed_by) REFERENCES proposal (proposal_id, proposed_by);
ALTER TABLE staff_account ADD CONSTRAINT staff_account_approved_by_staff FOREIGN KEY (approved_by) REFERENCES staff (staff_id);
ALTER TABLE staff_account ADD CONSTRAINT staff_account_confirmed_by_staff FOREIGN KEY (confirmed_by) REFERENCES staff (staff_id);
