-- A payment request may also be paid from a UPI app: the vendor's reference of that request, and the link that opens the app.
ALTER TABLE payment ADD COLUMN upi_ref text;
ALTER TABLE payment ADD COLUMN upi_intent text;
ALTER TABLE payment ADD CONSTRAINT payment_upi_is_whole CHECK ((upi_ref IS NULL) = (upi_intent IS NULL));

-- The simulated provider's requests to UPI apps. Like a real provider's, each is paid once, whether or not its page was paid.
CREATE TABLE sandbox.upi_request (
  ref text PRIMARY KEY,
  link_ref text NOT NULL UNIQUE REFERENCES sandbox.payment_link (ref),
  is_paid boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL
);
