-- For how many days after the payout a loan may be returned: a term of the product, and of each loan that was made with it.
ALTER TABLE product ADD COLUMN cooling_off_days smallint CHECK (cooling_off_days >= 1);
UPDATE product SET cooling_off_days = 1 WHERE kind = 'own';
ALTER TABLE product ADD CHECK ((kind = 'external') = (cooling_off_days IS NULL));

ALTER TABLE loan_order ADD COLUMN cooling_off_days smallint NOT NULL DEFAULT 1 CHECK (cooling_off_days >= 1);
ALTER TABLE loan_order ALTER COLUMN cooling_off_days DROP DEFAULT;

-- All of it was paid within that time.
ALTER TABLE loan_order ADD COLUMN was_returned boolean NOT NULL DEFAULT false;
ALTER TABLE loan_order ADD CHECK (NOT was_returned OR state = 'settled');
