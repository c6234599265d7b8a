-- Times are Unix milliseconds, UTC. Every table has a rowid and is STRICT:
-- salvage reads a damaged file along the one and refuses nonsense by the other.

CREATE TABLE sessions (
  session_id   TEXT PRIMARY KEY,
  workspace    TEXT NOT NULL,
  started_at   INTEGER NOT NULL,
  last_active  INTEGER NOT NULL,
  ended_at     INTEGER,                      -- null while it may go on
  events       INTEGER NOT NULL DEFAULT 0,
  sequence     INTEGER NOT NULL DEFAULT 0,   -- of the newest message
  prompts      INTEGER NOT NULL DEFAULT 0,   -- recorded
  decided      INTEGER NOT NULL DEFAULT 0    -- the newest prompt that a decision was applied for
) STRICT;

CREATE TABLE messages (
  id                INTEGER PRIMARY KEY,
  session_id        TEXT NOT NULL REFERENCES sessions ON DELETE CASCADE,
  sequence          INTEGER NOT NULL,
  prompt            INTEGER NOT NULL,        -- number of the prompt it belongs to; 0 before the first
  role              TEXT NOT NULL CHECK (role IN ('user', 'assistant', 'tool')),
  event_type        TEXT NOT NULL,
  tool_name         TEXT NOT NULL,
  content_preview   TEXT NOT NULL,
  content_embedding BLOB,                    -- float32, little endian, of the whole content
  embedding_model   TEXT,
  active_skills     TEXT NOT NULL,           -- JSON list of ids, as they were when it was logged
  logged_at         INTEGER NOT NULL,
  UNIQUE (session_id, sequence)
) STRICT;

CREATE TABLE active_items (                  -- one row for each time that an item became active
  id                  INTEGER PRIMARY KEY,
  session_id          TEXT NOT NULL REFERENCES sessions ON DELETE CASCADE,
  kind                TEXT NOT NULL,
  item_id             TEXT NOT NULL,
  activated_at        INTEGER NOT NULL,
  activation_reason   TEXT NOT NULL,
  score               REAL,
  ruleset             TEXT NOT NULL,
  decision_id         INTEGER NOT NULL,      -- that activated it
  relevant            INTEGER NOT NULL,      -- number of the prompt that last found it relevant
  deactivated_at      INTEGER,               -- null while active
  deactivation_reason TEXT
) STRICT;
CREATE INDEX active_items_session ON active_items (session_id);
CREATE UNIQUE INDEX active_now ON active_items (session_id, kind, item_id) WHERE deactivated_at IS NULL;

CREATE TABLE suggestions (                   -- one row for each time that an item was told
  id            INTEGER PRIMARY KEY,
  session_id    TEXT NOT NULL REFERENCES sessions ON DELETE CASCADE,
  kind          TEXT NOT NULL,
  item_id       TEXT NOT NULL,
  decision_id   INTEGER NOT NULL,
  sequence      INTEGER NOT NULL,
  prompt        INTEGER NOT NULL,
  told_at       INTEGER NOT NULL,
  forgotten     INTEGER NOT NULL DEFAULT 0,  -- 1: compaction or clear removed it from the model's context
  withdrawn     INTEGER NOT NULL DEFAULT 0,  -- 1: deactivated since
  invoked_at    INTEGER,
  invoked_after INTEGER                      -- prompts between telling and invoking; 0: the same turn
) STRICT;
CREATE INDEX suggestions_item ON suggestions (session_id, item_id);

CREATE TABLE decisions (
  id           INTEGER PRIMARY KEY,
  session_id   TEXT NOT NULL REFERENCES sessions ON DELETE CASCADE,
  sequence     INTEGER NOT NULL,
  prompt       INTEGER NOT NULL,
  event_type   TEXT NOT NULL,
  decided_at   INTEGER NOT NULL,
  ruleset_id   TEXT NOT NULL,
  ruleset_hash TEXT NOT NULL,
  inputs_hash  TEXT NOT NULL,
  answer       TEXT NOT NULL,                -- canonical JSON
  scores       TEXT,                         -- JSON: the parts behind the scores
  said         TEXT NOT NULL,
  dropped      TEXT NOT NULL,                -- JSON: what the budget left out, and why
  tier         TEXT NOT NULL,
  neutral      INTEGER NOT NULL,
  durations    TEXT NOT NULL,                -- JSON: microseconds by step
  fault_code   TEXT,
  fault        TEXT
) STRICT;
CREATE INDEX decisions_session ON decisions (session_id, sequence);

CREATE TABLE traces (
  decision_id INTEGER PRIMARY KEY REFERENCES decisions ON DELETE CASCADE,
  data        BLOB NOT NULL                  -- deflate
) STRICT;

CREATE TABLE totals (                        -- of suggestions that retention removed
  id        INTEGER PRIMARY KEY,
  workspace TEXT NOT NULL,
  kind      TEXT NOT NULL,
  item_id   TEXT NOT NULL,
  suggested INTEGER NOT NULL,
  invoked   INTEGER NOT NULL,
  late      INTEGER NOT NULL,
  ignored   INTEGER NOT NULL,
  last_told INTEGER NOT NULL,
  UNIQUE (workspace, kind, item_id)
) STRICT;

CREATE TABLE ruleset_health (
  ruleset_id TEXT PRIMARY KEY,
  hash       TEXT NOT NULL,
  failures   INTEGER NOT NULL,               -- in a row
  paused_at  INTEGER,                        -- null: not paused
  skipped    INTEGER NOT NULL,               -- events seen while paused
  last_error TEXT NOT NULL
) STRICT;

CREATE TABLE ruleset_good (
  ruleset_id TEXT PRIMARY KEY,
  hash       TEXT NOT NULL,
  bundle     BLOB NOT NULL,
  saved_at   INTEGER NOT NULL
) STRICT;

CREATE TABLE meta (
  key   TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT;
