-- What a borrower was told of a loan stays: only the rotation of keys changes the encrypted form of it.
COMMENT ON TABLE key_facts IS 'encrypted-once: nothing rewrites or deletes a statement';
COMMENT ON TABLE key_facts_addendum IS 'encrypted-once: nothing rewrites or deletes an addendum';
