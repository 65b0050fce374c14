-- The close of business is shared by slots of borrowers: who works on a slot of a step holds its lease, and deletes it at the end.
CREATE TABLE closing_lease (
  step text NOT NULL,
  slot smallint NOT NULL CONSTRAINT closing_lease_slot_is_one_of_16 CHECK (slot BETWEEN 0 AND 15),
  holder uuid NOT NULL,
  held_until timestamptz NOT NULL,
  PRIMARY KEY (step, slot)
);

-- spread

-- What is found by a day is found by a day and a slot. A loan that was never accrued is found like one of long ago.
DROP INDEX loan_order_by_accrued_day;
CREATE INDEX loan_order_to_accrue ON loan_order (coalesce(accrued_day, '-infinity'::date), (get_byte(uuid_send(borrower_id), 15) & 15))
  WHERE state IN ('loaned', 'overdue', 'extension');
DROP INDEX loan_order_by_due_day;
CREATE INDEX loan_order_by_due_day ON loan_order (next_due_day, (get_byte(uuid_send(borrower_id), 15) & 15)) WHERE state = 'loaned';
DROP INDEX loan_order_by_closed_day;
CREATE INDEX loan_order_by_closed_day ON loan_order (closed_day, (get_byte(uuid_send(borrower_id), 15) & 15)) WHERE state = 'overdue';
DROP INDEX loan_order_by_reminded_day;
CREATE INDEX loan_order_by_reminded_day ON loan_order (reminded_day, (get_byte(uuid_send(borrower_id), 15) & 15), next_due_day)
  WHERE state IN ('loaned', 'overdue');
