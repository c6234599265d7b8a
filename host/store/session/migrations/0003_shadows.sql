-- What rulesets that only look on would have decided, and how that compares.
CREATE TABLE shadows (
  id           INTEGER PRIMARY KEY,
  decision_id  INTEGER NOT NULL REFERENCES decisions ON DELETE CASCADE,
  ruleset_id   TEXT NOT NULL,
  ruleset_hash TEXT NOT NULL,                -- of the version that was asked
  evaluated_at INTEGER NOT NULL,
  verdict      TEXT NOT NULL CHECK (verdict IN ('same', 'more', 'less', 'other', 'withdrawals', 'not_comparable', 'fault')),
  answer       TEXT NOT NULL,                -- canonical JSON; {} where there is none
  reason       TEXT NOT NULL,                -- what the trace could not answer, or the fault
  fuel         INTEGER NOT NULL,
  micros       INTEGER NOT NULL,
  UNIQUE (decision_id, ruleset_id)
) STRICT;
CREATE INDEX shadows_ruleset ON shadows (ruleset_id, ruleset_hash, id);

-- Of rulesets that were asked and lost their say, so that another one answered or
-- none: why can be looked into and taken again.
CREATE TABLE failed_traces (
  id          INTEGER PRIMARY KEY,
  decision_id INTEGER NOT NULL REFERENCES traces ON DELETE CASCADE,
  attempt     INTEGER NOT NULL,              -- from 1, in the order asked
  data        BLOB NOT NULL,                 -- deflate
  UNIQUE (decision_id, attempt)
) STRICT;
