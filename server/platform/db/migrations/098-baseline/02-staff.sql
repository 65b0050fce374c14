-- The lender's people: how they sign in, what two of them decide together, and what each looks at.

-- The lender's people, apart from borrowers.
CREATE TABLE staff (
  staff_id        uuid        PRIMARY KEY,
  mail_hash       bytea       NOT NULL UNIQUE,
  mail_sealed     bytea       NOT NULL,
  roles           text[]      NOT NULL CHECK (cardinality(roles) > 0),
  is_simulated    boolean     NOT NULL,
  created_at      timestamptz NOT NULL,
  -- From here on the person signs in no more. The row stays: acts and looks name it.
  ended_at        timestamptz,
  -- The account at the lender's provider (OIDC): a keyed hash of its issuer and subject, set by the first sign-in there.
  provider_hash   bytea,
  -- Made by the sandbox, or invited or let in by somebody who was: such a person exists only in a demonstration.
  made_by_sandbox boolean     NOT NULL DEFAULT false
);
CREATE UNIQUE INDEX staff_provider_is_one_person ON staff (provider_hash) WHERE ended_at IS NULL;

-- The permissions of an edited role; the given ones of the other roles are in the program.
CREATE TABLE staff_role (
  role        text        PRIMARY KEY,
  permissions text[]      NOT NULL,
  changed_at  timestamptz NOT NULL
);

CREATE TABLE staff_passkey (
  credential_id text        PRIMARY KEY,
  staff_id      uuid        NOT NULL REFERENCES staff,
  public_key    bytea       NOT NULL,
  counter       bigint      NOT NULL CHECK (counter >= 0),
  transports    text[]      NOT NULL,
  created_at    timestamptz NOT NULL,
  last_used_at  timestamptz
);

-- A challenge that a passkey is to sign, once.
CREATE TABLE staff_challenge (
  challenge_hash bytea       PRIMARY KEY,
  expires_at     timestamptz NOT NULL
);

-- The secret of the codes that an app shows (TOTP), beside a provider that asks for no second factor.
CREATE TABLE staff_totp (
  staff_id      uuid        PRIMARY KEY CONSTRAINT staff_totp_of_staff REFERENCES staff,
  secret_sealed bytea       NOT NULL,
  -- Absent until the first right code.
  confirmed_at  timestamptz,
  -- The half minute of the last code that was used: no code counts twice.
  last_step     bigint      NOT NULL,
  wrong_count   int         NOT NULL,
  wrong_since   timestamptz NOT NULL
);

-- A browser that was sent to the provider. It comes back once.
CREATE TABLE staff_attempt (
  secret_hash bytea       PRIMARY KEY,
  -- The session whose person proves anew; absent at a sign-in.
  session_id  uuid,
  -- The person whom the provider named, whose code is still to come.
  staff_id    uuid        CONSTRAINT staff_attempt_of_staff REFERENCES staff,
  started_at  timestamptz NOT NULL,
  expires_at  timestamptz NOT NULL
);

CREATE TABLE staff_session (
  session_id   uuid        PRIMARY KEY,
  cookie_hash  bytea       NOT NULL UNIQUE,
  staff_id     uuid        NOT NULL REFERENCES staff,
  created_at   timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  proved_at    timestamptz NOT NULL,
  -- How the person signed in: by passkey, by the lender's provider, or by a button of the sandbox.
  way          text        NOT NULL DEFAULT 'passkey' CONSTRAINT staff_session_way
                           CHECK (way IN ('passkey', 'provider', 'sandbox'))
);
CREATE INDEX staff_session_of_staff ON staff_session (staff_id);

-- The link that makes the first passkey of a person. It opens once.
CREATE TABLE staff_invitation (
  link_hash  bytea       PRIMARY KEY,
  staff_id   uuid        NOT NULL REFERENCES staff,
  expires_at timestamptz NOT NULL
);

-- An act that needs a second person: what, why, by whom, until when. It stays for ever.
CREATE TABLE proposal (
  proposal_id    uuid        PRIMARY KEY,
  act            text        NOT NULL CHECK (act IN ('settle-refund', 'stop-payout', 'approve-application', 'waive-penal',
                             'close-unknown-payment', 'invite-staff', 'change-staff', 'renew-staff', 'change-role',
                             'publish-product', 'withdraw-product', 'change-policy', 'change-content')),
  subject        text        NOT NULL,
  details_sealed bytea       NOT NULL,
  why_sealed     bytea       NOT NULL,
  proposed_by    uuid        NOT NULL REFERENCES staff,
  proposed_at    timestamptz NOT NULL,
  decide_until   timestamptz NOT NULL,
  UNIQUE (proposal_id, proposed_by)
);
-- Proposals that wait are found by their proposer.
CREATE INDEX proposal_by_proposer ON proposal (proposed_by);
COMMENT ON TABLE proposal IS 'encrypted-once: nothing rewrites or deletes a proposal';

-- The one proposal about a subject that waits.
CREATE TABLE open_proposal (
  act         text NOT NULL,
  subject     text NOT NULL,
  proposal_id uuid NOT NULL UNIQUE REFERENCES proposal,
  PRIMARY KEY (act, subject)
);

-- How a proposal ended, once. Another person than the proposer approves or refuses it.
CREATE TABLE proposal_decision (
  proposal_id   uuid        PRIMARY KEY,
  proposed_by   uuid        NOT NULL,
  decided_by    uuid        NOT NULL REFERENCES staff,
  outcome       text        NOT NULL
                            CHECK (outcome IN ('approved', 'refused', 'withdrawn', 'outdated', 'expired', 'right-ended')),
  reason_sealed bytea,
  decided_at    timestamptz NOT NULL,
  -- An act for which the lender switched the second person off was approved by its proposer, and says so for ever.
  is_alone      boolean     NOT NULL DEFAULT false,
  FOREIGN KEY (proposal_id, proposed_by) REFERENCES proposal (proposal_id, proposed_by),
  CONSTRAINT proposal_decision_withdrawn_by_proposer CHECK (outcome <> 'withdrawn' OR decided_by = proposed_by),
  CONSTRAINT proposal_decision_refused_with_reason CHECK (outcome <> 'refused' OR reason_sealed IS NOT NULL),
  CONSTRAINT proposal_decision_by_another CHECK (outcome NOT IN ('approved', 'refused') OR decided_by <> proposed_by OR is_alone),
  CONSTRAINT proposal_decision_alone CHECK (NOT is_alone OR (outcome = 'approved' AND decided_by = proposed_by))
);
CREATE INDEX proposal_decision_newest ON proposal_decision (decided_at, proposal_id);
COMMENT ON TABLE proposal_decision IS 'encrypted-once: nothing rewrites or deletes a decision';

-- How the account of a person was made or renewed last, and who confirmed that the right person opened its link (decision 93). It works
-- once it is confirmed. An account without a row works: it is older, was made by the sandbox, or by command while no two others could.
CREATE TABLE staff_account (
  staff_id     uuid        PRIMARY KEY CONSTRAINT staff_account_of_staff REFERENCES staff,
  -- Of the proposal: who proposed it and gets the link, and who approved it. None where a command made the account.
  proposal_id  uuid,
  proposed_by  uuid,
  approved_by  uuid        CONSTRAINT staff_account_approved_by_staff REFERENCES staff,
  made_at      timestamptz NOT NULL,
  -- The first use of the link, or the first sign-in at the provider. From here on there is no link.
  opened_at    timestamptz,
  opened_by    text        CONSTRAINT staff_account_opened_by CHECK (opened_by IN ('link', 'provider')),
  confirmed_by uuid        CONSTRAINT staff_account_confirmed_by_staff REFERENCES staff,
  confirmed_at timestamptz,
  -- Its proposer confirmed it: the lender switched the second person off for the act.
  is_alone     boolean     NOT NULL DEFAULT false,
  CONSTRAINT staff_account_of_the_proposal FOREIGN KEY (proposal_id, proposed_by) REFERENCES proposal (proposal_id, proposed_by),
  CONSTRAINT staff_account_of_proposal CHECK (num_nulls(proposal_id, proposed_by, approved_by) IN (0, 3)),
  CONSTRAINT staff_account_opened_whole CHECK (num_nulls(opened_at, opened_by) IN (0, 2)),
  CONSTRAINT staff_account_confirmed_whole CHECK (num_nulls(confirmed_by, confirmed_at) IN (0, 2)),
  CONSTRAINT staff_account_confirmed_when_opened CHECK (confirmed_at IS NULL OR opened_at IS NOT NULL),
  CONSTRAINT staff_account_confirmed_by_another CHECK (confirmed_by <> staff_id AND (confirmed_by <> proposed_by OR is_alone))
);

-- Who works on what waits, and until when it is put off.
CREATE TABLE inbox_mark (
  kind          text        NOT NULL,
  subject       text        NOT NULL,
  taken_by      uuid        REFERENCES staff,
  put_off_until timestamptz,
  reason_sealed bytea,
  marked_at     timestamptz NOT NULL,
  -- Who handed an item to the person that has it; missing where they took it themselves.
  handed_by     uuid        CONSTRAINT inbox_mark_handed_by REFERENCES staff,
  PRIMARY KEY (kind, subject),
  CHECK ((put_off_until IS NULL) = (reason_sealed IS NULL)),
  CONSTRAINT inbox_mark_handed CHECK (handed_by IS NULL OR taken_by IS NOT NULL)
);
CREATE INDEX inbox_mark_put_off ON inbox_mark (put_off_until) WHERE put_off_until IS NOT NULL;

-- A list of the console with its filter, which a person saved under a name of their own. The name may say anything, so it is encrypted;
-- the path holds the words and days of the filter alone.
CREATE TABLE staff_view (
  staff_id    uuid        NOT NULL CONSTRAINT staff_view_of_staff REFERENCES staff,
  view_id     uuid        NOT NULL,
  name_sealed bytea       NOT NULL,
  path        text        NOT NULL CHECK (length(path) BETWEEN 1 AND 300),
  created_at  timestamptz NOT NULL,
  PRIMARY KEY (staff_id, view_id)
);

-- Every look of a member of staff at a borrower. The borrower reads it.
CREATE TABLE staff_look (
  borrower_id uuid        NOT NULL REFERENCES borrower,
  look_id     uuid        NOT NULL,
  -- Missing for a look of the operations desk.
  staff_id    uuid        REFERENCES staff,
  role        text        NOT NULL,
  part        text        NOT NULL CHECK (part IN ('application', 'name', 'phone', 'search', 'borrower', 'order', 'pictures',
                          'feedback', 'loan')),
  why         text        NOT NULL
                          CHECK (why IN ('decision', 'identity', 'money', 'borrower-asked', 'complaint', 'collection', 'review')),
  at          timestamptz NOT NULL,
  -- The order, feedback, face or borrower that was opened (decision 71). Older looks name none.
  subject_id  uuid,
  PRIMARY KEY (borrower_id, look_id)
);
COMMENT ON TABLE staff_look IS 'append-only: who looked stays written down';

-- How much of borrowers a member of staff opened in an India day (decision 96). A row is counted up by each look and search.
CREATE TABLE staff_look_day (
  staff_id        uuid        NOT NULL CONSTRAINT staff_look_day_of_staff REFERENCES staff,
  day             date        NOT NULL,
  -- By the weights of the rules, and by the kind of each.
  points          integer     NOT NULL,
  opened          integer     NOT NULL DEFAULT 0,
  revealed        integer     NOT NULL DEFAULT 0,
  searched        integer     NOT NULL DEFAULT 0,
  searched_vainly integer     NOT NULL DEFAULT 0,
  exported        integer     NOT NULL DEFAULT 0,
  -- The limit when it was last counted, and the instants at which it was exceeded, and at which no more was shown.
  point_limit     integer     NOT NULL,
  above_at        timestamptz,
  stopped_at      timestamptz,
  -- Another person of compliance looked into it.
  reviewed_by     uuid        CONSTRAINT staff_look_day_reviewed_by REFERENCES staff,
  reviewed_at     timestamptz,
  review_sealed   bytea,
  PRIMARY KEY (staff_id, day),
  CONSTRAINT staff_look_day_reviewed_by_another CHECK (reviewed_by <> staff_id)
);
CREATE INDEX staff_look_day_open ON staff_look_day (above_at) WHERE above_at IS NOT NULL AND reviewed_at IS NULL;

-- Every search: the ways that fitted its text, never the text. Somebody who knows a value can compare its hash.
CREATE TABLE staff_search (
  search_id  uuid        PRIMARY KEY,
  staff_id   uuid        NOT NULL CONSTRAINT staff_search_of_staff REFERENCES staff,
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

-- Notes of the lender's people about a borrower. Free words may name anybody, so they are encrypted, and go with the borrower's data.
CREATE TABLE staff_note (
  borrower_id uuid        NOT NULL CONSTRAINT staff_note_of_borrower REFERENCES borrower,
  note_id     uuid        NOT NULL,
  staff_id    uuid        NOT NULL CONSTRAINT staff_note_by_staff REFERENCES staff,
  text_sealed bytea       NOT NULL,
  at          timestamptz NOT NULL,
  PRIMARY KEY (borrower_id, note_id)
);

-- The record of a call to a borrower about an overdue loan, of a note, and of a promise to pay. It stays, and its borrower gets it.
CREATE TABLE collection_note (
  borrower_id     uuid        NOT NULL,
  note_id         uuid        NOT NULL,
  order_id        uuid        NOT NULL,
  what            text        NOT NULL CHECK (what IN ('call', 'note', 'promise')),
  staff_id        uuid        NOT NULL CONSTRAINT collection_note_by REFERENCES staff,
  text_sealed     bytea,
  -- Paise that the borrower promised to pay by a day.
  promised_amount bigint      CHECK (promised_amount > 0),
  promised_day    date,
  at              timestamptz NOT NULL,
  PRIMARY KEY (borrower_id, note_id),
  CONSTRAINT collection_note_promise CHECK ((what = 'promise') = (promised_day IS NOT NULL AND promised_amount IS NOT NULL)),
  CONSTRAINT collection_note_text CHECK ((what = 'note') = (text_sealed IS NOT NULL))
);
CREATE INDEX collection_note_of_order ON collection_note (borrower_id, order_id, at);

-- What a product manager has typed, as typed: a figure may be missing or half written. The revision grows with each save.
CREATE TABLE product_draft (
  product_id text        PRIMARY KEY CHECK (product_id ~ '^[0-9a-z-]{1,40}$'),
  content    jsonb       NOT NULL,
  revision   integer     NOT NULL CHECK (revision >= 1),
  saved_by   uuid        NOT NULL CONSTRAINT product_draft_saved_by REFERENCES staff,
  saved_at   timestamptz NOT NULL
);

-- The portfolio at the end of a month that is over, by month of disbursal: a result that no later day changes. An empty one has a row
-- of nothing.
CREATE TABLE portfolio_month_end (
  day       date     NOT NULL,
  cohort    text     NOT NULL CHECK (cohort ~ '^\d{4}-\d{2}$'),
  bucket    smallint NOT NULL CHECK (bucket BETWEEN 0 AND 4),
  loans     integer  NOT NULL CHECK (loans >= 0),
  principal bigint   NOT NULL CHECK (principal >= 0),
  PRIMARY KEY (day, cohort, bucket)
);

-- A verification of the log over a period, a piece at a time: where it stands, and what it found.
CREATE TABLE log_verification (
  verification_id uuid        PRIMARY KEY,
  staff_id        uuid        NOT NULL,
  from_day        date        NOT NULL,
  to_day          date        NOT NULL CHECK (to_day >= from_day),
  started_at      timestamptz NOT NULL,
  -- The slot under way, and its last entry that was verified.
  slot            smallint    NOT NULL CHECK (slot BETWEEN 0 AND 16),
  number          bigint      NOT NULL CHECK (number >= 0),
  entries         integer     NOT NULL CHECK (entries >= 0),
  faults          text[]      NOT NULL,
  ended_at        timestamptz,
  CHECK ((slot = 16) = (ended_at IS NOT NULL))
);
CREATE INDEX log_verification_newest ON log_verification (started_at);
