-- A name that the machine could not settle, of an identity or of a bank account: a person compares the two spellings (decision 83).
-- `subject_id` is the borrower for an identity, and the account otherwise. `settled_by` is missing where the operations desk settled it, or
-- approving the application did.
CREATE TABLE name_review (
  borrower_id uuid NOT NULL,
  review_id uuid NOT NULL,
  what text NOT NULL CHECK (what IN ('identity', 'bank-account')),
  subject_id uuid NOT NULL,
  asked_at timestamptz NOT NULL,
  settled_at timestamptz CHECK (settled_at >= asked_at),
  outcome text CHECK (outcome IN ('passed', 'denied')),
  told_reason text CHECK (length(told_reason) BETWEEN 1 AND 300),
  settled_by uuid,
  PRIMARY KEY (borrower_id, review_id),
  CHECK (num_nulls(settled_at, outcome) IN (0, 2)),
  CHECK ((outcome = 'denied') = (told_reason IS NOT NULL)),
  CHECK (settled_by IS NULL OR settled_at IS NOT NULL)
);
CREATE UNIQUE INDEX name_review_waiting ON name_review (borrower_id, subject_id) WHERE settled_at IS NULL;
CREATE INDEX name_review_by_age ON name_review (asked_at) WHERE settled_at IS NULL;

-- 'passed': Aadhaar number and PAN are claimed for the borrower. 'needs-a-look': a person decides, and the PAN is not claimed. Missing
-- until a PAN is verified, and where a server of the version before verified it.
ALTER TABLE identity ADD COLUMN numbers_check text;
ALTER TABLE identity ADD CONSTRAINT identity_numbers_check CHECK (numbers_check IN ('passed', 'needs-a-look'));
UPDATE identity i SET numbers_check = CASE WHEN names_agree = 'same' OR EXISTS (SELECT FROM loan_order o
    WHERE o.borrower_id = i.borrower_id AND (o.state IN ('pass', 'lending') OR o.disbursed_day IS NOT NULL))
  THEN 'passed' ELSE 'needs-a-look' END
WHERE pan_verified_at IS NOT NULL;
WITH unclaimed AS (SELECT borrower_id FROM identity WHERE numbers_check = 'needs-a-look')
DELETE FROM pan_owner WHERE borrower_id IN (SELECT borrower_id FROM unclaimed);
INSERT INTO name_review (borrower_id, review_id, what, subject_id, asked_at)
SELECT borrower_id, gen_random_uuid(), 'identity', borrower_id, pan_verified_at FROM identity
WHERE numbers_check = 'needs-a-look' AND names_agree = 'close';

-- Money is sent to an account that passed. Accounts of before were accepted without a look.
ALTER TABLE bank_card ADD COLUMN name_check text NOT NULL DEFAULT 'passed';
ALTER TABLE bank_card ADD CONSTRAINT bank_card_name_check CHECK (name_check IN ('passed', 'needs-a-look', 'denied'));

-- spread

ALTER TABLE name_review ADD CONSTRAINT name_review_borrower FOREIGN KEY (borrower_id) REFERENCES borrower;
ALTER TABLE name_review ADD CONSTRAINT name_review_settled_by_staff FOREIGN KEY (settled_by) REFERENCES staff;
