-- Providers of payouts tell how one ended, signed, as those of payments do.

-- Whose a payout is: a provider names the payout only.
CREATE TABLE payout_owner (
  payout_id uuid PRIMARY KEY,
  borrower_id uuid NOT NULL
);
INSERT INTO payout_owner (payout_id, borrower_id) SELECT payout_id, borrower_id FROM payout;

-- The inbox. By attempt and status a payout is worked on once, too: its state moves once.
CREATE TABLE payout_event (
  vendor text NOT NULL,
  event_id text NOT NULL,
  payout_id text NOT NULL,
  state text NOT NULL CHECK (state IN ('succeeded', 'refused', 'reversed')),
  received_at timestamptz NOT NULL,
  PRIMARY KEY (vendor, event_id)
);
COMMENT ON TABLE payout_event IS 'append-only: the inbox of payout events';
