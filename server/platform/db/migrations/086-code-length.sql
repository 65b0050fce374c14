-- The digits of a sign-in code; missing where a server of an earlier version sent it, with the configured length.
ALTER TABLE login_challenge ADD COLUMN digits smallint CHECK (digits BETWEEN 4 AND 8);
