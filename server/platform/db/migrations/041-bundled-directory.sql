-- The directory of branches that the product brings along is imported in the background, batch by batch. `edition` names the list that
-- is or was imported, by its day; `up_to` is the last code stored of it, and NULL once all of it is stored. Both stay NULL for a list
-- that the lender imported, and for the few branches that databases held before.
ALTER TABLE bank_directory ADD COLUMN edition text, ADD COLUMN up_to text;
