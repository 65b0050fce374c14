-- The close of business books charges in sum by day, slot and product; a loan's journal books them at its next event (decision 81).
CREATE TABLE accrual_sum (
  day        date     NOT NULL,
  slot       smallint NOT NULL CONSTRAINT accrual_sum_slot_is_one_of_16 CHECK (slot BETWEEN 0 AND 15),
  product_id text     NOT NULL,
  loans      integer  NOT NULL,
  interest   bigint   NOT NULL,
  penal      bigint   NOT NULL,
  PRIMARY KEY (day, slot, product_id)
);

-- spread

INSERT INTO ledger_account (account, side) VALUES
  ('accrued_interest', 'debit'), ('accrued_penal', 'debit'),
  ('accrued_interest_income', 'credit'), ('accrued_penal_income', 'credit');

-- The charges of a loan that the sums hold and its journal does not, as of accrued_day. A loan that ended has none: a server of the
-- version before, which does not know them, cannot end a loan that has some, and leaves it to one that does.
ALTER TABLE loan_order ADD COLUMN accrued_interest bigint NOT NULL DEFAULT 0, ADD COLUMN accrued_penal bigint NOT NULL DEFAULT 0;
ALTER TABLE loan_order ADD CONSTRAINT loan_order_ended_without_sums
  CHECK (state IN ('loaned', 'overdue', 'extension') OR accrued_interest = 0 AND accrued_penal = 0) NOT VALID;
ALTER TABLE loan_order VALIDATE CONSTRAINT loan_order_ended_without_sums;
