-- A language is its code of two letters (ISO 639-1). Which languages there are is said in words/ alone, so that another one needs
-- no change of the database.
ALTER TABLE push_subscription DROP CONSTRAINT push_subscription_language_check, ADD CONSTRAINT push_subscription_language_code CHECK (language ~ '^[a-z]{2}$');
ALTER TABLE contact_notice DROP CONSTRAINT contact_notice_language_check, ADD CONSTRAINT contact_notice_language_code CHECK (language ~ '^[a-z]{2}$');
ALTER TABLE consent DROP CONSTRAINT consent_language_check, ADD CONSTRAINT consent_language_code CHECK (language ~ '^[a-z]{2}$');
ALTER TABLE key_facts DROP CONSTRAINT key_facts_language_check, ADD CONSTRAINT key_facts_language_code CHECK (language ~ '^[a-z]{2}$');
ALTER TABLE key_facts_addendum DROP CONSTRAINT key_facts_addendum_language_check, ADD CONSTRAINT key_facts_addendum_language_code CHECK (language ~ '^[a-z]{2}$');
ALTER TABLE reminder_wish DROP CONSTRAINT reminder_wish_language_check, ADD CONSTRAINT reminder_wish_language_code CHECK (language ~ '^[a-z]{2}$');
