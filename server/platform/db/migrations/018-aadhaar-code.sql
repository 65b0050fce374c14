-- An Aadhaar may be proved by the signed code on it, which has the last four digits and not the number. Whose it is, is then
-- known by the person: the last four digits, name and birth date, as a keyed hash that stands in aadhaar_owner too.
ALTER TABLE identity DROP CONSTRAINT identity_aadhaar_proof_check;
ALTER TABLE identity ADD CONSTRAINT identity_aadhaar_proof_check CHECK (aadhaar_proof IN ('otp', 'code', 'card'));
ALTER TABLE identity ADD COLUMN person_hash bytea;

-- The simulated register signs its codes with a key made once in an installation.
ALTER TABLE sandbox.setting ADD COLUMN code_key text, ADD COLUMN code_certificate text;
