-- What is on offer, and the figures of the decision rules. In all files of lending amounts are whole paise, rates parts per million a
-- year, shares basis points, days calendar days in India.

-- What is on offer. The terms are those of a product's first version: product_version holds what is in effect.
CREATE TABLE product (
  product_id          text      PRIMARY KEY CHECK (product_id ~ '^[0-9a-z-]{1,40}$'),
  name                text      NOT NULL,
  logo                text      NOT NULL,
  position            smallint  NOT NULL,
  order_num           smallint  NOT NULL CHECK (order_num >= 1),
  kind                text      NOT NULL CHECK (kind IN ('own', 'external')),
  is_full             boolean   NOT NULL,
  is_active           boolean   NOT NULL,
  -- Ascending; checked by the publish gate.
  amounts             integer[] NOT NULL CHECK (cardinality(amounts) > 0),
  h5_href             text      CHECK (h5_href LIKE 'https://%'),
  rate_ppm_year       integer   CHECK (rate_ppm_year >= 0),
  processing_fee_bps  integer   CHECK (processing_fee_bps >= 0),
  period_days         smallint  CHECK (period_days > 0),
  instalments         smallint  CHECK (instalments > 0),
  max_tenor_days      smallint  CHECK (max_tenor_days >= period_days * instalments),
  penal_rate_ppm_year integer   CHECK (penal_rate_ppm_year >= 0),
  penal_cap_bps       integer   CHECK (penal_cap_bps >= 0),
  extension_fee_bps   integer   CHECK (extension_fee_bps >= 0),
  texts               jsonb     NOT NULL,
  -- For how many days after the payout a loan may be returned.
  cooling_off_days    smallint  CHECK (cooling_off_days >= 1),
  CHECK ((kind = 'external') = (h5_href IS NOT NULL)),
  CHECK (num_nulls(rate_ppm_year, processing_fee_bps, period_days, instalments, max_tenor_days, penal_rate_ppm_year,
    penal_cap_bps, extension_fee_bps) = CASE kind WHEN 'external' THEN 8 ELSE 0 END),
  CHECK ((kind = 'external') = (cooling_off_days IS NULL))
);

-- The versions of each product: the newest whose India day has come is in effect. Nothing rewrites a version, and each order keeps the
-- terms that it was made with.
CREATE TABLE product_version (
  product_id          text        NOT NULL CONSTRAINT product_version_product REFERENCES product,
  version             integer     NOT NULL CHECK (version >= 1),
  from_day            date        NOT NULL,
  -- False: from that day the product is withdrawn.
  is_offered          boolean     NOT NULL,
  made_at             timestamptz NOT NULL,
  position            smallint    NOT NULL,
  name                text        NOT NULL,
  logo                text        NOT NULL,
  order_num           smallint    NOT NULL CHECK (order_num >= 1),
  kind                text        NOT NULL CHECK (kind IN ('own', 'external')),
  is_full             boolean     NOT NULL,
  -- Ascending; checked by the publish gate.
  amounts             integer[]   NOT NULL CHECK (cardinality(amounts) > 0),
  h5_href             text        CHECK (h5_href LIKE 'https://%'),
  rate_ppm_year       integer     CHECK (rate_ppm_year >= 0),
  processing_fee_bps  integer     CHECK (processing_fee_bps >= 0),
  period_days         smallint    CHECK (period_days > 0),
  instalments         smallint    CHECK (instalments > 0),
  max_tenor_days      smallint    CHECK (max_tenor_days >= period_days * instalments),
  penal_rate_ppm_year integer     CHECK (penal_rate_ppm_year >= 0),
  penal_cap_bps       integer     CHECK (penal_cap_bps >= 0),
  extension_fee_bps   integer     CHECK (extension_fee_bps >= 0),
  cooling_off_days    smallint    CHECK (cooling_off_days >= 1),
  texts               jsonb       NOT NULL,
  -- The values that the proposal of the version changed; each other value is that of the version before its day (decision 91). NULL: an
  -- older version, which named what it changed.
  names               text[],
  PRIMARY KEY (product_id, version),
  CONSTRAINT product_version_link CHECK ((kind = 'external') = (h5_href IS NOT NULL)),
  CONSTRAINT product_version_terms CHECK (num_nulls(rate_ppm_year, processing_fee_bps, period_days, instalments, max_tenor_days,
    penal_rate_ppm_year, penal_cap_bps, extension_fee_bps, cooling_off_days) = CASE kind WHEN 'external' THEN 9 ELSE 0 END)
);
COMMENT ON TABLE product_version IS 'append-only: a change of a product is a further version';

-- The figures of the decision rules that are the lender's policy: the newest version whose India day has come is in effect.
CREATE TABLE policy_version (
  version              integer     PRIMARY KEY CHECK (version >= 1),
  from_day             date        NOT NULL,
  affordable_percent   integer     NOT NULL CHECK (affordable_percent >= 1),
  out_of_reach_percent integer     NOT NULL CHECK (out_of_reach_percent BETWEEN affordable_percent AND 100),
  late_days_to_look_at integer     NOT NULL CHECK (late_days_to_look_at >= 0),
  late_days_to_deny    integer     NOT NULL CHECK (late_days_to_deny BETWEEN late_days_to_look_at AND 365),
  made_at              timestamptz NOT NULL,
  -- What was told to a borrower stands in their order, and no version reaches it. The defaults are the specification's.
  reapply_wait_days    integer     NOT NULL DEFAULT 15
                                   CONSTRAINT policy_version_wait_is_bounded CHECK (reapply_wait_days BETWEEN 0 AND 90),
  offer_working_days   integer     NOT NULL DEFAULT 3
                                   CONSTRAINT policy_version_offer_is_bounded CHECK (offer_working_days BETWEEN 1 AND 30),
  tiers                jsonb       NOT NULL DEFAULT '[{"loansOnTime": 1, "discount": 500}, {"loansOnTime": 2, "discount": 900},
                                   {"loansOnTime": 4, "discount": 1300}, {"loansOnTime": 5, "discount": 1400}]'
                                   CONSTRAINT policy_version_tiers_are_few
                                   CHECK (jsonb_typeof(tiers) = 'array' AND jsonb_array_length(tiers) <= 10),
  -- The principal from which approving an application by hand needs a second person (decision 77); NULL: none.
  second_person_from   bigint      CONSTRAINT policy_version_second_person_is_bounded
                                   CHECK (second_person_from BETWEEN 0 AND 1000000000),
  -- The amounts that repaid loans open (decision 75).
  ladder               jsonb       NOT NULL DEFAULT '[{"loansRepaid": 1, "least": 100000, "most": 500000},
                                   {"loansRepaid": 3, "least": 300000, "most": 1000000},
                                   {"loansRepaid": 5, "least": 500000, "most": 4000000}]'
                                   CONSTRAINT policy_version_ladder_has_three_rungs
                                   CHECK (jsonb_typeof(ladder) = 'array' AND jsonb_array_length(ladder) = 3),
  -- As in product_version.
  names                text[],
  -- The days for which an account does not decide with those who made it.
  new_account_days     integer     NOT NULL DEFAULT 7
                                   CONSTRAINT policy_version_new_account_days_is_bounded CHECK (new_account_days BETWEEN 0 AND 90),
  -- The limits of looks that a lender has set, by role; those of a missing role are the program's.
  looks_per_day        jsonb       NOT NULL DEFAULT '{}'
                                   CONSTRAINT policy_version_looks_by_role CHECK (jsonb_typeof(looks_per_day) = 'object')
);
COMMENT ON TABLE policy_version IS 'append-only: a change of policy is a further version';
