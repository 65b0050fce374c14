-- A native session is bound to the key of its device (RFC 9449); `cookie_hash` is the hash of the key's thumbprint. That of an
-- older app is bound to headers, which can be copied, so its device is never known (product §10).
ALTER TABLE session DROP CONSTRAINT session_bound_to_check;
ALTER TABLE session ADD CONSTRAINT session_bound_to_check CHECK (bound_to IN ('cookie', 'key', 'device'));
UPDATE device d SET known_at = NULL, known_by = NULL
FROM session s WHERE s.borrower_id = d.borrower_id AND s.device_id = d.device_id AND s.bound_to = 'device';
