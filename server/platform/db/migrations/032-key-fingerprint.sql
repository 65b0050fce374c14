-- By what the keys of this database are known again: one row for each key, which says nothing about the key itself.
CREATE TABLE key_fingerprint (
  -- 'hashing', or 'master/' and the id of a master key.
  name text PRIMARY KEY,
  -- HMAC-SHA256 of a fixed label under the key.
  fingerprint bytea NOT NULL CONSTRAINT key_fingerprint_has_32_bytes CHECK (octet_length(fingerprint) = 32),
  -- A rotation found nothing that needs the key: it may be missing from now on.
  is_dropped boolean NOT NULL DEFAULT false
);
COMMENT ON TABLE key_fingerprint IS 'read-only for the application: servers write it as the owner, at their start';
