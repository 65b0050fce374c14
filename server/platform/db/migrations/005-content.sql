-- What a borrower says to us and lets us know beside the loan: feedback, location, consents that are asked for by themselves, and
-- what the app reports about its own use.

-- Content, picture and answer are a person's own words: sealed.
CREATE TABLE feedback (
  borrower_id uuid NOT NULL,
  feedback_id uuid NOT NULL,
  problem_type text NOT NULL CHECK (length(problem_type) BETWEEN 1 AND 40),
  content_sealed bytea NOT NULL,
  image_key text,
  image_type text CHECK (image_type IN ('image/jpeg', 'image/png', 'image/webp')),
  created_at timestamptz NOT NULL,
  answer_sealed bytea,
  answered_at timestamptz,
  PRIMARY KEY (borrower_id, feedback_id),
  CHECK (num_nulls(image_key, image_type) IN (0, 2)),
  CHECK (num_nulls(answer_sealed, answered_at) IN (0, 2)),
  CHECK (answered_at >= created_at)
);
CREATE INDEX feedback_unanswered ON feedback (created_at) WHERE answered_at IS NULL;

ALTER TABLE consent DROP CONSTRAINT consent_purpose_check;
ALTER TABLE consent ADD CHECK (purpose IN ('basic', 'work', 'identity', 'face', 'contacts', 'bank-account',
                                           'location', 'marketing', 'tracking'));

-- Who was asked and said no, so that nobody asks again.
CREATE TABLE consent_refusal (
  borrower_id uuid NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('location', 'marketing', 'tracking')),
  text_version text NOT NULL CHECK (length(text_version) BETWEEN 1 AND 40),
  refused_at timestamptz NOT NULL,
  PRIMARY KEY (borrower_id, purpose, text_version)
);

-- Where a borrower was when they applied: once, coarse and sealed; deleted with the consent to it.
CREATE TABLE device_location (
  borrower_id uuid NOT NULL PRIMARY KEY,
  location_sealed bytea NOT NULL,
  taken_at timestamptz NOT NULL
);

-- The browsers whose borrower agreed to be counted. The browser's own random id, hashed; it is not known whose events are whose
-- but by this table, and its row goes when the consent goes.
CREATE TABLE tracking_consent (
  client_hash bytea PRIMARY KEY,
  borrower_id uuid NOT NULL
);
CREATE INDEX tracking_consent_of_borrower ON tracking_consent (borrower_id);

-- What the app reported. `client_hash` only where there was consent.
CREATE TABLE tracked (
  request_id text PRIMARY KEY CHECK (length(request_id) BETWEEN 8 AND 64),
  event_id text NOT NULL CHECK (length(event_id) BETWEEN 1 AND 64),
  client_hash bytea,
  project_name text CHECK (length(project_name) <= 64),
  page_name text CHECK (length(page_name) <= 100),
  value text CHECK (length(value) <= 500),
  number_times integer NOT NULL CHECK (number_times BETWEEN 1 AND 10000),
  happened_at timestamptz NOT NULL,
  received_at timestamptz NOT NULL
);
COMMENT ON TABLE tracked IS 'written-once: what was reported is kept for a time and never changed';
CREATE INDEX tracked_by_age ON tracked (received_at);

ALTER TABLE feedback ADD FOREIGN KEY (borrower_id) REFERENCES borrower (borrower_id);
ALTER TABLE consent_refusal ADD FOREIGN KEY (borrower_id) REFERENCES borrower (borrower_id);
ALTER TABLE device_location ADD FOREIGN KEY (borrower_id) REFERENCES borrower (borrower_id);
