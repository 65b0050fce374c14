-- Where a borrower's notifications go. The address of a browser at its push service is as good as a key to it: sealed.
CREATE TABLE push_subscription (
  borrower_id uuid NOT NULL,
  subscription_id uuid NOT NULL,
  device_id uuid NOT NULL,
  endpoint_hash bytea NOT NULL,
  subscription_sealed bytea NOT NULL,
  language text NOT NULL CHECK (language IN ('en', 'hi')),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (borrower_id, subscription_id),
  UNIQUE (borrower_id, endpoint_hash)
);

-- A browser belongs to the borrower who subscribed it last: nobody reads on a shared phone what is another's.
CREATE TABLE push_endpoint (
  endpoint_hash bytea PRIMARY KEY,
  borrower_id uuid NOT NULL
);

ALTER TABLE push_subscription ADD FOREIGN KEY (borrower_id, device_id) REFERENCES device (borrower_id, device_id);

-- The notifications that simulated browsers received.
CREATE TABLE sandbox.push (
  message_id uuid PRIMARY KEY,
  host text NOT NULL,
  title text NOT NULL,
  body text NOT NULL,
  path text NOT NULL,
  sent_at timestamptz NOT NULL
);
CREATE INDEX push_newest ON sandbox.push (sent_at DESC);
