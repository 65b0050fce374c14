-- Where each server tries whether it can write. Nothing is ever committed here; a try fills half a page, not packed and not set aside, so that
-- it needs space.
CREATE TABLE write_probe (
  id uuid PRIMARY KEY,
  filling bytea NOT NULL
);
ALTER TABLE write_probe ALTER COLUMN filling SET STORAGE PLAIN;
