-- A review of pictures is of a face, or of the cards on which an identity rests (decision 78). One of cards is named by the picture
-- of the PAN card. `settled_by` is missing where the operations desk settled it.
ALTER TABLE face_review ADD COLUMN what text NOT NULL DEFAULT 'face', ADD COLUMN settled_by uuid;
ALTER TABLE face_review ADD CONSTRAINT face_review_what CHECK (what IN ('face', 'cards'));
ALTER TABLE face_review ADD CONSTRAINT face_review_settled_by CHECK (settled_by IS NULL OR settled_at IS NOT NULL);

-- The verdict outlives the pictures. Missing where the identity rests on no cards, or they agreed.
ALTER TABLE identity ADD COLUMN cards_check text;
ALTER TABLE identity ADD CONSTRAINT identity_cards_check CHECK (cards_check IN ('passed', 'needs-a-look'));
UPDATE identity i SET cards_check = 'needs-a-look' WHERE pan_verified_at IS NOT NULL AND EXISTS (SELECT FROM document d
  WHERE d.borrower_id = i.borrower_id AND d.kind IN ('aadhaar-front', 'pan') AND d.check_result = 'needs-a-look');

-- What was read from a card, beside what the borrower confirmed. It goes with the picture.
ALTER TABLE document ADD COLUMN values_sealed bytea;

-- The applications that wait for a look at cards.
INSERT INTO face_review (borrower_id, document_id, asked_at, what)
SELECT o.borrower_id, d.document_id, o.referred_at, 'cards' FROM loan_order o JOIN document d ON d.borrower_id = o.borrower_id AND d.kind = 'pan'
WHERE o.state = 'auditing' AND o.referred_at IS NOT NULL AND o.reasons @> '[{"reason": "cards-need-a-look"}]'
ON CONFLICT (borrower_id, document_id) DO NOTHING;

-- A look of the operations desk has no member of staff.
ALTER TABLE staff_look ALTER COLUMN staff_id DROP NOT NULL;

-- Who handed an item to the person that has it; missing where they took it themselves.
ALTER TABLE inbox_mark ADD COLUMN handed_by uuid;
ALTER TABLE inbox_mark ADD CONSTRAINT inbox_mark_handed CHECK (handed_by IS NULL OR taken_by IS NOT NULL);
CREATE INDEX inbox_mark_put_off ON inbox_mark (put_off_until) WHERE put_off_until IS NOT NULL;

-- spread
ALTER TABLE face_review ADD CONSTRAINT face_review_settled_by_staff FOREIGN KEY (settled_by) REFERENCES staff;
ALTER TABLE inbox_mark ADD CONSTRAINT inbox_mark_handed_by FOREIGN KEY (handed_by) REFERENCES staff;
