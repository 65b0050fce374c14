-- The record of a call to a borrower about an overdue loan, of a note, and of a promise to pay. It stays, and its borrower gets it.
CREATE TABLE collection_note (
  borrower_id     uuid        NOT NULL,
  note_id         uuid        NOT NULL,
  order_id        uuid        NOT NULL,
  what            text        NOT NULL CHECK (what IN ('call', 'note', 'promise')),
  staff_id        uuid        NOT NULL,
  text_sealed     bytea,
  -- Paise that the borrower promised to pay by a day.
  promised_amount bigint      CHECK (promised_amount > 0),
  promised_day    date,
  at              timestamptz NOT NULL,
  PRIMARY KEY (borrower_id, note_id),
  CONSTRAINT collection_note_promise CHECK ((what = 'promise') = (promised_day IS NOT NULL AND promised_amount IS NOT NULL)),
  CONSTRAINT collection_note_text CHECK ((what = 'note') = (text_sealed IS NOT NULL))
);
CREATE INDEX collection_note_of_order ON collection_note (borrower_id, order_id, at);
CREATE INDEX loan_order_most_overdue ON loan_order (next_due_day, order_id) WHERE state = 'overdue';
CREATE INDEX loan_order_overdue_by_id ON loan_order (order_id) WHERE state = 'overdue';

-- spread
ALTER TABLE collection_note ADD CONSTRAINT collection_note_of_loan FOREIGN KEY (borrower_id, order_id) REFERENCES loan_order;
ALTER TABLE collection_note ADD CONSTRAINT collection_note_by FOREIGN KEY (staff_id) REFERENCES staff;
