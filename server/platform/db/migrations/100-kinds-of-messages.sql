-- The kinds of messages are declared once, in server/notices/kinds.ts: a new one needs no migration.
ALTER TABLE borrower_message DROP CONSTRAINT borrower_message_kind_check;
