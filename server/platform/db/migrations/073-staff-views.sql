-- A list of the console with its filter, which a person saved under a name of their own. The name may say anything, so it is encrypted;
-- the path holds the words and days of the filter alone.
CREATE TABLE staff_view (
  staff_id    uuid        NOT NULL,
  view_id     uuid        NOT NULL,
  name_sealed bytea       NOT NULL,
  path        text        NOT NULL CHECK (length(path) BETWEEN 1 AND 300),
  created_at  timestamptz NOT NULL,
  PRIMARY KEY (staff_id, view_id)
);

-- spread
ALTER TABLE staff_view ADD CONSTRAINT staff_view_of_staff FOREIGN KEY (staff_id) REFERENCES staff;
