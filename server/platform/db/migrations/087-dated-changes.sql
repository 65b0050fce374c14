-- The values that the proposal of a version changed; each other value is that of the version before its day (decision 91). NULL: a
-- version that was made before this column, which named what it changed.
ALTER TABLE policy_version ADD COLUMN names text[];
ALTER TABLE product_version ADD COLUMN names text[];
ALTER TABLE content_version ADD COLUMN names text[];
