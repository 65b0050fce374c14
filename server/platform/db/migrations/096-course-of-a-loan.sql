-- A loan's debt follows from its payments by the instants at which they were made, in whatever order they become known (decision 6).
-- What an older version booked has no such instant: it counts by its day and number. The uses in payment_receipt are those of the
-- moment at which each became known, and the version before reads them; what became of a payment in the end is computed.
ALTER TABLE payment_receipt ADD COLUMN made_at timestamptz;

-- The fee as it was asked for, which no payment lowers, and how many payments were known then; what is set aside for it now.
ALTER TABLE order_extension
  ADD COLUMN asked_service_fee bigint, ADD COLUMN asked_gst bigint, ADD COLUMN asked_penal bigint, ADD COLUMN asked_interest bigint,
  ADD COLUMN requested_after integer, ADD COLUMN set_aside bigint;
UPDATE order_extension e
SET asked_service_fee = (v.details ->> 'serviceFee')::bigint, asked_gst = (v.details ->> 'gst')::bigint,
  asked_penal = (v.details ->> 'penal')::bigint, asked_interest = (v.details ->> 'interest')::bigint
FROM order_event v
WHERE v.borrower_id = e.borrower_id AND v.order_id = e.order_id AND v.event = 'requestExtension'
  AND v.details ->> 'extensionId' = e.extension_id;

-- A release is computed anew with the course of its loan.
COMMENT ON TABLE extension_release IS 'money that was set aside for an extension, as it is applied to the loan now';

-- More of one payment may have to go back than was thought at first.
ALTER TABLE refund DROP CONSTRAINT refund_borrower_id_receipt_id_cause_key;
CREATE INDEX refund_of_receipt ON refund (borrower_id, receipt_id);

-- A document that is corrected is withdrawn, and the next version of it issued.
ALTER TABLE paper ADD COLUMN version smallint NOT NULL DEFAULT 1;
ALTER TABLE paper DROP CONSTRAINT paper_borrower_id_order_id_kind_subject_key;
ALTER TABLE paper ADD CONSTRAINT paper_once UNIQUE (borrower_id, order_id, kind, subject, version);
ALTER TABLE paper_withdrawal DROP CONSTRAINT paper_withdrawal_reason_check;
ALTER TABLE paper_withdrawal ADD CONSTRAINT paper_withdrawal_reason_check
  CHECK (reason IN ('payout-reversed', 'extension-ended', 'hardship-ended', 'corrected')) NOT VALID;

-- Since when a payment was begun at its vendor, and has not ended. Few are at a time.
ALTER TABLE payment ADD COLUMN pending_since timestamptz;
CREATE INDEX payment_under_way ON payment (borrower_id, pending_since) WHERE pending_since IS NOT NULL;
UPDATE payment p SET pending_since = d.changed_at FROM autopay_debit d
WHERE d.borrower_id = p.borrower_id AND d.debit_id = p.payment_id AND d.state = 'started' AND p.status = 'pending';
