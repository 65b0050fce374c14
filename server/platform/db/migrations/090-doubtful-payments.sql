-- A payment that a vendor reports in another currency than the rupee, or as not captured, is never booked: a person must look, as at
-- one that names no payment request of ours (decision 80). Such a message has is_ours = false, too. `amount` is in the smallest unit of
-- `currency`; 0 where it could not be read.
ALTER TABLE provider_event
  ADD COLUMN doubt text CHECK (doubt IN ('not-in-rupees', 'not-captured')),
  ADD COLUMN currency text CHECK (currency <> 'INR');
