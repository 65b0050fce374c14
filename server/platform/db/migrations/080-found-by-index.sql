-- What is removed or exported for one person, or by its age, is found by an index.
CREATE INDEX tracked_by_client ON tracked (client_hash) WHERE client_hash IS NOT NULL;
CREATE INDEX session_lookup_by_borrower ON session_lookup (borrower_id);
CREATE INDEX push_endpoint_by_borrower ON push_endpoint (borrower_id);
CREATE INDEX exchange_code_by_borrower ON exchange_code (borrower_id);
CREATE INDEX idempotency_key_by_age ON idempotency_key (created_at);

-- Money that names no payment of ours is rare. Servers of the version before do not say whose a message is.
ALTER TABLE provider_event ADD COLUMN is_ours boolean NOT NULL DEFAULT true;
ALTER TABLE provider_event ALTER COLUMN is_ours SET DEFAULT false;
WITH attempt AS MATERIALIZED (SELECT vendor, attempt_ref FROM provider_attempt WHERE state = 'paid')
UPDATE provider_event e SET is_ours = false
WHERE state = 'paid' AND NOT EXISTS (SELECT 1 FROM attempt a WHERE a.vendor = e.vendor AND a.attempt_ref = e.attempt_ref);
CREATE INDEX provider_event_not_ours ON provider_event (received_at) WHERE state = 'paid' AND NOT is_ours;
