-- A newer code voids the older ones of its number; one that the number's own device asked for is not voided by a stranger.
ALTER TABLE login_challenge ADD COLUMN is_of_known_device boolean NOT NULL DEFAULT false;
CREATE INDEX login_challenge_phone ON login_challenge (phone_hash);
