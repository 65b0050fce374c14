-- The four letters of every bank's codes, imported as data like the directory of branches. A bank that merged names its successor:
-- its codes are refused by the name of the bank that took it over (decision 36). `edition`: the day of the list.
CREATE TABLE bank_code (
  code      text PRIMARY KEY CHECK (code ~ '^[A-Z]{4}$'),
  name      text NOT NULL CHECK (name <> ''),
  successor text CHECK (successor <> code),
  edition   text NOT NULL CHECK (edition ~ '^\d{4}-\d\d-\d\d$')
);

-- spread
