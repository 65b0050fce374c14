-- The addendum of an extension that came to nothing is withdrawn when the extension ends, so that nobody takes it for one in force.
ALTER TABLE paper_withdrawal DROP CONSTRAINT paper_withdrawal_reason_check;
ALTER TABLE paper_withdrawal ADD CONSTRAINT paper_withdrawal_reason_check CHECK (reason IN ('payout-reversed', 'extension-ended'));

INSERT INTO paper_withdrawal (borrower_id, paper_id, reason, withdrawn_at)
SELECT p.borrower_id, p.paper_id, 'extension-ended', e.ended_at
FROM order_extension e
JOIN paper p ON p.borrower_id = e.borrower_id AND p.order_id = e.order_id AND p.kind = 'key-facts-addendum' AND p.subject = e.extension_id
WHERE e.state IN ('lapsed', 'abandoned', 'ended')
ON CONFLICT DO NOTHING;
