-- Until when the page of a demand takes money. Pages that were opened before have the provider's own end, six months at most; the day is for
-- servers of the version before, which name no end.
ALTER TABLE payment ADD COLUMN expires_at timestamptz NOT NULL DEFAULT now() + interval '6 months';
ALTER TABLE payment ALTER COLUMN expires_at SET DEFAULT now() + interval '1 day';
ALTER TABLE sandbox.payment_link ADD COLUMN expires_at timestamptz NOT NULL DEFAULT now() + interval '6 months';
ALTER TABLE sandbox.payment_link ALTER COLUMN expires_at SET DEFAULT now() + interval '1 day';
