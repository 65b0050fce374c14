-- The digits of a sign-in code; missing where a server of an earlier version sent it, with the configured length.
ALTER TABLE login_challenge ADD COLUMN digits smallint;
ALTER TABLE login_challenge ADD CONSTRAINT login_challenge_digits CHECK (digits BETWEEN 4 AND 8);
