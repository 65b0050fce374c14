-- Orders that a step of the close of business could not close, and why. They are tried again, apart from all others, and a person is shown
-- them until they are closed.
CREATE TABLE order_left_behind (
  borrower_id uuid NOT NULL,
  order_id uuid NOT NULL,
  step text NOT NULL,
  reason text NOT NULL,
  tries integer NOT NULL CHECK (tries > 0),
  since timestamptz NOT NULL,
  tried_at timestamptz NOT NULL,
  again_at timestamptz NOT NULL,
  PRIMARY KEY (borrower_id, order_id, step)
);
CREATE INDEX order_left_behind_due ON order_left_behind (step, again_at);
