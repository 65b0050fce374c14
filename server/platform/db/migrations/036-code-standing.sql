-- What the sign-in codes of an address or a prefix have earned and cost it, and the budgets that all of them share (decisions §10).
-- `scope` holds a keyed hash. Counts are in thousandths of a wrong code.
CREATE TABLE code_standing (
  scope      text        PRIMARY KEY,
  credit     integer     NOT NULL,
  rights     integer     NOT NULL DEFAULT 0 CHECK (rights >= 0),
  strikes    integer     NOT NULL DEFAULT 0 CHECK (strikes >= 0),
  struck_at  timestamptz,
  changed_at timestamptz NOT NULL
);
CREATE INDEX code_standing_by_age ON code_standing (changed_at);
