-- When the owner last proved themselves in this session, by a code or a passkey. Passkeys are added and removed only within minutes
-- after it.
ALTER TABLE session ADD COLUMN proved_at timestamptz;
