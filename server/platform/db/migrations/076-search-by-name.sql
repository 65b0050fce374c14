-- The console finds a borrower by the whole name: by its keyed hash, since the name itself is stored encrypted (decision 79).
ALTER TABLE identity ADD COLUMN name_hash bytea;
CREATE INDEX identity_by_name ON identity (name_hash);
-- Rows of the previous version, which housekeeping completes; later it finds none, at once.
CREATE INDEX identity_without_name_hash ON identity (borrower_id) WHERE name_hash IS NULL;
