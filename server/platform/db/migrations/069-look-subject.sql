-- A look covers one thing: the order, feedback, face or borrower that was opened (decision 71). Older looks name none.
ALTER TABLE staff_look ADD COLUMN subject_id uuid;
