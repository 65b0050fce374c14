-- Pages of decided proposals go on after a place: its instant and its id.
DROP INDEX proposal_decision_newest;
CREATE INDEX proposal_decision_newest ON proposal_decision (decided_at, proposal_id);
