-- What became of suggestions by the words in which they were told, what the user
-- says of them, where nothing is to be told, and how far transcripts were read.
ALTER TABLE sessions ADD COLUMN silent INTEGER NOT NULL DEFAULT 0;      -- 1: the user wants to be told nothing in it

ALTER TABLE suggestions ADD COLUMN wording TEXT NOT NULL DEFAULT '';    -- see suggest.Worded; '' where it was not kept
ALTER TABLE suggestions ADD COLUMN chars   INTEGER NOT NULL DEFAULT 0;  -- that it cost, UTF-16 units
ALTER TABLE suggestions ADD COLUMN carried INTEGER;                     -- later prompts until it was forgotten; null: not yet
ALTER TABLE suggestions ADD COLUMN invoked_by TEXT CHECK (invoked_by IN ('model', 'user'));
UPDATE suggestions SET invoked_by = 'model' WHERE invoked_at IS NOT NULL;

CREATE TABLE feedback (                      -- the last word of the user on an item in a session
  id          INTEGER PRIMARY KEY,
  session_id  TEXT NOT NULL REFERENCES sessions ON DELETE CASCADE,
  kind        TEXT NOT NULL,
  item_id     TEXT NOT NULL,
  verdict     TEXT NOT NULL CHECK (verdict IN ('good', 'bad')),
  decision_id INTEGER,                       -- that told it last before; null: it was not told
  wording     TEXT NOT NULL,                 -- in which it was told then
  given_at    INTEGER NOT NULL,
  UNIQUE (session_id, kind, item_id)
) STRICT;

CREATE TABLE transcripts (                   -- of sessions, as far as they were read for invocations
  path        TEXT PRIMARY KEY,
  session_id  TEXT NOT NULL REFERENCES sessions ON DELETE CASCADE,
  bytes       INTEGER NOT NULL,              -- of the file when it was read
  modified_at INTEGER NOT NULL,
  position    TEXT NOT NULL                  -- JSON: where to read on
) STRICT;
CREATE INDEX transcripts_session ON transcripts (session_id);

CREATE TABLE totals_by_wording (             -- of suggestions and feedback that retention removed
  id            INTEGER PRIMARY KEY,
  workspace     TEXT NOT NULL,
  kind          TEXT NOT NULL,
  item_id       TEXT NOT NULL,
  wording       TEXT NOT NULL,
  suggested     INTEGER NOT NULL,
  invoked       INTEGER NOT NULL,
  by_user       INTEGER NOT NULL,            -- of those invoked
  late          INTEGER NOT NULL,
  ignored       INTEGER NOT NULL,
  good          INTEGER NOT NULL,
  bad           INTEGER NOT NULL,
  chars         INTEGER NOT NULL,
  carried_chars INTEGER NOT NULL,            -- chars times later prompts
  last_told     INTEGER NOT NULL,            -- 0: never
  last_given    INTEGER NOT NULL,            -- feedback; 0: never
  UNIQUE (workspace, kind, item_id, wording)
) STRICT;
INSERT INTO totals_by_wording
  SELECT id, workspace, kind, item_id, '', suggested, invoked, 0, late, ignored, 0, 0, 0, 0, last_told, 0 FROM totals;
DROP TABLE totals;
ALTER TABLE totals_by_wording RENAME TO totals;
