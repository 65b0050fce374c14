-- The simulated world, too, holds what names a person only sealed, and finds it by keyed hashes (decisions §9). What was
-- in it in clear goes: messages, one-time codes and the names on transfers of a demonstration.
DELETE FROM sandbox.sms;
DROP INDEX sandbox.sms_by_recipient;
ALTER TABLE sandbox.sms DROP COLUMN recipient, DROP COLUMN text;
ALTER TABLE sandbox.sms ADD COLUMN recipient_hash bytea NOT NULL, ADD COLUMN message_sealed bytea NOT NULL;
CREATE INDEX sms_by_recipient ON sandbox.sms (recipient_hash, sent_at DESC);

DELETE FROM sandbox.aadhaar_otp;
DROP INDEX sandbox.aadhaar_otp_by_phone;
ALTER TABLE sandbox.aadhaar_otp DROP COLUMN phone, DROP COLUMN otp, DROP COLUMN details;
ALTER TABLE sandbox.aadhaar_otp ADD COLUMN phone_hash bytea NOT NULL, ADD COLUMN answer_sealed bytea NOT NULL;
CREATE INDEX aadhaar_otp_by_phone ON sandbox.aadhaar_otp (phone_hash, aadhaar_last_four, sent_at);

-- Without the name a transfer is still the transfer.
ALTER TABLE sandbox.payout DROP COLUMN holder;
ALTER TABLE sandbox.payout ADD COLUMN holder_sealed bytea;
