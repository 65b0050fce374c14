-- The audit log becomes a chain for each of 16 slots, so that writers rarely wait for each other, and each seal needs a key that the
-- database does not hold. The chain of before is the beginning of slot 0; its entries have no key, and the first server that starts
-- seals them under its own.
ALTER TABLE audit_entry
  ADD COLUMN slot smallint NOT NULL DEFAULT 0 CONSTRAINT audit_entry_slot_is_one_of_16 CHECK (slot BETWEEN 0 AND 15),
  -- The master key of the key file that the seal's key was derived from; NULL for entries of before.
  ADD COLUMN key_id text CONSTRAINT audit_entry_key_id_is_a_key CHECK (key_id ~ '^[A-Za-z0-9_-]{1,32}$'),
  -- What is sealed is exact to the millisecond, so nothing finer may stand here.
  ALTER COLUMN at TYPE timestamptz(3),
  DROP CONSTRAINT audit_entry_pkey,
  ADD PRIMARY KEY (slot, number);
ALTER TABLE audit_entry ALTER COLUMN slot DROP DEFAULT;
DROP INDEX audit_entry_journal_sealed;
CREATE INDEX audit_entry_by_action ON audit_entry (action, at);

-- A chain ends with its last entry. The lock of a slot puts its entries in order.
DROP TABLE chain_head;
CREATE TABLE chain_slot (slot smallint PRIMARY KEY);
INSERT INTO chain_slot SELECT generate_series(0, 15);
