-- Loans that were returned within the cooling-off period before 025 made a note of it: their principal was paid back in time.
UPDATE loan_order AS o SET was_returned = true
WHERE o.state = 'settled' AND NOT o.was_returned AND o.principal = (
  SELECT sum(r.principal) FROM payment_receipt r
  WHERE r.borrower_id = o.borrower_id AND r.order_id = o.order_id AND r.day <= o.disbursed_day + o.cooling_off_days
);
