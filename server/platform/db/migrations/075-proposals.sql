-- Pages of decided proposals go on after a place: its instant and its id.
DROP INDEX proposal_decision_newest;
CREATE INDEX proposal_decision_newest ON proposal_decision (decided_at, proposal_id);

-- The principal from which approving an application by hand needs a second person (decision 77); NULL: none.
ALTER TABLE policy_version ADD COLUMN second_person_from bigint;
ALTER TABLE policy_version ADD CONSTRAINT policy_version_second_person_is_bounded CHECK (second_person_from BETWEEN 0 AND 1000000000);

-- spread
ALTER TABLE proposal DROP CONSTRAINT proposal_act_check;
ALTER TABLE proposal ADD CONSTRAINT proposal_act_check CHECK (act IN ('settle-refund', 'stop-payout', 'approve-application', 'waive-penal',
  'invite-staff', 'change-staff', 'renew-staff', 'change-role', 'publish-product', 'withdraw-product', 'change-policy', 'change-content'));
