-- The last instalment that a demand asks for: what comes on its page after that one was paid goes back. Null: the demand asks for all that
-- is owed or for the fee of an extension, or a server of the version before has written it.
ALTER TABLE payment ADD COLUMN last_instalment smallint;
