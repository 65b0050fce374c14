-- The limits that borrowers set for their own new loans. NULL is no limit. An easier limit that was asked for stands beside the present
-- one, with the day from which it holds; without such a day nothing waits. The day 'infinity' is a pause without an end.
CREATE TABLE own_limit (
  borrower_id uuid PRIMARY KEY REFERENCES borrower (borrower_id),
  ceiling bigint CHECK (ceiling > 0),
  later_ceiling bigint CHECK (later_ceiling > ceiling),
  ceiling_eases date,
  paused_until date,
  later_paused_until date CHECK (later_paused_until < paused_until),
  pause_eases date,
  changed_at timestamptz NOT NULL,
  CHECK (ceiling_eases IS NULL OR ceiling IS NOT NULL),
  CHECK (later_ceiling IS NULL OR ceiling_eases IS NOT NULL),
  CHECK (pause_eases IS NULL OR paused_until IS NOT NULL),
  CHECK (later_paused_until IS NULL OR pause_eases IS NOT NULL)
);
