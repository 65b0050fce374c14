-- A consent, and its withdrawal, is proof that it was given: it stays after the data of its borrower, and names nobody then.
COMMENT ON TABLE consent IS 'append-only: what was agreed to stays written down';
COMMENT ON TABLE consent_withdrawal IS 'append-only: what was taken back stays written down';
