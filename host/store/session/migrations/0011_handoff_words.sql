-- What a person wrote in place of what is drawn of a session's unfinished work, and the
-- handoffs of another program that a person took over.
ALTER TABLE sessions ADD COLUMN words    TEXT NOT NULL DEFAULT '';  -- a fact a line; '': nothing, or the session went on
ALTER TABLE sessions ADD COLUMN words_at INTEGER;                    -- null: never

CREATE TABLE handoff_files (
  workspace    TEXT PRIMARY KEY,
  document     BLOB NOT NULL,              -- as it was read, byte by byte
  words        TEXT NOT NULL DEFAULT '',   -- what is told of the entry that was worked on last; '': none is open
  worked_at    INTEGER NOT NULL DEFAULT 0, -- on that entry
  handed_to    TEXT NOT NULL DEFAULT '',   -- as in sessions
  imported_at  INTEGER NOT NULL
) STRICT;
