-- What waits for a person to look at a face, and how it was settled. The machine passes a face or hands it on; it refuses none.

-- Since `settled_at` no review needs the picture: it is to be deleted.
ALTER TABLE document
  ADD COLUMN settled_at timestamptz,
  -- Why a person must look; nothing where the check passed.
  ADD COLUMN look_reasons text[] NOT NULL DEFAULT '{}',
  -- How alike the face and the one on the document are, where both could be compared.
  ADD COLUMN likeness_score real CHECK (likeness_score BETWEEN 0 AND 1),
  ADD CHECK (look_reasons <@ ARRAY['face-unclear', 'no-blink', 'document-unusable', 'faces-differ']),
  ADD CHECK (check_result <> 'passed' OR look_reasons = '{}');

CREATE TABLE face_review (
  borrower_id uuid NOT NULL,
  -- The picture, by the id of its document, which may be gone after the review.
  document_id uuid NOT NULL,
  asked_at timestamptz NOT NULL,
  settled_at timestamptz CHECK (settled_at >= asked_at),
  outcome text CHECK (outcome IN ('passed', 'denied')),
  -- What the borrower reads about a denial.
  told_reason text CHECK (length(told_reason) BETWEEN 1 AND 300),
  PRIMARY KEY (borrower_id, document_id),
  CHECK (num_nulls(settled_at, outcome) IN (0, 2)),
  CHECK ((outcome = 'denied') IS NOT DISTINCT FROM (told_reason IS NOT NULL) OR outcome IS NULL)
);
CREATE INDEX face_review_waiting ON face_review (asked_at) WHERE settled_at IS NULL;

ALTER TABLE face_review ADD FOREIGN KEY (borrower_id) REFERENCES borrower (borrower_id);
