-- A call that a vendor, a store or a provider of sign-in rejects our key for, until the same call is admitted again.
CREATE TABLE vendor_refusal (
  port    text        NOT NULL CHECK (port ~ '^[a-zA-Z-]{1,30}$'),
  call    text        NOT NULL CHECK (call ~ '^[a-zA-Z-]{1,30}$'),
  -- The vendor that was configured then.
  vendor  text        NOT NULL,
  since   timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  PRIMARY KEY (port, call)
);

-- spread
