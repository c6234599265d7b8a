-- Whose a message is: what a subagent does is neither the session's own work nor a use of what the
-- session was told.
ALTER TABLE messages ADD COLUMN agent TEXT NOT NULL DEFAULT '';  -- id of the subagent; '': the session itself, or logged before this column was
