-- What became of suggestions in sessions that are at rest: not touched since
-- through. A prompt reads one row instead of weighing thousands. The row counts as
-- long as the same sessions are at rest with the same events; else the tables do.
CREATE TABLE usage_at_rest (
  workspace TEXT PRIMARY KEY,
  through   INTEGER NOT NULL,   -- no session in it was touched after that
  sessions  INTEGER NOT NULL,   -- how many there were
  events    INTEGER NOT NULL,   -- of them all
  data      BLOB NOT NULL       -- see usagerest.go
) STRICT;

CREATE INDEX sessions_workspace ON sessions (workspace, last_active, events);
