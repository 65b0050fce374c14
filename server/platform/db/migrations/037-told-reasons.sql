-- Why something was decided is kept as a word and its figures, { reason, details }, amounts in paise; its sentence is made when it
-- is shown, in the language of whoever reads it. This file is the one place that reads the sentences that rows held before. One
-- that it cannot read, and what a person wrote, is kept to the letter as details.text, and shown as it is.
-- The version before reads msg and reservation.reason, so they stay for one version more.
CREATE FUNCTION pg_temp.details_of(reason text, msg text) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN (reason, msg) IN (
      ('identity-unverified', 'Your identity could not be verified.'),
      ('names-differ', 'The name on your PAN differs from the name on your Aadhaar.'),
      ('names-need-a-look', 'The name on your PAN is written differently from the name on your Aadhaar.'),
      ('cards-need-a-look', 'The pictures of your cards need to be looked at by a person.'),
      ('face-needs-a-look', 'Your picture needs to be looked at by a person.'),
      ('no-income', 'You stated no monthly income.'),
      ('order-in-progress', 'You already have a loan in progress.'),
      ('was-overdue', 'An earlier loan was overdue for more than a week.'),
      ('payout-refused', 'Your bank did not accept the transfer. Nothing is owed. Please check your bank account, or add another one, and apply again.'),
      ('payout-reversed', 'Your bank returned the transfer. Nothing is owed, and what you have paid is sent back to you.'),
      ('offer-lapsed', 'The offer was not taken in time. You may apply again.')
    ) THEN '{}'::jsonb
    WHEN reason = 'under-age' AND msg ~ '^You must be at least [0-9]{1,3} years old\.$'
      THEN jsonb_build_object('years', substring(msg FROM '[0-9]+')::integer)
    WHEN reason = 'was-long-overdue' AND msg ~ '^An earlier loan was overdue for more than [0-9]{1,3} days\.$'
      THEN jsonb_build_object('days', substring(msg FROM '[0-9]+')::integer)
    WHEN reason = 'instalment-too-high' AND msg ~ '^The instalment of ₹[0-9,]{1,15}\.[0-9]{2} is high for the income you stated\.$'
      OR reason = 'instalment-needs-a-look'
        AND msg ~ '^The instalment of ₹[0-9,]{1,15}\.[0-9]{2} is a large part of the income you stated\.$'
      THEN jsonb_build_object('instalment',
        (replace(substring(msg FROM '₹([0-9,]+\.[0-9]{2})'), ',', '')::numeric * 100)::bigint)
    ELSE jsonb_build_object('text', msg)
  END
$$;

UPDATE loan_order SET reasons = (
  SELECT jsonb_agg(told || jsonb_build_object('details', pg_temp.details_of(told ->> 'reason', told ->> 'msg')) ORDER BY place)
  FROM jsonb_array_elements(reasons) WITH ORDINALITY AS each (told, place)
) WHERE reasons <> '[]';

ALTER TABLE reservation ADD COLUMN refusal jsonb;

UPDATE reservation SET refusal = coalesce(
  (
    SELECT jsonb_build_object('reason', known.reason, 'details', '{}'::jsonb)
    FROM (VALUES
      ('product-not-found', 'This product is not available.'),
      ('product-full', 'This product is full at the moment.'),
      ('product-external', 'This product is offered on another site.'),
      ('amount-not-offered', 'Please choose one of the offered amounts.'),
      ('period-not-offered', 'Please choose the offered period.'),
      ('period-not-offered', 'Please choose the loan term on offer.'),
      ('verification-incomplete', 'Please complete your verification first.'),
      ('bank-card-required', 'Attention! Just one step away from receiving cash! Add payment account.'),
      ('bank-card-not-found', 'This bank account was not found.'),
      ('bank-card-not-found', 'We could not find this bank account.'),
      ('terms-changed', 'The terms have changed. Please read them again before you apply.'),
      ('order-in-progress', 'You already have a loan in progress.'),
      ('reapply-too-soon', 'We could not approve your apolication at this moment. Please re-apply in 15 days.')
    ) AS known (reason, msg)
    WHERE known.msg = reservation.reason
  ),
  CASE WHEN reservation.reason ~ '^This product opens after [0-9]{1,6} loans repaid\.$' THEN jsonb_build_object(
    'reason', 'product-locked',
    'details', jsonb_build_object('loansNeeded', substring(reservation.reason FROM '[0-9]+')::integer)
  ) END,
  jsonb_build_object('reason', 'as-written', 'details', jsonb_build_object('text', reservation.reason))
) WHERE state = 'refused';
