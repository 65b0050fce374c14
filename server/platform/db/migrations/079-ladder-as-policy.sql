-- The amounts that repaid loans open, and the loans that open the tiers (decision 75). Where a lender has set none: those of the
-- specification.
ALTER TABLE policy_version ADD COLUMN ladder jsonb NOT NULL DEFAULT '[{"loansRepaid": 1, "least": 100000, "most": 500000},
  {"loansRepaid": 3, "least": 300000, "most": 1000000}, {"loansRepaid": 5, "least": 500000, "most": 4000000}]';
ALTER TABLE policy_version
  ADD CONSTRAINT policy_version_ladder_has_three_rungs CHECK (jsonb_typeof(ladder) = 'array' AND jsonb_array_length(ladder) = 3);
