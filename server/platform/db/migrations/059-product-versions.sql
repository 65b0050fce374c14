-- The versions of each product: the newest whose India day has come is in effect. Nothing rewrites a version, and each order keeps the
-- terms that it was made with. The other columns of `product` are those of the first version: servers of the previous version read them.
CREATE TABLE product_version (
  product_id text NOT NULL,
  version integer NOT NULL CHECK (version >= 1),
  from_day date NOT NULL,
  -- False: from that day the product is withdrawn.
  is_offered boolean NOT NULL,
  made_at timestamptz NOT NULL,
  position smallint NOT NULL,
  name text NOT NULL,
  logo text NOT NULL,
  order_num smallint NOT NULL CHECK (order_num >= 1),
  kind text NOT NULL CHECK (kind IN ('own', 'external')),
  is_full boolean NOT NULL,
  -- Ascending; checked by the publish gate.
  amounts integer[] NOT NULL CHECK (cardinality(amounts) > 0),
  h5_href text CHECK (h5_href LIKE 'https://%'),
  rate_ppm_year integer CHECK (rate_ppm_year >= 0),
  processing_fee_bps integer CHECK (processing_fee_bps >= 0),
  period_days smallint CHECK (period_days > 0),
  instalments smallint CHECK (instalments > 0),
  max_tenor_days smallint CHECK (max_tenor_days >= period_days * instalments),
  penal_rate_ppm_year integer CHECK (penal_rate_ppm_year >= 0),
  penal_cap_bps integer CHECK (penal_cap_bps >= 0),
  extension_fee_bps integer CHECK (extension_fee_bps >= 0),
  cooling_off_days smallint CHECK (cooling_off_days >= 1),
  texts jsonb NOT NULL,
  PRIMARY KEY (product_id, version),
  CONSTRAINT product_version_link CHECK ((kind = 'external') = (h5_href IS NOT NULL)),
  CONSTRAINT product_version_terms CHECK (num_nulls(rate_ppm_year, processing_fee_bps, period_days, instalments, max_tenor_days,
    penal_rate_ppm_year, penal_cap_bps, extension_fee_bps, cooling_off_days) = CASE kind WHEN 'external' THEN 9 ELSE 0 END)
);
COMMENT ON TABLE product_version IS 'append-only: a change of a product is a further version';

-- What a product manager has typed, as typed: a figure may be missing or half written. The revision grows with each save.
CREATE TABLE product_draft (
  product_id text PRIMARY KEY CHECK (product_id ~ '^[0-9a-z-]{1,40}$'),
  content jsonb NOT NULL,
  revision integer NOT NULL CHECK (revision >= 1),
  saved_by uuid NOT NULL,
  saved_at timestamptz NOT NULL
);

INSERT INTO product_version (product_id, version, from_day, is_offered, made_at, position, name, logo, order_num, kind, is_full, amounts,
  h5_href, rate_ppm_year, processing_fee_bps, period_days, instalments, max_tenor_days, penal_rate_ppm_year, penal_cap_bps,
  extension_fee_bps, cooling_off_days, texts)
SELECT product_id, 1, '2000-01-01', is_active, 'epoch', position, name, logo, order_num, kind, is_full, amounts,
  h5_href, rate_ppm_year, processing_fee_bps, period_days, instalments, max_tenor_days, penal_rate_ppm_year, penal_cap_bps,
  extension_fee_bps, cooling_off_days, texts FROM product;

-- spread
ALTER TABLE product_version ADD CONSTRAINT product_version_product FOREIGN KEY (product_id) REFERENCES product (product_id);
ALTER TABLE product_draft ADD CONSTRAINT product_draft_saved_by FOREIGN KEY (saved_by) REFERENCES staff (staff_id);
ALTER TABLE proposal DROP CONSTRAINT proposal_act_check;
ALTER TABLE proposal ADD CONSTRAINT proposal_act_check CHECK (act IN ('settle-refund', 'stop-payout', 'invite-staff', 'change-staff',
  'change-role', 'publish-product', 'withdraw-product'));
