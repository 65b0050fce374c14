-- A question to the borrower of an application that the rules left to a person (decision 74). Whether it is open is read from its
-- answer, its time and the state of the order; nothing has to close it.
CREATE TABLE application_question (
  borrower_id   uuid        NOT NULL,
  order_id      uuid        NOT NULL,
  -- Of the questions about one application, which are asked one after another.
  number        smallint    NOT NULL CHECK (number > 0),
  kind          text        CHECK (kind IN ('income', 'obligations', 'late-loan', 'workplace')),
  -- The person's own words, in place of a given question or beside it.
  words_sealed  bytea,
  asked_at      timestamptz NOT NULL,
  asked_by      uuid        NOT NULL,
  -- The first instant at which an answer is too late.
  answer_until  timestamptz NOT NULL CHECK (answer_until > asked_at),
  answer_sealed bytea,
  answered_at   timestamptz,
  PRIMARY KEY (borrower_id, order_id, number),
  CONSTRAINT application_question_asks CHECK (num_nonnulls(kind, words_sealed) > 0),
  CONSTRAINT application_question_answered CHECK ((answer_sealed IS NULL) = (answered_at IS NULL))
);

-- spread
ALTER TABLE application_question ADD CONSTRAINT application_question_of_order
  FOREIGN KEY (borrower_id, order_id) REFERENCES loan_order;
ALTER TABLE application_question ADD CONSTRAINT application_question_by FOREIGN KEY (asked_by) REFERENCES staff;
