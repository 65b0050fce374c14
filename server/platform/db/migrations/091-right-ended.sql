-- A proposal ends with the right of its proposer to propose it (decision 92).
ALTER TABLE proposal_decision DROP CONSTRAINT proposal_decision_outcome_check;
ALTER TABLE proposal_decision ADD CONSTRAINT proposal_decision_outcome_check
  CHECK (outcome IN ('approved', 'refused', 'withdrawn', 'outdated', 'expired', 'right-ended'));
-- Proposals that wait are found by their proposer.
CREATE INDEX proposal_by_proposer ON proposal (proposed_by);
