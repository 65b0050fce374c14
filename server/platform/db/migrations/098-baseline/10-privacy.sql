-- What is counted with consent, and what the law has the lender keep.

-- Where a borrower was when they applied: once, coarse and encrypted; deleted with the consent to it.
CREATE TABLE device_location (
  borrower_id     uuid        PRIMARY KEY REFERENCES borrower,
  location_sealed bytea,
  taken_at        timestamptz NOT NULL
);
-- By these the daily forgetting finds what it must look at.
CREATE INDEX device_location_by_age ON device_location (taken_at) WHERE location_sealed IS NOT NULL;

-- The browsers whose borrower agreed to be counted. The browser's own random id, hashed; it is not known whose events are whose
-- but by this table, and its row goes when the consent goes.
CREATE TABLE tracking_consent (
  client_hash bytea PRIMARY KEY,
  borrower_id uuid  NOT NULL
);
CREATE INDEX tracking_consent_of_borrower ON tracking_consent (borrower_id);

-- What the app reported. `client_hash` only where there was consent.
CREATE TABLE tracked (
  request_id   text        PRIMARY KEY CHECK (length(request_id) BETWEEN 8 AND 64),
  event_id     text        NOT NULL CHECK (length(event_id) BETWEEN 1 AND 64),
  client_hash  bytea,
  project_name text        CHECK (length(project_name) <= 64),
  page_name    text        CHECK (length(page_name) <= 100),
  value        text        CHECK (length(value) <= 500),
  number_times integer     NOT NULL CHECK (number_times BETWEEN 1 AND 10000),
  happened_at  timestamptz NOT NULL,
  received_at  timestamptz NOT NULL
);
CREATE INDEX tracked_by_age ON tracked (received_at);
-- What is removed or exported for one person, or by its age, is found by an index.
CREATE INDEX tracked_by_client ON tracked (client_hash) WHERE client_hash IS NOT NULL;
COMMENT ON TABLE tracked IS 'written-once: what was reported is kept for a time and never changed';

-- What the law has us keep after the borrower had it erased: nothing of the product reads it, and it goes on its day.
CREATE TABLE kept_record (
  borrower_id   uuid        NOT NULL REFERENCES borrower,
  record_id     uuid        NOT NULL,
  record_sealed bytea       NOT NULL,
  law           text        NOT NULL CHECK (law IN ('pmla')),
  kept_since    timestamptz NOT NULL,
  kept_until    date        NOT NULL,
  PRIMARY KEY (borrower_id, record_id)
);
CREATE INDEX kept_record_by_end ON kept_record (kept_until);
