-- What borrowers write to the lender, and the texts that the lender words itself.

-- Content, picture and answer are a person's own words: encrypted.
CREATE TABLE feedback (
  borrower_id    uuid        NOT NULL REFERENCES borrower,
  feedback_id    uuid        NOT NULL,
  problem_type   text        NOT NULL CHECK (length(problem_type) BETWEEN 1 AND 40),
  content_sealed bytea       NOT NULL,
  image_key      text,
  image_type     text        CHECK (image_type IN ('image/jpeg', 'image/png', 'image/webp')),
  created_at     timestamptz NOT NULL,
  answer_sealed  bytea,
  answered_at    timestamptz,
  PRIMARY KEY (borrower_id, feedback_id),
  CHECK (num_nulls(image_key, image_type) IN (0, 2)),
  CHECK (num_nulls(answer_sealed, answered_at) IN (0, 2)),
  CHECK (answered_at >= created_at)
);
CREATE INDEX feedback_unanswered ON feedback (created_at) WHERE answered_at IS NULL;
CREATE INDEX feedback_by_age ON feedback ((coalesce(answered_at, created_at)));
CREATE INDEX feedback_by_id ON feedback (feedback_id);
CREATE INDEX feedback_waiting ON feedback (created_at, feedback_id) WHERE answered_at IS NULL;

-- A feedback that is a complaint (regulation R9): a case with the law's clock. It stays readable when it is closed, and goes with
-- its feedback.
CREATE TABLE complaint (
  borrower_id  uuid        NOT NULL,
  feedback_id  uuid        NOT NULL,
  category     text        NOT NULL CHECK (category ~ '^[a-z-]+$'),
  root_cause   text        CHECK (root_cause ~ '^[a-z-]+$'),
  -- The clock runs from here: from the feedback, whenever it was recognised as a complaint.
  received_at  timestamptz NOT NULL,
  -- The first instant at which the answer is late.
  due_at       timestamptz NOT NULL CHECK (due_at > received_at),
  escalated_at timestamptz,
  closed_at    timestamptz,
  outcome      text        CHECK (outcome IN ('resolved', 'partly', 'rejected')),
  PRIMARY KEY (borrower_id, feedback_id),
  CONSTRAINT complaint_of_feedback FOREIGN KEY (borrower_id, feedback_id) REFERENCES feedback ON DELETE CASCADE,
  CONSTRAINT complaint_closed CHECK ((closed_at IS NULL) = (outcome IS NULL) AND (closed_at IS NULL OR root_cause IS NOT NULL))
);
CREATE INDEX complaint_open ON complaint (due_at, feedback_id) WHERE closed_at IS NULL;
CREATE INDEX complaint_closed_newest ON complaint (closed_at, feedback_id) WHERE closed_at IS NOT NULL;
CREATE INDEX complaint_by_feedback ON complaint (feedback_id);

-- The history of a complaint. The borrower reads the replies and the closing.
CREATE TABLE complaint_entry (
  borrower_id uuid        NOT NULL,
  feedback_id uuid        NOT NULL,
  event_id    uuid        NOT NULL,
  what        text        NOT NULL CHECK (what IN ('raised', 'sorted', 'escalated', 'reply', 'closed')),
  -- A member of staff; missing if the borrower did it, or the operations desk.
  staff_id    uuid        CONSTRAINT complaint_entry_by REFERENCES staff,
  note        text,
  text_sealed bytea,
  at          timestamptz NOT NULL,
  PRIMARY KEY (borrower_id, feedback_id, event_id),
  CONSTRAINT complaint_entry_of_complaint FOREIGN KEY (borrower_id, feedback_id) REFERENCES complaint ON DELETE CASCADE,
  CONSTRAINT complaint_entry_text CHECK ((what IN ('escalated', 'reply', 'closed')) = (text_sealed IS NOT NULL))
);
COMMENT ON TABLE complaint_entry IS 'encrypted-once: nothing rewrites the history of a complaint';

-- The texts that the lender words itself (domain/content.ts): of each item the newest version whose India day has come is in effect.
-- Who proposed and who approved a version stands with its proposal.
CREATE TABLE content_version (
  item        text        NOT NULL CHECK (item ~ '^[a-z]+(\.[a-z0-9-]+)?$'),
  version     integer     NOT NULL CHECK (version >= 1),
  from_day    date        NOT NULL,
  -- The last day of a notice; other texts have none.
  until_day   date        CHECK (until_day >= from_day),
  -- Title and body by language; null gives the item back to the program, or ends it where the program has no text of its own.
  texts       jsonb,
  href        text        CHECK (href LIKE 'https://%'),
  proposal_id uuid        NOT NULL CONSTRAINT content_version_proposal REFERENCES proposal,
  made_at     timestamptz NOT NULL,
  names       text[],
  PRIMARY KEY (item, version)
);
COMMENT ON TABLE content_version IS 'append-only: another wording is a further version';
