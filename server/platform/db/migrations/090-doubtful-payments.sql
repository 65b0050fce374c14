-- A payment that a vendor reports in another currency than the rupee, or as not captured, is never booked: a person must look, as at
-- one that names no payment request of ours (decision 80). Such a message has is_ours = false, too. `amount` is in the smallest unit of
-- `currency`; 0 where it could not be read.
ALTER TABLE provider_event ADD COLUMN doubt text, ADD COLUMN currency text;
ALTER TABLE provider_event ADD CONSTRAINT provider_event_doubt CHECK (doubt IN ('not-in-rupees', 'not-captured')) NOT VALID;
ALTER TABLE provider_event VALIDATE CONSTRAINT provider_event_doubt;
ALTER TABLE provider_event ADD CONSTRAINT provider_event_currency CHECK (currency <> 'INR') NOT VALID;
ALTER TABLE provider_event VALIDATE CONSTRAINT provider_event_currency;
