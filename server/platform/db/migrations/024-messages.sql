-- What a borrower is told of a loan by text message and notification: each thing once, whatever becomes of jobs and servers. The words
-- are made when they are sent; what stands here tells which, and that they went.
CREATE TABLE borrower_message (
  borrower_id uuid NOT NULL,
  message_id uuid NOT NULL,
  order_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('reminder', 'documents', 'payout-arrived', 'payout-refused', 'payout-reversed',
                                     'payment-received', 'settled')),
  -- Of what it tells: the order, the payment, or the step of an instalment.
  occasion text NOT NULL,
  told_day date NOT NULL,
  amount bigint CHECK (amount > 0),
  instalment smallint,
  due_day date,
  step smallint,
  -- It answers nothing that the borrower has just done, so it waits for the hours in which they may be written to.
  keeps_hours boolean NOT NULL,
  -- `sending`: the text was handed to its vendor. Who died then left it so, and it is not sent again.
  state text NOT NULL CHECK (state IN ('waiting', 'sending', 'sent', 'dropped')),
  noted_at timestamptz NOT NULL,
  ended_at timestamptz,
  was_pushed boolean NOT NULL DEFAULT false,
  was_texted boolean NOT NULL DEFAULT false,
  PRIMARY KEY (borrower_id, message_id),
  UNIQUE (borrower_id, kind, occasion),
  CHECK (num_nulls(instalment, due_day, step) = CASE WHEN kind = 'reminder' THEN 0 ELSE 3 END),
  CHECK ((state IN ('sent', 'dropped')) = (ended_at IS NOT NULL))
);
-- Nobody is reminded twice on one day, whatever is due.
CREATE UNIQUE INDEX borrower_message_reminder_of_day ON borrower_message (borrower_id, told_day) WHERE kind = 'reminder';
CREATE INDEX borrower_message_waiting ON borrower_message (noted_at) WHERE state = 'waiting';

-- How a borrower wishes to be reminded, where they said so.
CREATE TABLE reminder_wish (
  borrower_id uuid PRIMARY KEY,
  way text NOT NULL CHECK (way IN ('usual', 'text')),
  time_of_day text NOT NULL CHECK (time_of_day IN ('any', 'morning', 'afternoon', 'evening')),
  language text NOT NULL CHECK (language IN ('en', 'hi')),
  changed_at timestamptz NOT NULL
);

-- The India day on which it was last looked whether the borrower is to be reminded.
ALTER TABLE loan_order ADD COLUMN reminded_day date NOT NULL DEFAULT '2000-01-01';
CREATE INDEX loan_order_by_reminded_day ON loan_order (reminded_day, next_due_day) WHERE state IN ('loaned', 'overdue');

ALTER TABLE borrower_message ADD FOREIGN KEY (borrower_id, order_id) REFERENCES loan_order (borrower_id, order_id);
ALTER TABLE reminder_wish ADD FOREIGN KEY (borrower_id) REFERENCES borrower (borrower_id);
