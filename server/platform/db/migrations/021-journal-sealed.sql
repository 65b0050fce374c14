-- Each day's end of all journals stands in the audit log, which is anchored outside of the database.
CREATE INDEX audit_entry_journal_sealed ON audit_entry (number) WHERE action = 'journal-sealed';
CREATE INDEX ledger_posting_by_day ON ledger_posting (borrower_id, day, number);
