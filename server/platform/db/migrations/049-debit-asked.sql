-- When the service was last asked to make a debit: for some minutes nobody else asks.
ALTER TABLE autopay_debit ADD COLUMN asked_at timestamptz;
