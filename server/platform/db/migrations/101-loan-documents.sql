-- The documents of a loan have the name that everybody uses. What the application encrypted for `paper_content` stays encrypted for
-- that name (server/platform/keys/rows.ts).
ALTER TABLE paper RENAME TO loan_document;
ALTER TABLE loan_document RENAME COLUMN paper_id TO document_id;
ALTER TABLE loan_document RENAME CONSTRAINT paper_pkey TO loan_document_pkey;
ALTER TABLE loan_document RENAME CONSTRAINT paper_once TO loan_document_once;
ALTER TABLE loan_document RENAME CONSTRAINT paper_kind_check TO loan_document_kind_check;
ALTER TABLE loan_document RENAME CONSTRAINT paper_amount_check TO loan_document_amount_check;
ALTER TABLE loan_document RENAME CONSTRAINT paper_hash_check TO loan_document_hash_check;
ALTER TABLE loan_document RENAME CONSTRAINT paper_code_check TO loan_document_code_check;
ALTER TABLE loan_document RENAME CONSTRAINT paper_borrower_id_order_id_fkey TO loan_document_borrower_id_order_id_fkey;

ALTER TABLE paper_content RENAME TO loan_document_content;
ALTER TABLE loan_document_content RENAME COLUMN paper_id TO document_id;
ALTER TABLE loan_document_content RENAME CONSTRAINT paper_content_pkey TO loan_document_content_pkey;
ALTER TABLE loan_document_content RENAME CONSTRAINT paper_content_borrower_id_paper_id_fkey TO loan_document_content_borrower_id_document_id_fkey;
COMMENT ON COLUMN loan_document_content.content_sealed IS 'encrypted for paper_content';

ALTER TABLE paper_code RENAME TO loan_document_code;
ALTER TABLE loan_document_code RENAME COLUMN paper_id TO document_id;
ALTER TABLE loan_document_code RENAME CONSTRAINT paper_code_pkey TO loan_document_code_pkey;

ALTER TABLE paper_withdrawal RENAME TO loan_document_withdrawal;
ALTER TABLE loan_document_withdrawal RENAME COLUMN paper_id TO document_id;
ALTER TABLE loan_document_withdrawal RENAME CONSTRAINT paper_withdrawal_pkey TO loan_document_withdrawal_pkey;
ALTER TABLE loan_document_withdrawal RENAME CONSTRAINT paper_withdrawal_reason_check TO loan_document_withdrawal_reason_check;
ALTER TABLE loan_document_withdrawal
  RENAME CONSTRAINT paper_withdrawal_borrower_id_paper_id_fkey TO loan_document_withdrawal_borrower_id_document_id_fkey;

-- For servers of 0.2.0, which run beside this version while they are replaced. They have the rights of those who ask.
CREATE VIEW paper WITH (security_invoker = true) AS
  SELECT borrower_id, document_id AS paper_id, order_id, kind, subject, amount, lender, issued_at, hash, code, version FROM loan_document;
CREATE VIEW paper_content WITH (security_invoker = true) AS
  SELECT borrower_id, document_id AS paper_id, content_sealed FROM loan_document_content;
CREATE VIEW paper_code WITH (security_invoker = true) AS
  SELECT code, borrower_id, document_id AS paper_id FROM loan_document_code;
CREATE VIEW paper_withdrawal WITH (security_invoker = true) AS
  SELECT borrower_id, document_id AS paper_id, reason, withdrawn_at FROM loan_document_withdrawal;
ALTER VIEW paper ALTER COLUMN version SET DEFAULT 1;
