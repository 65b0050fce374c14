-- Sharing the Aadhaar out of DigiLocker, on a hosted page. What comes of it is asked for by the id of the request.
CREATE TABLE digilocker_request (
  borrower_id uuid NOT NULL,
  request_id uuid NOT NULL,
  state text NOT NULL CHECK (state IN ('open', 'shared', 'declined', 'expired')),
  opened_at timestamptz NOT NULL,
  ended_at timestamptz,
  PRIMARY KEY (borrower_id, request_id),
  CHECK ((state = 'open') = (ended_at IS NULL))
);
ALTER TABLE digilocker_request ADD FOREIGN KEY (borrower_id) REFERENCES borrower (borrower_id);

ALTER TABLE identity DROP CONSTRAINT identity_aadhaar_proof_check;
ALTER TABLE identity ADD CONSTRAINT identity_aadhaar_proof_check
  CHECK (aadhaar_proof IN ('otp', 'code', 'digilocker', 'card'));

-- The simulated locker. `seed` invents its person.
CREATE TABLE sandbox.digilocker (
  id text PRIMARY KEY,
  return_url text NOT NULL,
  state text NOT NULL CHECK (state IN ('waiting', 'shared', 'declined')),
  seed text NOT NULL,
  opened_at timestamptz NOT NULL
);
