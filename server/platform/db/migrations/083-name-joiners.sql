-- The searched form of a name has no joiners, and no titles of further scripts: housekeeping computes its hashes anew.
UPDATE identity SET name_hash = NULL WHERE name_hash IS NOT NULL;
