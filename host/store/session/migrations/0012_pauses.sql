-- When a session that had ended was closed until somebody resumed it: whoever wrote a file then,
-- the session did not.
ALTER TABLE sessions ADD COLUMN pauses TEXT NOT NULL DEFAULT '[]';  -- JSON list of pairs: its end, and when it was resumed
