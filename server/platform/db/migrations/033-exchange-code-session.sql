-- The session that made an exchange code: the code ends with it, and opens a session on its device only. A code that names
-- none, made by a server of the version before, opens nothing.
ALTER TABLE exchange_code ADD COLUMN session_id uuid;
