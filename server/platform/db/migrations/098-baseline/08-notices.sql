-- What borrowers are told, and where.

-- Where a borrower's notifications go. The address of a browser at its push service is as good as a key to it: encrypted.
CREATE TABLE push_subscription (
  borrower_id         uuid        NOT NULL,
  subscription_id     uuid        NOT NULL,
  device_id           uuid        NOT NULL,
  endpoint_hash       bytea       NOT NULL,
  subscription_sealed bytea       NOT NULL,
  language            text        NOT NULL CONSTRAINT push_subscription_language_code CHECK (language ~ '^[a-z]{2}$'),
  created_at          timestamptz NOT NULL,
  PRIMARY KEY (borrower_id, subscription_id),
  UNIQUE (borrower_id, endpoint_hash),
  FOREIGN KEY (borrower_id, device_id) REFERENCES device
);

-- A browser belongs to the borrower who subscribed it last: nobody reads on a shared phone what is another's.
CREATE TABLE push_endpoint (
  endpoint_hash bytea PRIMARY KEY,
  borrower_id   uuid  NOT NULL
);
CREATE INDEX push_endpoint_by_borrower ON push_endpoint (borrower_id);

-- What a borrower is told of a loan by text message and notification: each thing once, whatever becomes of jobs and servers. The words
-- are made when they are sent; what stands here tells which, and that they went.
CREATE TABLE borrower_message (
  borrower_id uuid        NOT NULL,
  message_id  uuid        NOT NULL,
  order_id    uuid        NOT NULL,
  kind        text        NOT NULL CHECK (kind IN ('reminder', 'documents', 'payout-arrived', 'payout-refused',
                          'payout-reversed', 'payment-received', 'settled', 'hardship-granted', 'hardship-refused',
                          'penal-waived', 'autopay-notice', 'autopay-failed', 'autopay-cannot', 'autopay-off')),
  -- Of what it tells: the order, the payment, or the step of an instalment.
  occasion    text        NOT NULL,
  told_day    date        NOT NULL,
  amount      bigint      CHECK (amount > 0),
  instalment  smallint,
  due_day     date,
  step        smallint,
  -- It answers nothing that the borrower has just done, so it waits for the hours in which they may be written to.
  keeps_hours boolean     NOT NULL,
  -- `sending`: the text was handed to its vendor. Who died then left it so, and it is not sent again.
  state       text        NOT NULL CHECK (state IN ('waiting', 'sending', 'sent', 'dropped')),
  noted_at    timestamptz NOT NULL,
  ended_at    timestamptz,
  was_pushed  boolean     NOT NULL DEFAULT false,
  was_texted  boolean     NOT NULL DEFAULT false,
  PRIMARY KEY (borrower_id, message_id),
  UNIQUE (borrower_id, kind, occasion),
  FOREIGN KEY (borrower_id, order_id) REFERENCES loan_order,
  CHECK (num_nulls(instalment, due_day, step) = CASE WHEN kind = 'reminder' THEN 0 ELSE 3 END),
  CHECK ((state IN ('sent', 'dropped')) = (ended_at IS NOT NULL))
);
-- Nobody is reminded twice on one day, whatever is due.
CREATE UNIQUE INDEX borrower_message_reminder_of_day ON borrower_message (borrower_id, told_day) WHERE kind = 'reminder';
CREATE INDEX borrower_message_waiting ON borrower_message (noted_at) WHERE state = 'waiting';
