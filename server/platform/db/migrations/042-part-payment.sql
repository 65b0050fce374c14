-- A borrower may pay a part of the loan, of an amount of their choice.
ALTER TABLE payment DROP CONSTRAINT payment_scope_check;
ALTER TABLE payment ADD CONSTRAINT payment_scope_check
  CHECK (scope IN ('due', 'all', 'part', 'extension') AND (scope = 'extension') = (extension_id IS NOT NULL));
