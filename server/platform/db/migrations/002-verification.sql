-- What a borrower tells and proves about themselves. Whatever names a person or an account is sealed by the application
-- before it comes here (decisions §9); a `_hash` is a keyed hash, for look-ups only.

-- The ledger of consents: to what, to which wording, when, and when it was taken back.
CREATE TABLE consent (
  borrower_id uuid NOT NULL,
  consent_id uuid NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('basic', 'work', 'identity', 'face', 'contacts', 'bank-account')),
  text_version text NOT NULL CHECK (length(text_version) BETWEEN 1 AND 40),
  given_at timestamptz NOT NULL,
  withdrawn_at timestamptz CHECK (withdrawn_at >= given_at),
  PRIMARY KEY (borrower_id, consent_id)
);
CREATE UNIQUE INDEX consent_standing ON consent (borrower_id, purpose, text_version) WHERE withdrawn_at IS NULL;

-- A step that is done has a row.
CREATE TABLE verification_step (
  borrower_id uuid NOT NULL,
  step text NOT NULL CHECK (step IN ('basic', 'work', 'identity', 'face', 'contacts')),
  done_at timestamptz NOT NULL,
  PRIMARY KEY (borrower_id, step)
);

CREATE TABLE form_answers (
  borrower_id uuid NOT NULL,
  form text NOT NULL CHECK (form IN ('base-info', 'work-info')),
  answers_sealed bytea NOT NULL,
  saved_at timestamptz NOT NULL,
  PRIMARY KEY (borrower_id, form)
);

CREATE TABLE emergency_contact (
  borrower_id uuid NOT NULL,
  slot smallint NOT NULL CHECK (slot BETWEEN 1 AND 3),
  contact_sealed bytea NOT NULL,
  saved_at timestamptz NOT NULL,
  PRIMARY KEY (borrower_id, slot)
);

-- The OTPs that were asked for: what bounds how many, how often and how many tries.
CREATE TABLE aadhaar_otp (
  borrower_id uuid NOT NULL,
  otp_id uuid NOT NULL,
  aadhaar_hash bytea NOT NULL,
  -- How the provider knows it; null until it has answered.
  provider_ref text,
  -- False where the provider sent none: that starts no wait, but counts for the day.
  was_sent boolean NOT NULL DEFAULT true,
  sent_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL CHECK (expires_at > sent_at),
  tries smallint NOT NULL DEFAULT 0 CHECK (tries >= 0),
  used_at timestamptz,
  PRIMARY KEY (borrower_id, otp_id)
);
CREATE INDEX aadhaar_otp_expiry ON aadhaar_otp (expires_at);

-- The Aadhaar number itself is nowhere: its last four digits, and the keyed reference by which it is found again.
CREATE TABLE identity (
  borrower_id uuid NOT NULL PRIMARY KEY,
  aadhaar_hash bytea NOT NULL,
  aadhaar_last_four text NOT NULL CHECK (aadhaar_last_four ~ '^[0-9]{4}$'),
  details_sealed bytea NOT NULL,
  aadhaar_verified_at timestamptz NOT NULL,
  pan_hash bytea,
  pan_sealed bytea,
  pan_name_sealed bytea,
  names_agree text CHECK (names_agree IN ('same', 'close', 'different')),
  pan_verified_at timestamptz,
  face_check text CHECK (face_check IN ('passed', 'needs-a-look')),
  face_checked_at timestamptz,
  CHECK (num_nulls(pan_hash, pan_sealed, pan_name_sealed, names_agree, pan_verified_at) IN (0, 5)),
  CHECK (num_nulls(face_check, face_checked_at) IN (0, 2))
);

-- One Aadhaar number and one PAN belong to one borrower, whichever part of the database the borrowers live in.
CREATE TABLE aadhaar_owner (
  aadhaar_hash bytea PRIMARY KEY,
  borrower_id uuid NOT NULL
);
CREATE TABLE pan_owner (
  pan_hash bytea PRIMARY KEY,
  borrower_id uuid NOT NULL
);

-- Pictures: the bytes lie sealed in the file store under `file_key`.
CREATE TABLE document (
  borrower_id uuid NOT NULL,
  document_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('face', 'aadhaar-front', 'pan')),
  media_type text NOT NULL CHECK (media_type IN ('image/jpeg', 'image/png', 'image/webp')),
  size_bytes integer NOT NULL CHECK (size_bytes > 0),
  width_pixels integer NOT NULL CHECK (width_pixels > 0),
  height_pixels integer NOT NULL CHECK (height_pixels > 0),
  file_key text NOT NULL,
  check_result text NOT NULL CHECK (check_result IN ('passed', 'needs-a-look')),
  check_score real NOT NULL CHECK (check_score BETWEEN 0 AND 1),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (borrower_id, document_id)
);

CREATE TABLE bank_card (
  borrower_id uuid NOT NULL,
  card_id uuid NOT NULL,
  ifsc text NOT NULL CHECK (ifsc ~ '^[A-Z]{4}0[A-Z0-9]{6}$'),
  account_hash bytea NOT NULL,
  account_sealed bytea NOT NULL,
  account_last_four text NOT NULL CHECK (account_last_four ~ '^[0-9]{4}$'),
  name_at_bank_sealed bytea NOT NULL,
  names_agree text NOT NULL CHECK (names_agree IN ('same', 'close')),
  added_at timestamptz NOT NULL,
  PRIMARY KEY (borrower_id, card_id),
  UNIQUE (borrower_id, account_hash)
);

ALTER TABLE consent ADD FOREIGN KEY (borrower_id) REFERENCES borrower (borrower_id);
ALTER TABLE verification_step ADD FOREIGN KEY (borrower_id) REFERENCES borrower (borrower_id);
ALTER TABLE form_answers ADD FOREIGN KEY (borrower_id) REFERENCES borrower (borrower_id);
ALTER TABLE emergency_contact ADD FOREIGN KEY (borrower_id) REFERENCES borrower (borrower_id);
ALTER TABLE aadhaar_otp ADD FOREIGN KEY (borrower_id) REFERENCES borrower (borrower_id);
ALTER TABLE identity ADD FOREIGN KEY (borrower_id) REFERENCES borrower (borrower_id);
ALTER TABLE document ADD FOREIGN KEY (borrower_id) REFERENCES borrower (borrower_id);
ALTER TABLE bank_card ADD FOREIGN KEY (borrower_id) REFERENCES borrower (borrower_id);
