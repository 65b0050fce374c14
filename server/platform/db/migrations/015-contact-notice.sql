-- An emergency contact is told that they were named, once for each naming, and may decline (decisions §8). What stands here is
-- enough to tell and to remember a decline by, and not enough to know whom: the number is a keyed hash.
CREATE TABLE contact_notice (
  borrower_id uuid NOT NULL,
  notice_id uuid NOT NULL,
  slot smallint NOT NULL CHECK (slot BETWEEN 1 AND 3),
  mobile_hash bytea NOT NULL,
  -- That of the borrower when they named the contact.
  language text NOT NULL CHECK (language IN ('en', 'hi')),
  state text NOT NULL CHECK (state IN ('waiting', 'sent', 'declined')),
  named_at timestamptz NOT NULL,
  -- How often sending was begun, and when last: one that was cut off is tried again, and not for ever.
  tries smallint NOT NULL DEFAULT 0 CHECK (tries BETWEEN 0 AND 5),
  tried_at timestamptz,
  sent_at timestamptz,
  declined_at timestamptz,
  PRIMARY KEY (borrower_id, notice_id),
  UNIQUE (borrower_id, mobile_hash),
  CHECK ((state = 'waiting') = (sent_at IS NULL)),
  CHECK ((state = 'declined') = (declined_at IS NOT NULL))
);
CREATE INDEX contact_notice_waiting ON contact_notice (named_at) WHERE state = 'waiting';

-- What opens the page of the notice: the link's secret, hashed. It goes with its notice.
CREATE TABLE contact_link (
  token_hash bytea PRIMARY KEY,
  borrower_id uuid NOT NULL,
  notice_id uuid NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX contact_link_expiry ON contact_link (expires_at);
CREATE INDEX contact_link_of_notice ON contact_link (borrower_id, notice_id);

ALTER TABLE contact_notice ADD FOREIGN KEY (borrower_id) REFERENCES borrower (borrower_id);
ALTER TABLE contact_link ADD FOREIGN KEY (borrower_id, notice_id) REFERENCES contact_notice (borrower_id, notice_id) ON DELETE CASCADE;
