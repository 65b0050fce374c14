-- A payout that a person has stopped: it is sent no more, and is ended as refused once its bank is sure not to know it.
ALTER TABLE payout ADD COLUMN stopped_at timestamptz;
