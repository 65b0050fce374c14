-- The addenda of a loan whose payout the bank took back hold no more.
INSERT INTO paper_withdrawal (borrower_id, paper_id, reason, withdrawn_at)
SELECT p.borrower_id, p.paper_id, 'payout-reversed', w.ended_at
FROM payout w
JOIN paper p ON p.borrower_id = w.borrower_id AND p.order_id = w.order_id AND p.kind IN ('key-facts-addendum', 'hardship-addendum')
WHERE w.state = 'reversed' AND w.ended_at IS NOT NULL
ON CONFLICT DO NOTHING;
UPDATE loan_order o SET extension_state = 0
WHERE o.state = 'failed' AND o.extension_state <> 0;
