-- When a session ran before it started, by a clock that was set back since: what was written then
-- it may have written.
ALTER TABLE sessions ADD COLUMN earliest_at INTEGER;  -- of its events; NULL: none lay before started_at
