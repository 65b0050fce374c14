-- A refund that its vendor could not send, whatever it tried: it stays owed, and waits for a person.
ALTER TABLE refund ADD COLUMN given_up_at timestamptz;
ALTER TABLE refund DROP CONSTRAINT refund_state_check;
ALTER TABLE refund ADD CONSTRAINT refund_state_check CHECK (state IN ('pending', 'done', 'given-up'));
ALTER TABLE refund ADD CONSTRAINT refund_given_up CHECK ((state = 'given-up') = (given_up_at IS NOT NULL));

-- What has not ended is looked for: to take up what lost its job, and to show a person what takes too long.
CREATE INDEX payout_pending ON payout (payout_id) WHERE state = 'pending';
CREATE INDEX refund_not_done ON refund (refund_id) WHERE state <> 'done';
CREATE INDEX payment_pending ON payment (payment_id) WHERE status = 'pending';
