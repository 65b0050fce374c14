-- Notes of the lender's people about a borrower. Free words may name anybody, so they are encrypted, and go with the borrower's data.
CREATE TABLE staff_note (
  borrower_id uuid NOT NULL,
  note_id uuid NOT NULL,
  staff_id uuid NOT NULL,
  text_sealed bytea NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (borrower_id, note_id)
);
-- spread
ALTER TABLE staff_note ADD CONSTRAINT staff_note_of_borrower FOREIGN KEY (borrower_id) REFERENCES borrower (borrower_id);
ALTER TABLE staff_note ADD CONSTRAINT staff_note_by_staff FOREIGN KEY (staff_id) REFERENCES staff (staff_id);

-- A look at the whole page of a borrower, at an order, at the pictures of an identity, or at who was found by a search.
ALTER TABLE staff_look DROP CONSTRAINT staff_look_part_check;
ALTER TABLE staff_look ADD CONSTRAINT staff_look_part_check CHECK (part IN ('application', 'name', 'phone', 'search', 'borrower', 'order', 'pictures'));
ALTER TABLE staff_look DROP CONSTRAINT staff_look_why_check;
ALTER TABLE staff_look ADD CONSTRAINT staff_look_why_check CHECK (why IN ('decision', 'identity', 'money', 'borrower-asked', 'complaint', 'review'));

-- The console finds a borrower by these.
CREATE INDEX loan_order_by_order_no ON loan_order (order_no);
CREATE INDEX payout_by_utr ON payout (utr) WHERE utr IS NOT NULL;
CREATE INDEX refund_by_hand_reference ON refund (hand_reference) WHERE hand_reference IS NOT NULL;
CREATE INDEX provider_attempt_by_ref ON provider_attempt (attempt_ref);
CREATE INDEX bank_card_by_last_four ON bank_card (account_last_four) WHERE account_last_four IS NOT NULL;
CREATE INDEX identity_by_last_four ON identity (aadhaar_last_four);

-- The values of a card that its reader did not find, or that the borrower corrected: by name alone, for the person who reviews them.
ALTER TABLE document ADD COLUMN doubts text[] NOT NULL DEFAULT '{}';
ALTER TABLE document ADD CONSTRAINT document_doubts CHECK (doubts <@ ARRAY['name', 'dob', 'number']);
