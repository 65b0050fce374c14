-- The next loan, reserved while one runs: a wish, applied for when the running one is settled. No terms are agreed before that.
CREATE TABLE reservation (
  borrower_id uuid NOT NULL,
  reservation_id uuid NOT NULL,
  order_id uuid NOT NULL,
  product_id text NOT NULL,
  card_id uuid NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  state text NOT NULL CHECK (state IN ('waiting', 'applied', 'refused', 'cancelled')),
  -- Why it was refused, as it was told.
  reason text,
  applied_order_id uuid,
  created_at timestamptz NOT NULL,
  ended_at timestamptz,
  PRIMARY KEY (borrower_id, reservation_id),
  CHECK ((state = 'waiting') = (ended_at IS NULL)),
  CHECK ((state = 'applied') = (applied_order_id IS NOT NULL)),
  CHECK ((state = 'refused') = (reason IS NOT NULL))
);
CREATE UNIQUE INDEX reservation_one_waiting ON reservation (borrower_id) WHERE state = 'waiting';
CREATE INDEX reservation_by_order ON reservation (borrower_id, order_id, created_at);

ALTER TABLE reservation ADD FOREIGN KEY (borrower_id, order_id) REFERENCES loan_order (borrower_id, order_id);
ALTER TABLE reservation ADD FOREIGN KEY (borrower_id, applied_order_id) REFERENCES loan_order (borrower_id, order_id);
ALTER TABLE reservation ADD FOREIGN KEY (borrower_id, card_id) REFERENCES bank_card (borrower_id, card_id);
ALTER TABLE reservation ADD FOREIGN KEY (product_id) REFERENCES product (product_id);
