-- The latest outcome of an order that its borrower has not seen yet, and when it came about: NULL once it was seen, on whatever
-- device. Outcomes before this version count as seen.
ALTER TABLE loan_order ADD COLUMN outcome text CHECK (outcome IN ('payout', 'payment', 'denial', 'failure'));
ALTER TABLE loan_order ADD COLUMN outcome_at timestamptz;
ALTER TABLE loan_order ADD CHECK (num_nulls(outcome, outcome_at) IN (0, 2));
