-- The directory of bank branches: reference data, imported and read by everybody. Ids are derived from the names, so that importing
-- again changes nothing that has not changed.
CREATE TABLE bank (
  bank_id text PRIMARY KEY CHECK (bank_id ~ '^[0-9A-Za-z_-]{1,16}$'),
  name text NOT NULL
);
CREATE TABLE bank_state (
  state_id text PRIMARY KEY,
  bank_id text NOT NULL,
  name text NOT NULL
);
CREATE INDEX bank_state_by_bank ON bank_state (bank_id, name);
CREATE TABLE bank_city (
  city_id text PRIMARY KEY,
  state_id text NOT NULL,
  name text NOT NULL
);
CREATE INDEX bank_city_by_state ON bank_city (state_id, name);
CREATE TABLE bank_branch (
  ifsc text PRIMARY KEY CHECK (ifsc ~ '^[A-Z]{4}0[A-Z0-9]{6}$'),
  city_id text NOT NULL,
  name text NOT NULL,
  -- The import that last named it; what an import no longer names is removed.
  import_id uuid NOT NULL
);
-- Holds all that the list of a city shows, so that thousands of branches are read without touching the table.
CREATE INDEX bank_branch_by_city ON bank_branch (city_id, name, ifsc);

-- Which directory this is. `is_complete`: it was said of it, when it was imported, that it names every branch there is.
CREATE TABLE bank_directory (
  id smallint PRIMARY KEY CHECK (id = 1),
  source text NOT NULL CHECK (source IN ('box', 'import')),
  is_complete boolean NOT NULL,
  imported_at timestamptz NOT NULL
);

ALTER TABLE bank_state ADD FOREIGN KEY (bank_id) REFERENCES bank (bank_id);
ALTER TABLE bank_city ADD FOREIGN KEY (state_id) REFERENCES bank_state (state_id);
ALTER TABLE bank_branch ADD FOREIGN KEY (city_id) REFERENCES bank_city (city_id);
