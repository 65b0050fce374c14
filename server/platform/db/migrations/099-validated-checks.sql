-- These checks were widened without reading the rows, all of which keep them. A database that came by migrations has them like a new one.
ALTER TABLE consent VALIDATE CONSTRAINT consent_purpose_check;
ALTER TABLE payment VALIDATE CONSTRAINT payment_scope_check;
ALTER TABLE paper VALIDATE CONSTRAINT paper_kind_check;
ALTER TABLE paper_withdrawal VALIDATE CONSTRAINT paper_withdrawal_reason_check;
ALTER TABLE borrower_message VALIDATE CONSTRAINT borrower_message_kind_check;
