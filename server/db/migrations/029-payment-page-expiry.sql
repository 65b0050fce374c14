-- Until when the page of a demand takes money. Pages that were opened before have the provider's own end: six months at most. The default is
-- for servers of the version before, which name no end.
ALTER TABLE payment ADD COLUMN expires_at timestamptz DEFAULT now() + interval '24 hours';
UPDATE payment SET expires_at = created_at + interval '6 months';
ALTER TABLE payment ALTER COLUMN expires_at SET NOT NULL;

ALTER TABLE sandbox.payment_link ADD COLUMN expires_at timestamptz;
UPDATE sandbox.payment_link SET expires_at = created_at + interval '6 months';
ALTER TABLE sandbox.payment_link ALTER COLUMN expires_at SET NOT NULL;
