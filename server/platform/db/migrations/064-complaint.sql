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
  CONSTRAINT complaint_closed CHECK ((closed_at IS NULL) = (outcome IS NULL) AND (closed_at IS NULL OR root_cause IS NOT NULL))
);
CREATE INDEX complaint_open ON complaint (due_at, feedback_id) WHERE closed_at IS NULL;
CREATE INDEX complaint_closed_newest ON complaint (closed_at, feedback_id) WHERE closed_at IS NOT NULL;
CREATE INDEX complaint_by_feedback ON complaint (feedback_id);
CREATE INDEX feedback_by_id ON feedback (feedback_id);
CREATE INDEX feedback_waiting ON feedback (created_at, feedback_id) WHERE answered_at IS NULL;

-- The history of a complaint. The borrower reads the replies and the closing.
CREATE TABLE complaint_entry (
  borrower_id uuid        NOT NULL,
  feedback_id uuid        NOT NULL,
  event_id    uuid        NOT NULL,
  what        text        NOT NULL CHECK (what IN ('raised', 'sorted', 'escalated', 'reply', 'closed')),
  -- A member of staff; missing if the borrower did it, or the operations desk.
  staff_id    uuid,
  note        text,
  text_sealed bytea,
  at          timestamptz NOT NULL,
  PRIMARY KEY (borrower_id, feedback_id, event_id),
  CONSTRAINT complaint_entry_text CHECK ((what IN ('escalated', 'reply', 'closed')) = (text_sealed IS NOT NULL))
);
COMMENT ON TABLE complaint_entry IS 'encrypted-once: nothing rewrites the history of a complaint';
ALTER TABLE staff_look DROP CONSTRAINT staff_look_part_check;
ALTER TABLE staff_look ADD CONSTRAINT staff_look_part_check CHECK (part IN ('application', 'name', 'phone', 'search', 'borrower', 'order', 'pictures',
  'feedback', 'loan'));
ALTER TABLE staff_look DROP CONSTRAINT staff_look_why_check;
ALTER TABLE staff_look ADD CONSTRAINT staff_look_why_check
  CHECK (why IN ('decision', 'identity', 'money', 'borrower-asked', 'complaint', 'collection', 'review'));

-- spread
ALTER TABLE complaint ADD CONSTRAINT complaint_of_feedback
  FOREIGN KEY (borrower_id, feedback_id) REFERENCES feedback ON DELETE CASCADE;
ALTER TABLE complaint_entry ADD CONSTRAINT complaint_entry_of_complaint
  FOREIGN KEY (borrower_id, feedback_id) REFERENCES complaint ON DELETE CASCADE;
ALTER TABLE complaint_entry ADD CONSTRAINT complaint_entry_by FOREIGN KEY (staff_id) REFERENCES staff;
