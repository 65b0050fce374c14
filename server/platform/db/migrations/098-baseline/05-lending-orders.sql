-- Applications and the loans that come of them: what was agreed, what happened, what was changed.

-- An application and, if it is granted, the loan. Its terms are frozen when it is made.
CREATE TABLE loan_order (
  borrower_id         uuid        NOT NULL REFERENCES borrower,
  order_id            uuid        NOT NULL,
  order_no            text        NOT NULL,
  product_id          text        NOT NULL REFERENCES product,
  product_name        text        NOT NULL,
  card_id             uuid        NOT NULL,
  state               text        NOT NULL CHECK (state IN ('auditing', 'pass', 'denied', 'lending', 'failed', 'loaned',
                                  'settled', 'overdue', 'cancelled', 'extension')),
  principal           bigint      NOT NULL CHECK (principal > 0),
  rate_ppm_year       integer     NOT NULL CHECK (rate_ppm_year >= 0),
  processing_fee_bps  integer     NOT NULL CHECK (processing_fee_bps >= 0),
  discount_bps        integer     NOT NULL CHECK (discount_bps BETWEEN 0 AND 10000),
  period_days         smallint    NOT NULL CHECK (period_days > 0),
  instalments         smallint    NOT NULL CHECK (instalments > 0),
  max_tenor_days      smallint    NOT NULL CHECK (max_tenor_days >= period_days * instalments),
  penal_rate_ppm_year integer     NOT NULL CHECK (penal_rate_ppm_year >= 0),
  penal_cap_bps       integer     NOT NULL CHECK (penal_cap_bps >= 0),
  extension_fee_bps   integer     NOT NULL CHECK (extension_fee_bps >= 0),
  service_fee         bigint      NOT NULL CHECK (service_fee >= 0),
  gst                 bigint      NOT NULL CHECK (gst >= 0),
  arrive              bigint      NOT NULL CHECK (arrive > 0 AND arrive = principal - service_fee - gst),
  interest            bigint      NOT NULL CHECK (interest >= 0),
  repayment           bigint      NOT NULL CHECK (repayment = principal + interest),
  apr_bps             integer     NOT NULL,
  terms_hash          text        NOT NULL,
  purpose             text        CHECK (purpose IN ('shopping', 'medical', 'education', 'tourism', 'living', 'vehicle')),
  auto_get_money      boolean     NOT NULL,
  applied_at          timestamptz NOT NULL,
  -- Why a person must look at it, or why it was denied: [{ reason, details }], amounts in paise. `details.text` holds what a person
  -- wrote, to the letter.
  reasons             jsonb       NOT NULL DEFAULT '[]',
  referred_at         timestamptz,
  decided_at          timestamptz,
  denied_at           timestamptz,
  offer_until         date,
  confirmed_at        timestamptz,
  disbursed_at        timestamptz,
  disbursed_day       date,
  settled_at          timestamptz,
  -- The earliest unpaid due day: by it the close of business finds what it must look at. What is owed is derived, never stored.
  next_due_day        date,
  -- The India day up to which the close of business has worked on an overdue order.
  closed_day          date,
  was_ever_overdue    boolean     NOT NULL DEFAULT false,
  worst_overdue_days  integer     NOT NULL DEFAULT 0 CHECK (worst_overdue_days >= 0),
  extension_state     smallint    NOT NULL DEFAULT 0 CHECK (extension_state IN (0, 2, 3, 4, 5)),
  -- The India day up to which interest and penal charge of a running loan are booked.
  accrued_day         date,
  -- The India day on which it was last looked whether the borrower is to be reminded.
  reminded_day        date        NOT NULL DEFAULT '2000-01-01',
  cooling_off_days    smallint    NOT NULL CHECK (cooling_off_days >= 1),
  -- All of it was paid within the cooling-off days.
  was_returned        boolean     NOT NULL DEFAULT false,
  -- The latest outcome that its borrower has not seen yet, and when it came about: NULL once it was seen, on whatever device.
  outcome             text        CHECK (outcome IN ('payout', 'payment', 'denial', 'failure')),
  outcome_at          timestamptz,
  offer_working_days  smallint    NOT NULL DEFAULT 3,
  reapply_wait_days   smallint    NOT NULL DEFAULT 15,
  -- The charges that the sums hold and its journal does not, as of accrued_day (decision 81). A loan that ended has none.
  accrued_interest    bigint      NOT NULL DEFAULT 0,
  accrued_penal       bigint      NOT NULL DEFAULT 0,
  PRIMARY KEY (borrower_id, order_id),
  UNIQUE (borrower_id, order_no),
  FOREIGN KEY (borrower_id, card_id) REFERENCES bank_card,
  CHECK ((state = 'denied') = (denied_at IS NOT NULL)),
  CHECK ((state = 'settled') = (settled_at IS NOT NULL)),
  CHECK (state NOT IN ('pass', 'lending', 'loaned', 'overdue', 'extension', 'settled') OR offer_until IS NOT NULL),
  CHECK (state NOT IN ('lending', 'loaned', 'overdue', 'extension', 'settled') OR confirmed_at IS NOT NULL),
  CHECK (state NOT IN ('loaned', 'overdue', 'extension', 'settled') OR disbursed_day IS NOT NULL),
  CHECK (num_nulls(disbursed_at, disbursed_day) IN (0, 2)),
  CHECK (worst_overdue_days = 0 OR was_ever_overdue),
  CHECK ((state IN ('loaned', 'overdue', 'extension')) = (next_due_day IS NOT NULL)),
  CHECK (NOT was_returned OR state = 'settled'),
  CHECK (num_nulls(outcome, outcome_at) IN (0, 2)),
  CONSTRAINT loan_order_ended_without_sums
    CHECK (state IN ('loaned', 'overdue', 'extension') OR accrued_interest = 0 AND accrued_penal = 0)
);
CREATE UNIQUE INDEX loan_order_one_running ON loan_order (borrower_id)
  WHERE state IN ('auditing', 'pass', 'lending', 'loaned', 'overdue', 'extension');
CREATE INDEX loan_order_by_offer ON loan_order (offer_until) WHERE state = 'pass';
CREATE INDEX loan_order_waiting ON loan_order (referred_at) WHERE state = 'auditing';
CREATE INDEX loan_order_by_settled ON loan_order (settled_at) WHERE settled_at IS NOT NULL;
CREATE INDEX loan_order_denied ON loan_order (denied_at) WHERE denied_at IS NOT NULL;
-- The console finds a borrower by these.
CREATE INDEX loan_order_by_order_no ON loan_order (order_no);
CREATE INDEX loan_order_most_overdue ON loan_order (next_due_day, order_id) WHERE state = 'overdue';
CREATE INDEX loan_order_overdue_by_id ON loan_order (order_id) WHERE state = 'overdue';
-- What is found by a day is found by a day and a slot of borrowers. A loan that was never accrued is found like one of long ago.
CREATE INDEX loan_order_to_accrue ON loan_order (coalesce(accrued_day, '-infinity'::date),
  (get_byte(uuid_send(borrower_id), 15) & 15)) WHERE state IN ('loaned', 'overdue', 'extension');
CREATE INDEX loan_order_by_due_day ON loan_order (next_due_day, (get_byte(uuid_send(borrower_id), 15) & 15))
  WHERE state = 'loaned';
CREATE INDEX loan_order_by_closed_day ON loan_order (closed_day, (get_byte(uuid_send(borrower_id), 15) & 15))
  WHERE state = 'overdue';
CREATE INDEX loan_order_by_reminded_day ON loan_order (reminded_day, (get_byte(uuid_send(borrower_id), 15) & 15),
  next_due_day) WHERE state IN ('loaned', 'overdue');
COMMENT ON COLUMN loan_order.offer_working_days IS 'the days of its offer that its Key Facts Statement names';
COMMENT ON COLUMN loan_order.reapply_wait_days IS 'the wait that was told with its denial';

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
  asked_by      uuid        NOT NULL CONSTRAINT application_question_by REFERENCES staff,
  -- The first instant at which an answer is too late.
  answer_until  timestamptz NOT NULL CHECK (answer_until > asked_at),
  answer_sealed bytea,
  answered_at   timestamptz,
  PRIMARY KEY (borrower_id, order_id, number),
  CONSTRAINT application_question_of_order FOREIGN KEY (borrower_id, order_id) REFERENCES loan_order,
  CONSTRAINT application_question_asks CHECK (num_nonnulls(kind, words_sealed) > 0),
  CONSTRAINT application_question_answered CHECK ((answer_sealed IS NULL) = (answered_at IS NULL))
);

-- The next loan, reserved while one runs: a wish, applied for when the running one is settled. No terms are agreed before that.
CREATE TABLE reservation (
  borrower_id      uuid        NOT NULL,
  reservation_id   uuid        NOT NULL,
  order_id         uuid        NOT NULL,
  product_id       text        NOT NULL REFERENCES product,
  card_id          uuid        NOT NULL,
  amount           bigint      NOT NULL CHECK (amount > 0),
  state            text        NOT NULL CHECK (state IN ('waiting', 'applied', 'refused', 'cancelled')),
  -- Why it was refused: a sentence, and in `refusal` { reason, details }.
  reason           text,
  applied_order_id uuid,
  created_at       timestamptz NOT NULL,
  ended_at         timestamptz,
  refusal          jsonb,
  PRIMARY KEY (borrower_id, reservation_id),
  FOREIGN KEY (borrower_id, order_id) REFERENCES loan_order,
  FOREIGN KEY (borrower_id, applied_order_id) REFERENCES loan_order,
  FOREIGN KEY (borrower_id, card_id) REFERENCES bank_card,
  CHECK ((state = 'waiting') = (ended_at IS NULL)),
  CHECK ((state = 'applied') = (applied_order_id IS NOT NULL)),
  CHECK ((state = 'refused') = (reason IS NOT NULL))
);
CREATE UNIQUE INDEX reservation_one_waiting ON reservation (borrower_id) WHERE state = 'waiting';
CREATE INDEX reservation_by_order ON reservation (borrower_id, order_id, created_at);

-- The limits that borrowers set for their own new loans. NULL is no limit. An easier limit that was asked for stands beside the present
-- one, with the day from which it holds; without such a day nothing waits. The day 'infinity' is a pause without an end.
CREATE TABLE own_limit (
  borrower_id        uuid        PRIMARY KEY REFERENCES borrower,
  ceiling            bigint      CHECK (ceiling > 0),
  later_ceiling      bigint      CHECK (later_ceiling > ceiling),
  ceiling_eases      date,
  paused_until       date,
  later_paused_until date        CHECK (later_paused_until < paused_until),
  pause_eases        date,
  changed_at         timestamptz NOT NULL,
  CHECK (ceiling_eases IS NULL OR ceiling IS NOT NULL),
  CHECK (later_ceiling IS NULL OR ceiling_eases IS NOT NULL),
  CHECK (pause_eases IS NULL OR paused_until IS NOT NULL),
  CHECK (later_paused_until IS NULL OR pause_eases IS NOT NULL)
);

-- The Key Facts Statement of every application, in each language, as it was made: nothing ever rewrites one. The hash names what it
-- says; the one that the borrower acknowledged stands in order_event.
CREATE TABLE key_facts (
  borrower_id      uuid        NOT NULL,
  order_id         uuid        NOT NULL,
  language         text        NOT NULL CONSTRAINT key_facts_language_code CHECK (language ~ '^[a-z]{2}$'),
  hash             text        NOT NULL CHECK (hash ~ '^[0-9a-f]{64}$'),
  statement_sealed bytea       NOT NULL,
  made_at          timestamptz NOT NULL,
  PRIMARY KEY (borrower_id, order_id, language),
  FOREIGN KEY (borrower_id, order_id) REFERENCES loan_order
);
COMMENT ON TABLE key_facts IS 'encrypted-once: nothing rewrites or deletes a statement';

-- The schedule as agreed, with its days from the day the money arrived.
CREATE TABLE order_instalment (
  borrower_id uuid     NOT NULL,
  order_id    uuid     NOT NULL,
  number      smallint NOT NULL CHECK (number > 0),
  due_day     date     NOT NULL,
  principal   bigint   NOT NULL CHECK (principal >= 0),
  interest    bigint   NOT NULL CHECK (interest >= 0),
  amount      bigint   NOT NULL CHECK (amount = principal + interest),
  PRIMARY KEY (borrower_id, order_id, number),
  FOREIGN KEY (borrower_id, order_id) REFERENCES loan_order
);
COMMENT ON TABLE order_instalment IS 'append-only: what was agreed is never rewritten';

-- Everything that ever happened to an order.
CREATE TABLE order_event (
  borrower_id uuid        NOT NULL,
  order_id    uuid        NOT NULL,
  number      integer     NOT NULL CHECK (number > 0),
  event       text        NOT NULL,
  state       text        NOT NULL,
  actor       text        NOT NULL CHECK (actor IN ('borrower', 'rules', 'desk', 'provider', 'calendar')),
  details     jsonb       NOT NULL,
  at          timestamptz NOT NULL,
  PRIMARY KEY (borrower_id, order_id, number),
  FOREIGN KEY (borrower_id, order_id) REFERENCES loan_order
);
COMMENT ON TABLE order_event IS 'append-only: the history of an order';

-- An extension that was asked for. Its id names exactly the offer that was seen.
CREATE TABLE order_extension (
  borrower_id       uuid        NOT NULL,
  extension_id      text        NOT NULL,
  order_id          uuid        NOT NULL,
  -- Counts the extensions of the order.
  number            smallint    NOT NULL CHECK (number > 0),
  state             text        NOT NULL CHECK (state IN ('awaiting', 'paid', 'lapsed', 'abandoned', 'ended')),
  -- The oldest unpaid instalment, which falls due on the new day.
  instalment        smallint    NOT NULL CHECK (instalment > 0),
  new_due_day       date        NOT NULL,
  -- The fee by its parts, GST within the service fee. A payment on the loan meanwhile lowers it; nothing raises it.
  service_fee       bigint      NOT NULL CHECK (service_fee >= 0),
  gst               bigint      NOT NULL CHECK (gst >= 0 AND gst <= service_fee),
  penal             bigint      NOT NULL CHECK (penal >= 0),
  interest          bigint      NOT NULL CHECK (interest >= 0),
  asked             bigint      NOT NULL CHECK (service_fee + penal + interest <= asked),
  requested_at      timestamptz NOT NULL,
  requested_day     date        NOT NULL,
  expires_at        timestamptz NOT NULL CHECK (expires_at > requested_at),
  ended_at          timestamptz,
  ended_day         date,
  -- How many receipts the order had when the extension ended: its place among the loan's payments.
  after_receipts    integer,
  -- The fee as it was asked for, which no payment lowers, and how many payments were known then; what is set aside for it now.
  asked_service_fee bigint,
  asked_gst         bigint,
  asked_penal       bigint,
  asked_interest    bigint,
  requested_after   integer,
  set_aside         bigint,
  PRIMARY KEY (borrower_id, extension_id),
  UNIQUE (borrower_id, order_id, number),
  FOREIGN KEY (borrower_id, order_id) REFERENCES loan_order,
  CHECK (num_nulls(ended_at, ended_day, after_receipts) = CASE state WHEN 'awaiting' THEN 3 ELSE 0 END)
);
CREATE UNIQUE INDEX order_extension_one_awaiting ON order_extension (borrower_id, order_id) WHERE state = 'awaiting';
CREATE INDEX order_extension_expiry ON order_extension (expires_at) WHERE state = 'awaiting';

-- The addendum to a Key Facts Statement of every extension that was asked for, in each language, as it was acknowledged: nothing ever
-- rewrites one. Which one was acknowledged stands in order_event.
CREATE TABLE key_facts_addendum (
  borrower_id      uuid        NOT NULL,
  extension_id     text        NOT NULL,
  language         text        NOT NULL CONSTRAINT key_facts_addendum_language_code CHECK (language ~ '^[a-z]{2}$'),
  hash             text        NOT NULL CHECK (hash ~ '^[0-9a-f]{64}$'),
  statement_sealed bytea       NOT NULL,
  made_at          timestamptz NOT NULL,
  PRIMARY KEY (borrower_id, extension_id, language),
  FOREIGN KEY (borrower_id, extension_id) REFERENCES order_extension
);
COMMENT ON TABLE key_facts_addendum IS 'encrypted-once: nothing rewrites or deletes an addendum';

-- What had been paid towards an extension that was not paid in full: it is a payment on the loan as any other. A release is computed
-- anew with the course of its loan.
CREATE TABLE extension_release (
  borrower_id    uuid        NOT NULL,
  extension_id   text        NOT NULL,
  order_id       uuid        NOT NULL,
  after_receipts integer     NOT NULL,
  amount         bigint      NOT NULL CHECK (amount > 0),
  penal          bigint      NOT NULL CHECK (penal >= 0),
  interest       bigint      NOT NULL CHECK (interest >= 0),
  principal      bigint      NOT NULL CHECK (principal >= 0),
  excess         bigint      NOT NULL CHECK (excess >= 0),
  day            date        NOT NULL,
  released_at    timestamptz NOT NULL,
  PRIMARY KEY (borrower_id, extension_id),
  FOREIGN KEY (borrower_id, extension_id) REFERENCES order_extension,
  CHECK (amount = penal + interest + principal + excess)
);
CREATE INDEX extension_release_by_order ON extension_release (borrower_id, order_id);
COMMENT ON TABLE extension_release IS 'money that was set aside for an extension, as it is applied to the loan now';

-- The request for later due days, without a fee: one for each loan, whatever became of it (decision 45). What was agreed is never
-- rewritten: a plan moves the due days where a loan is computed, not where it is stored.
CREATE TABLE hardship_plan (
  borrower_id    uuid        NOT NULL,
  order_id       uuid        NOT NULL,
  -- `ended`: nothing was owed any more before anybody answered.
  state          text        NOT NULL CHECK (state IN ('awaiting', 'granted', 'refused', 'ended')),
  move_days      smallint    NOT NULL CHECK (move_days > 0),
  requested_at   timestamptz NOT NULL,
  requested_day  date        NOT NULL,
  -- Why a person decides; empty where the rules did.
  referred_for   text[]      NOT NULL,
  answered_at    timestamptz,
  -- The day from which the plan counts, and how many receipts the order had by then: its place among the loan's payments.
  granted_day    date,
  after_receipts integer     CHECK (after_receipts >= 0),
  -- What the person who refused it wrote to the borrower.
  refusal        text,
  PRIMARY KEY (borrower_id, order_id),
  FOREIGN KEY (borrower_id, order_id) REFERENCES loan_order,
  CHECK ((state = 'awaiting') = (answered_at IS NULL)),
  CHECK (num_nulls(granted_day, after_receipts) = CASE state WHEN 'granted' THEN 0 ELSE 2 END),
  CHECK ((state = 'refused') = (refusal IS NOT NULL))
);
CREATE INDEX hardship_plan_awaiting ON hardship_plan (requested_at) WHERE state = 'awaiting';

-- Orders that a step of the close of business could not close, and why. They are tried again, apart from all others, and a person is shown
-- them until they are closed.
CREATE TABLE order_left_behind (
  borrower_id uuid        NOT NULL,
  order_id    uuid        NOT NULL,
  step        text        NOT NULL,
  reason      text        NOT NULL,
  tries       integer     NOT NULL CHECK (tries > 0),
  since       timestamptz NOT NULL,
  tried_at    timestamptz NOT NULL,
  again_at    timestamptz NOT NULL,
  PRIMARY KEY (borrower_id, order_id, step)
);
CREATE INDEX order_left_behind_due ON order_left_behind (step, again_at);

-- The close of business is shared by slots of borrowers: who works on a slot of a step holds its lease, and deletes it at the end.
CREATE TABLE closing_lease (
  step       text        NOT NULL,
  slot       smallint    NOT NULL CONSTRAINT closing_lease_slot_is_one_of_16 CHECK (slot BETWEEN 0 AND 15),
  holder     uuid        NOT NULL,
  held_until timestamptz NOT NULL,
  PRIMARY KEY (step, slot)
);

-- A collector's note (02-staff.sql) is about a loan.
ALTER TABLE collection_note ADD CONSTRAINT collection_note_of_loan FOREIGN KEY (borrower_id, order_id) REFERENCES loan_order;
