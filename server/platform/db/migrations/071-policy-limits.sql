-- The limits that are the lender's policy. What was told to a borrower stands in their order, and no version reaches it. The defaults
-- are the specification's, which held until now, and hold for what servers of the previous version write.
ALTER TABLE policy_version ADD COLUMN reapply_wait_days integer NOT NULL DEFAULT 15;
ALTER TABLE policy_version ADD COLUMN offer_working_days integer NOT NULL DEFAULT 3;
ALTER TABLE policy_version ADD COLUMN tiers jsonb NOT NULL DEFAULT '[{"loansOnTime": 1, "discount": 500}, {"loansOnTime": 2, "discount": 900},
  {"loansOnTime": 4, "discount": 1300}, {"loansOnTime": 5, "discount": 1400}]';
ALTER TABLE policy_version
  ADD CONSTRAINT policy_version_wait_is_bounded CHECK (reapply_wait_days BETWEEN 0 AND 90),
  ADD CONSTRAINT policy_version_offer_is_bounded CHECK (offer_working_days BETWEEN 1 AND 30),
  ADD CONSTRAINT policy_version_tiers_are_few CHECK (jsonb_typeof(tiers) = 'array' AND jsonb_array_length(tiers) <= 10);

ALTER TABLE loan_order ADD COLUMN offer_working_days smallint NOT NULL DEFAULT 3;
ALTER TABLE loan_order ADD COLUMN reapply_wait_days smallint NOT NULL DEFAULT 15;
COMMENT ON COLUMN loan_order.offer_working_days IS 'the days of its offer that its Key Facts Statement names';
COMMENT ON COLUMN loan_order.reapply_wait_days IS 'the wait that was told with its denial';
