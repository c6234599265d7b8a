-- From when to when sessions ran whose rows went, by retention, forget or damage: a lesson that
-- was written then is still not a person's.
CREATE TABLE ran (
  workspace  TEXT PRIMARY KEY,   -- '': of any
  started_at INTEGER NOT NULL,   -- the first
  ended_at   INTEGER NOT NULL    -- the last
) STRICT;
