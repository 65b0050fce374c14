-- The journal of the ledger: every posting in the order in which a borrower's money moved, each sealed together with the seal
-- of the one before it, so that a change made later shows. One chain per borrower: the borrower's lock orders it, and no two
-- borrowers wait for each other.
CREATE TABLE ledger_posting (
  borrower_id uuid NOT NULL,
  number integer NOT NULL CHECK (number > 0),
  posting text NOT NULL,
  order_id uuid NOT NULL,
  day date NOT NULL,
  at timestamptz NOT NULL,
  previous text NOT NULL CHECK (previous ~ '^[0-9a-f]{64}$'),
  seal text NOT NULL CHECK (seal ~ '^[0-9a-f]{64}$'),
  PRIMARY KEY (borrower_id, number),
  UNIQUE (borrower_id, posting)
);
COMMENT ON TABLE ledger_posting IS 'append-only: corrections are reversals';

-- The India day up to which interest and penal charge of a running loan are booked.
ALTER TABLE loan_order ADD COLUMN accrued_day date;
CREATE INDEX loan_order_by_accrued_day ON loan_order (accrued_day) WHERE state IN ('loaned', 'overdue', 'extension');

ALTER TABLE ledger_posting ADD FOREIGN KEY (borrower_id, order_id) REFERENCES loan_order (borrower_id, order_id);
ALTER TABLE ledger_transfer ADD FOREIGN KEY (borrower_id, posting) REFERENCES ledger_posting (borrower_id, posting);
