-- With whom a payout is: set before that vendor first hears of it, and never changed, so that no other is ever asked to pay it again. It is
-- not known of those made before; with whoever is configured when they are next worked on, they are.
ALTER TABLE payout ADD COLUMN vendor text;
