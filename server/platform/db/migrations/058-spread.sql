-- Look-ups lie by their own key, and no foreign key can lead from them to a borrower's rows once the tables are spread. They are
-- removed together with the rows that they lead to; one that is left leads to nothing.
ALTER TABLE contact_link DROP CONSTRAINT contact_link_borrower_id_notice_id_fkey;
ALTER TABLE paper_code DROP CONSTRAINT paper_code_borrower_id_paper_id_fkey;
ALTER TABLE calendar_link DROP CONSTRAINT calendar_link_borrower_id_fkey;

-- A session knows the key of its look-up, and is found by it where the token says whose session it is. Missing in the sessions that a
-- server of the previous version begins.
ALTER TABLE session ADD COLUMN token_hash bytea;
UPDATE session s SET token_hash = l.token_hash FROM session_lookup l
WHERE l.borrower_id = s.borrower_id AND l.session_id = s.session_id;
