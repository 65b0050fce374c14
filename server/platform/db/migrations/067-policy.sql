-- The figures of the decision rules that are the lender's policy: the newest version whose India day has come is in effect.
CREATE TABLE policy_version (
  version integer PRIMARY KEY CHECK (version >= 1),
  from_day date NOT NULL,
  affordable_percent integer NOT NULL CHECK (affordable_percent >= 1),
  out_of_reach_percent integer NOT NULL CHECK (out_of_reach_percent BETWEEN affordable_percent AND 100),
  late_days_to_look_at integer NOT NULL CHECK (late_days_to_look_at >= 0),
  late_days_to_deny integer NOT NULL CHECK (late_days_to_deny BETWEEN late_days_to_look_at AND 365),
  made_at timestamptz NOT NULL
);
COMMENT ON TABLE policy_version IS 'append-only: a change of policy is a further version';

-- spread
ALTER TABLE proposal DROP CONSTRAINT proposal_act_check;
ALTER TABLE proposal ADD CONSTRAINT proposal_act_check CHECK (act IN ('settle-refund', 'stop-payout', 'invite-staff', 'change-staff',
  'renew-staff', 'change-role', 'publish-product', 'withdraw-product', 'change-policy'));
