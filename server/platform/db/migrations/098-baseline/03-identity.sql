-- What a borrower tells and proves about themselves, and the directory of banks. Whatever names a person or an account is encrypted by
-- the application before it comes here (product §9).

-- A step that is done has a row.
CREATE TABLE verification_step (
  borrower_id uuid        NOT NULL REFERENCES borrower,
  step        text        NOT NULL CHECK (step IN ('basic', 'work', 'identity', 'face', 'contacts')),
  done_at     timestamptz NOT NULL,
  PRIMARY KEY (borrower_id, step)
);

CREATE TABLE form_answers (
  borrower_id    uuid        NOT NULL REFERENCES borrower,
  form           text        NOT NULL CHECK (form IN ('base-info', 'work-info')),
  answers_sealed bytea       NOT NULL,
  saved_at       timestamptz NOT NULL,
  PRIMARY KEY (borrower_id, form)
);

CREATE TABLE emergency_contact (
  borrower_id    uuid        NOT NULL REFERENCES borrower,
  slot           smallint    NOT NULL CHECK (slot BETWEEN 1 AND 3),
  contact_sealed bytea       NOT NULL,
  saved_at       timestamptz NOT NULL,
  PRIMARY KEY (borrower_id, slot)
);

-- An emergency contact is told that they were named, once for each naming, and may decline (product §8). What stands here is
-- enough to tell and to remember a decline by, and not enough to know whom: the number is a keyed hash.
CREATE TABLE contact_notice (
  borrower_id uuid        NOT NULL REFERENCES borrower,
  notice_id   uuid        NOT NULL,
  slot        smallint    NOT NULL CHECK (slot BETWEEN 1 AND 3),
  mobile_hash bytea       NOT NULL,
  -- That of the borrower when they named the contact.
  language    text        NOT NULL CONSTRAINT contact_notice_language_code CHECK (language ~ '^[a-z]{2}$'),
  state       text        NOT NULL CHECK (state IN ('waiting', 'sent', 'declined')),
  named_at    timestamptz NOT NULL,
  -- How often sending was begun, and when last: one that was cut off is tried again, and not for ever.
  tries       smallint    NOT NULL DEFAULT 0 CHECK (tries BETWEEN 0 AND 5),
  tried_at    timestamptz,
  sent_at     timestamptz,
  declined_at timestamptz,
  PRIMARY KEY (borrower_id, notice_id),
  UNIQUE (borrower_id, mobile_hash),
  CHECK ((state = 'waiting') = (sent_at IS NULL)),
  CHECK ((state = 'declined') = (declined_at IS NOT NULL))
);
CREATE INDEX contact_notice_waiting ON contact_notice (named_at) WHERE state = 'waiting';

-- What opens the page of the notice: the link's secret, hashed. It goes with its notice.
CREATE TABLE contact_link (
  token_hash  bytea       PRIMARY KEY,
  borrower_id uuid        NOT NULL,
  notice_id   uuid        NOT NULL,
  expires_at  timestamptz NOT NULL
);
CREATE INDEX contact_link_expiry ON contact_link (expires_at);
CREATE INDEX contact_link_of_notice ON contact_link (borrower_id, notice_id);

-- The OTPs that were asked for: what bounds how many, how often and how many tries.
CREATE TABLE aadhaar_otp (
  borrower_id  uuid        NOT NULL REFERENCES borrower,
  otp_id       uuid        NOT NULL,
  aadhaar_hash bytea       NOT NULL,
  -- How the provider knows it; null until it has answered.
  provider_ref text,
  -- False where the provider sent none: that starts no wait, but counts for the day.
  was_sent     boolean     NOT NULL DEFAULT true,
  sent_at      timestamptz NOT NULL,
  expires_at   timestamptz NOT NULL CHECK (expires_at > sent_at),
  tries        smallint    NOT NULL DEFAULT 0 CHECK (tries >= 0),
  used_at      timestamptz,
  PRIMARY KEY (borrower_id, otp_id)
);
CREATE INDEX aadhaar_otp_expiry ON aadhaar_otp (expires_at);

-- Sharing the Aadhaar out of DigiLocker, on a hosted page. What comes of it is asked for by the id of the request.
CREATE TABLE digilocker_request (
  borrower_id uuid        NOT NULL REFERENCES borrower,
  request_id  uuid        NOT NULL,
  state       text        NOT NULL CHECK (state IN ('open', 'shared', 'declined', 'expired')),
  opened_at   timestamptz NOT NULL,
  ended_at    timestamptz,
  PRIMARY KEY (borrower_id, request_id),
  CHECK ((state = 'open') = (ended_at IS NULL))
);

-- The Aadhaar number itself is nowhere: its last four digits, and the keyed reference by which it is found again.
CREATE TABLE identity (
  borrower_id         uuid        PRIMARY KEY REFERENCES borrower,
  aadhaar_hash        bytea       NOT NULL,
  aadhaar_last_four   text        NOT NULL CHECK (aadhaar_last_four ~ '^[0-9]{4}$'),
  details_sealed      bytea       NOT NULL,
  aadhaar_verified_at timestamptz NOT NULL,
  pan_hash            bytea,
  pan_sealed          bytea,
  pan_name_sealed     bytea,
  names_agree         text        CHECK (names_agree IN ('same', 'close', 'different')),
  pan_verified_at     timestamptz,
  face_check          text        CHECK (face_check IN ('passed', 'needs-a-look')),
  face_checked_at     timestamptz,
  -- By what the Aadhaar number was shown to be the borrower's.
  aadhaar_proof       text        NOT NULL DEFAULT 'otp' CHECK (aadhaar_proof IN ('otp', 'code', 'digilocker', 'card')),
  person_hash         bytea,
  -- The console finds a borrower by the whole name: by its keyed hash, since the name itself is stored encrypted (decision 79).
  name_hash           bytea,
  -- The verdict outlives the pictures. Missing where the identity rests on no cards, or they agreed.
  cards_check         text        CONSTRAINT identity_cards_check CHECK (cards_check IN ('passed', 'needs-a-look')),
  -- 'passed': Aadhaar number and PAN are claimed for the borrower. 'needs-a-look': a person decides, and the PAN is not claimed.
  -- Missing until a PAN is verified.
  numbers_check       text        CONSTRAINT identity_numbers_check CHECK (numbers_check IN ('passed', 'needs-a-look')),
  CHECK (num_nulls(pan_hash, pan_sealed, pan_name_sealed, names_agree, pan_verified_at) IN (0, 5)),
  CHECK (num_nulls(face_check, face_checked_at) IN (0, 2))
);
CREATE INDEX identity_by_last_four ON identity (aadhaar_last_four);
CREATE INDEX identity_by_name ON identity (name_hash);
-- What housekeeping has still to complete.
CREATE INDEX identity_without_name_hash ON identity (borrower_id) WHERE name_hash IS NULL;

-- Which variant the borrower chose; without a row, the one by number.
CREATE TABLE identity_page (
  borrower_id   uuid        PRIMARY KEY REFERENCES borrower,
  kyc_page_type smallint    NOT NULL CHECK (kyc_page_type IN (1, 2)),
  chosen_at     timestamptz NOT NULL
);

-- One Aadhaar number and one PAN belong to one borrower, whichever part of the database the borrowers live in.
CREATE TABLE aadhaar_owner (
  aadhaar_hash bytea PRIMARY KEY,
  borrower_id  uuid  NOT NULL
);
CREATE INDEX aadhaar_owner_of_borrower ON aadhaar_owner (borrower_id);

CREATE TABLE pan_owner (
  pan_hash    bytea PRIMARY KEY,
  borrower_id uuid  NOT NULL
);
CREATE INDEX pan_owner_of_borrower ON pan_owner (borrower_id);

-- Pictures: the bytes lie encrypted in the file store under `file_key`.
CREATE TABLE document (
  borrower_id    uuid        NOT NULL REFERENCES borrower,
  document_id    uuid        NOT NULL,
  kind           text        NOT NULL CHECK (kind IN ('face', 'aadhaar-front', 'pan')),
  media_type     text        NOT NULL CHECK (media_type IN ('image/jpeg', 'image/png', 'image/webp')),
  size_bytes     integer     NOT NULL CHECK (size_bytes > 0),
  width_pixels   integer     NOT NULL CHECK (width_pixels > 0),
  height_pixels  integer     NOT NULL CHECK (height_pixels > 0),
  file_key       text        NOT NULL,
  check_result   text        NOT NULL CHECK (check_result IN ('passed', 'needs-a-look')),
  check_score    real        NOT NULL CHECK (check_score BETWEEN 0 AND 1),
  created_at     timestamptz NOT NULL,
  -- Since `settled_at` no review needs the picture: it is to be deleted.
  settled_at     timestamptz,
  -- Why a person must look; nothing where the check passed.
  look_reasons   text[]      NOT NULL DEFAULT '{}'
                             CHECK (look_reasons <@ ARRAY['face-unclear', 'no-blink', 'document-unusable', 'faces-differ']),
  -- How alike the face and the one on the document are, where both could be compared.
  likeness_score real        CHECK (likeness_score BETWEEN 0 AND 1),
  -- The names of those values of a card that its reader did not find, or that the borrower corrected.
  doubts         text[]      NOT NULL DEFAULT '{}' CONSTRAINT document_doubts CHECK (doubts <@ ARRAY['name', 'dob', 'number']),
  -- What was read from a card, beside what the borrower confirmed. It goes with the picture.
  values_sealed  bytea,
  PRIMARY KEY (borrower_id, document_id),
  CHECK (check_result <> 'passed' OR look_reasons = '{}')
);

-- One reading of each kind at most. The picture is not here, and nowhere until it is masked; the Aadhaar number is a keyed reference.
CREATE TABLE card_reading (
  borrower_id       uuid        NOT NULL REFERENCES borrower,
  kind              text        NOT NULL CHECK (kind IN ('aadhaar-front', 'pan')),
  reading_id        uuid        NOT NULL,
  state             text        NOT NULL CHECK (state IN ('reading', 'read', 'unclear')),
  why               text        CHECK (why IN ('not-legible', 'not-this-card', 'interrupted')),
  progress          smallint    NOT NULL CHECK (progress BETWEEN 0 AND 100),
  fields_sealed     bytea,
  aadhaar_hash      bytea,
  aadhaar_last_four text        CHECK (aadhaar_last_four ~ '^[0-9]{4}$'),
  -- Alive: a reading that says nothing for minutes was broken off.
  heard_of_at       timestamptz NOT NULL,
  PRIMARY KEY (borrower_id, kind),
  CHECK ((state = 'unclear') = (why IS NOT NULL)),
  CHECK ((state = 'read') = (fields_sealed IS NOT NULL)),
  CHECK (num_nulls(aadhaar_hash, aadhaar_last_four) IN (0, 2))
);
CREATE INDEX card_reading_age ON card_reading (heard_of_at);

-- A review of a face, or of the cards on which an identity rests (decision 78); one of cards is named by the picture of the PAN card.
CREATE TABLE face_review (
  borrower_id uuid        NOT NULL REFERENCES borrower,
  -- The picture, by the id of its document, which may be gone after the review.
  document_id uuid        NOT NULL,
  asked_at    timestamptz NOT NULL,
  settled_at  timestamptz CHECK (settled_at >= asked_at),
  outcome     text        CHECK (outcome IN ('passed', 'denied')),
  -- What the borrower reads about a denial.
  told_reason text        CHECK (length(told_reason) BETWEEN 1 AND 300),
  what        text        NOT NULL DEFAULT 'face' CONSTRAINT face_review_what CHECK (what IN ('face', 'cards')),
  -- Missing where the operations desk settled it.
  settled_by  uuid        CONSTRAINT face_review_settled_by_staff REFERENCES staff,
  PRIMARY KEY (borrower_id, document_id),
  CHECK (num_nulls(settled_at, outcome) IN (0, 2)),
  CHECK ((outcome = 'denied') IS NOT DISTINCT FROM (told_reason IS NOT NULL) OR outcome IS NULL),
  CONSTRAINT face_review_settled_by CHECK (settled_by IS NULL OR settled_at IS NOT NULL)
);
CREATE INDEX face_review_waiting ON face_review (asked_at) WHERE settled_at IS NULL;

-- A name that the machine could not settle, of an identity or of a bank account: a person compares the two spellings (decision 83).
CREATE TABLE name_review (
  borrower_id uuid        NOT NULL CONSTRAINT name_review_borrower REFERENCES borrower,
  review_id   uuid        NOT NULL,
  what        text        NOT NULL CHECK (what IN ('identity', 'bank-account')),
  -- The borrower for an identity, and the account otherwise.
  subject_id  uuid        NOT NULL,
  asked_at    timestamptz NOT NULL,
  settled_at  timestamptz CHECK (settled_at >= asked_at),
  outcome     text        CHECK (outcome IN ('passed', 'denied')),
  told_reason text        CHECK (length(told_reason) BETWEEN 1 AND 300),
  -- Missing where the operations desk settled it, or approving the application did.
  settled_by  uuid        CONSTRAINT name_review_settled_by_staff REFERENCES staff,
  PRIMARY KEY (borrower_id, review_id),
  CHECK (num_nulls(settled_at, outcome) IN (0, 2)),
  CHECK ((outcome = 'denied') = (told_reason IS NOT NULL)),
  CHECK (settled_by IS NULL OR settled_at IS NOT NULL)
);
CREATE UNIQUE INDEX name_review_waiting ON name_review (borrower_id, subject_id) WHERE settled_at IS NULL;
CREATE INDEX name_review_by_age ON name_review (asked_at) WHERE settled_at IS NULL;

CREATE TABLE bank_card (
  borrower_id         uuid        NOT NULL REFERENCES borrower,
  card_id             uuid        NOT NULL,
  ifsc                text        NOT NULL CHECK (ifsc ~ '^[A-Z]{4}0[A-Z0-9]{6}$'),
  account_hash        bytea       NOT NULL,
  account_sealed      bytea,
  account_last_four   text        CHECK (account_last_four ~ '^[0-9]{4}$'),
  name_at_bank_sealed bytea,
  names_agree         text        NOT NULL CHECK (names_agree IN ('same', 'close')),
  added_at            timestamptz NOT NULL,
  -- An account to which an order once pointed cannot go; it can be emptied.
  erased_at           timestamptz,
  -- Money is sent to an account that passed.
  name_check          text        NOT NULL DEFAULT 'passed'
                                  CONSTRAINT bank_card_name_check CHECK (name_check IN ('passed', 'needs-a-look', 'denied')),
  PRIMARY KEY (borrower_id, card_id),
  UNIQUE (borrower_id, account_hash),
  CONSTRAINT bank_card_is_whole_or_empty
    CHECK (num_nulls(account_sealed, account_last_four, name_at_bank_sealed) = CASE WHEN erased_at IS NULL THEN 0 ELSE 3 END)
);
CREATE INDEX bank_card_by_last_four ON bank_card (account_last_four) WHERE account_last_four IS NOT NULL;

-- Which directory this is. `is_complete`: it was said of it, when it was imported, that it names every branch there is.
CREATE TABLE bank_directory (
  id          smallint    PRIMARY KEY CHECK (id = 1),
  source      text        NOT NULL CHECK (source IN ('box', 'import')),
  is_complete boolean     NOT NULL,
  imported_at timestamptz NOT NULL,
  -- The directory that the product brings along is imported in the background, batch by batch. `edition` names the list that is or was
  -- imported, by its day; `up_to` is the last code stored of it, and NULL once all of it is stored. Both are NULL for a list of the lender.
  edition     text,
  up_to       text
);

-- The directory of bank branches: reference data, imported and read by everybody. Ids are derived from the names, so that importing
-- again changes nothing that has not changed.
CREATE TABLE bank (
  bank_id text PRIMARY KEY CHECK (bank_id ~ '^[0-9A-Za-z_-]{1,16}$'),
  name    text NOT NULL
);

CREATE TABLE bank_state (
  state_id text PRIMARY KEY,
  bank_id  text NOT NULL REFERENCES bank,
  name     text NOT NULL
);
CREATE INDEX bank_state_by_bank ON bank_state (bank_id, name);

CREATE TABLE bank_city (
  city_id  text PRIMARY KEY,
  state_id text NOT NULL REFERENCES bank_state,
  name     text NOT NULL
);
CREATE INDEX bank_city_by_state ON bank_city (state_id, name);

CREATE TABLE bank_branch (
  ifsc      text PRIMARY KEY CHECK (ifsc ~ '^[A-Z]{4}0[A-Z0-9]{6}$'),
  city_id   text NOT NULL REFERENCES bank_city,
  name      text NOT NULL,
  -- The import that last named it; what an import no longer names is removed.
  import_id uuid NOT NULL
);
-- Holds all that the list of a city shows, so that thousands of branches are read without touching the table.
CREATE INDEX bank_branch_by_city ON bank_branch (city_id, name, ifsc);

-- The four letters of every bank's codes, imported as data like the directory of branches. A bank that merged names its successor:
-- its codes are refused by the name of the bank that took it over (decision 36). `edition`: the day of the list.
CREATE TABLE bank_code (
  code      text PRIMARY KEY CHECK (code ~ '^[A-Z]{4}$'),
  name      text NOT NULL CHECK (name <> ''),
  successor text CHECK (successor <> code),
  edition   text NOT NULL CHECK (edition ~ '^\d{4}-\d\d-\d\d$')
);
