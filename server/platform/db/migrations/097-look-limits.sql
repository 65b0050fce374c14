-- How much of borrowers a member of staff opened in an India day (decision 96). A row is counted up by each look and search.
CREATE TABLE staff_look_day (
  staff_id        uuid    NOT NULL,
  day             date    NOT NULL,
  -- By the weights of the rules, and by the kind of each.
  points          integer NOT NULL,
  opened          integer NOT NULL DEFAULT 0,
  revealed        integer NOT NULL DEFAULT 0,
  searched        integer NOT NULL DEFAULT 0,
  searched_vainly integer NOT NULL DEFAULT 0,
  exported        integer NOT NULL DEFAULT 0,
  -- The limit when it was last counted, and the instants at which it was exceeded, and at which no more was shown.
  point_limit     integer NOT NULL,
  above_at        timestamptz,
  stopped_at      timestamptz,
  -- Another person of compliance looked into it.
  reviewed_by     uuid,
  reviewed_at     timestamptz,
  review_sealed   bytea,
  PRIMARY KEY (staff_id, day)
);
CREATE INDEX staff_look_day_open ON staff_look_day (above_at) WHERE above_at IS NOT NULL AND reviewed_at IS NULL;

-- Every search: the ways that fitted its text, never the text. Somebody who knows a value can compare its hash.
CREATE TABLE staff_search (
  search_id  uuid        PRIMARY KEY,
  staff_id   uuid        NOT NULL,
  why        text        NOT NULL,
  ways       text[]      NOT NULL,
  value_hash bytea       NOT NULL,
  -- The last two characters of a number; empty for a name.
  ending     text        NOT NULL,
  found      integer     NOT NULL,
  at         timestamptz NOT NULL
);
CREATE INDEX staff_search_by_person ON staff_search (staff_id, at);
CREATE INDEX staff_search_by_age ON staff_search (at);
COMMENT ON TABLE staff_search IS 'written-once: what was searched stays written down for a year';

-- spread
ALTER TABLE staff_look_day ADD CONSTRAINT staff_look_day_of_staff FOREIGN KEY (staff_id) REFERENCES staff;
ALTER TABLE staff_look_day ADD CONSTRAINT staff_look_day_reviewed_by FOREIGN KEY (reviewed_by) REFERENCES staff;
ALTER TABLE staff_look_day ADD CONSTRAINT staff_look_day_reviewed_by_another CHECK (reviewed_by <> staff_id);
ALTER TABLE staff_search ADD CONSTRAINT staff_search_of_staff FOREIGN KEY (staff_id) REFERENCES staff;

-- The limits that a lender has set, by role; those of a missing role are the program's.
ALTER TABLE policy_version ADD COLUMN looks_per_day jsonb NOT NULL DEFAULT '{}';
ALTER TABLE policy_version ADD CONSTRAINT policy_version_looks_by_role CHECK (jsonb_typeof(looks_per_day) = 'object');
