-- What this database has been used for, so that no other use of it begins unnoticed. One row, once a server has started.
CREATE TABLE installation (
  id              smallint PRIMARY KEY CHECK (id = 1),
  -- The lender of the newest start; absent without one.
  lender          text,
  -- The first start as a demonstration, whose sandbox signs anybody in to the console.
  demonstrated_at timestamptz,
  -- The first start with a lender or a real vendor.
  real_since      timestamptz
);

-- People whom the sandbox made, and everybody whom these invited or let in: they exist only in a demonstration.
ALTER TABLE staff ADD COLUMN made_by_sandbox boolean NOT NULL DEFAULT false;
DO $$
DECLARE
  made uuid[];
  invited text[];
  known integer := 0;
BEGIN
  SELECT coalesce(array_agg(staff_id), '{}') INTO made FROM staff WHERE is_simulated;
  WHILE cardinality(made) > known LOOP
    known := cardinality(made);
    SELECT coalesce(array_agg(p.subject), '{}') INTO invited
    FROM proposal p JOIN proposal_decision d ON d.proposal_id = p.proposal_id
    WHERE p.act = 'invite-staff' AND d.outcome = 'approved' AND (d.proposed_by = ANY (made) OR d.decided_by = ANY (made));
    SELECT coalesce(array_agg(staff_id), '{}') INTO made
    FROM staff WHERE staff_id = ANY (made) OR encode(mail_hash, 'hex') = ANY (invited);
  END LOOP;
  UPDATE staff SET made_by_sandbox = true WHERE staff_id = ANY (made);
  IF known > 0 THEN
    INSERT INTO installation (id, demonstrated_at) SELECT 1, min(created_at) FROM staff WHERE staff_id = ANY (made);
  END IF;
END
$$;

-- spread
