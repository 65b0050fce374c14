-- Old sessions are found by when they began; an index by the last visit would be written with each visit.
CREATE INDEX session_by_age ON session (created_at);
