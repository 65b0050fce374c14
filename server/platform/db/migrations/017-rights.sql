-- What a borrower may know, take along and take back.

-- In which language the wording was read; and the agreement of the sign-in page, which is a consent as the others are.
ALTER TABLE consent ADD COLUMN language text NOT NULL DEFAULT 'en' CHECK (language IN ('en', 'hi'));
ALTER TABLE consent ALTER COLUMN language DROP DEFAULT;
ALTER TABLE consent DROP CONSTRAINT consent_purpose_check;
ALTER TABLE consent ADD CHECK (purpose IN ('agreement', 'basic', 'work', 'identity', 'face', 'contacts', 'bank-account',
                                           'location', 'marketing', 'tracking'));

-- That a location was taken is remembered after it is gone: nobody is asked twice.
ALTER TABLE device_location ALTER COLUMN location_sealed DROP NOT NULL;

-- Facts about a person inside what may never be rewritten are sealed under a key of their own. Deleting the key erases them.
CREATE TABLE record_key (
  borrower_id uuid NOT NULL,
  record_id uuid NOT NULL,
  key_sealed bytea NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (borrower_id, record_id)
);
-- What earlier versions wrote in the clear. No lender has worked with them.
UPDATE order_event SET details = details - 'facts' WHERE details ? 'facts';

-- What the law has us keep after the borrower had it erased: nothing of the product reads it, and it goes on its day.
CREATE TABLE kept_record (
  borrower_id uuid NOT NULL,
  record_id uuid NOT NULL,
  record_sealed bytea NOT NULL,
  law text NOT NULL CHECK (law IN ('pmla')),
  kept_since timestamptz NOT NULL,
  kept_until date NOT NULL,
  PRIMARY KEY (borrower_id, record_id)
);
CREATE INDEX kept_record_by_end ON kept_record (kept_until);

-- An account to which an order once pointed cannot go; it can be emptied.
ALTER TABLE bank_card ADD COLUMN erased_at timestamptz;
ALTER TABLE bank_card ALTER COLUMN account_sealed DROP NOT NULL;
ALTER TABLE bank_card ALTER COLUMN account_last_four DROP NOT NULL;
ALTER TABLE bank_card ALTER COLUMN name_at_bank_sealed DROP NOT NULL;
ALTER TABLE bank_card ADD CONSTRAINT bank_card_is_whole_or_empty
  CHECK (num_nulls(account_sealed, account_last_four, name_at_bank_sealed) = CASE WHEN erased_at IS NULL THEN 0 ELSE 3 END);

-- A borrower who closed the account: the row stays for what the books say of it, and names nobody.
ALTER TABLE borrower ADD COLUMN erased_at timestamptz;
-- When they asked for that while something had still to be kept; and the day on which their periods are looked at next.
ALTER TABLE borrower ADD COLUMN erasure_asked_at timestamptz;
ALTER TABLE borrower ADD COLUMN review_on date;
ALTER TABLE borrower ALTER COLUMN phone_sealed DROP NOT NULL;
ALTER TABLE borrower ALTER COLUMN phone_masked DROP NOT NULL;
ALTER TABLE borrower ADD CONSTRAINT borrower_is_whole_or_empty
  CHECK (num_nulls(phone_sealed, phone_masked) = CASE WHEN erased_at IS NULL THEN 0 ELSE 2 END);
CREATE INDEX phone_lookup_of_borrower ON phone_lookup (borrower_id);
CREATE INDEX aadhaar_owner_of_borrower ON aadhaar_owner (borrower_id);
CREATE INDEX pan_owner_of_borrower ON pan_owner (borrower_id);

-- Files whose rows are gone, until the files are gone too: a crash in between forgets none.
CREATE TABLE file_removal (
  file_key text PRIMARY KEY,
  asked_at timestamptz NOT NULL
);

-- By these the daily forgetting finds what it must look at.
CREATE INDEX device_location_by_age ON device_location (taken_at) WHERE location_sealed IS NOT NULL;
CREATE INDEX feedback_by_age ON feedback ((coalesce(answered_at, created_at)));
CREATE INDEX borrower_by_review ON borrower (review_on) WHERE erased_at IS NULL;

ALTER TABLE record_key ADD FOREIGN KEY (borrower_id) REFERENCES borrower (borrower_id);
ALTER TABLE kept_record ADD FOREIGN KEY (borrower_id) REFERENCES borrower (borrower_id);
