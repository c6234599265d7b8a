-- Versions of rulesets before the last good one that a kept trace may still need to
-- be taken again.
CREATE TABLE ruleset_past (
  ruleset_id TEXT NOT NULL,
  hash       TEXT NOT NULL,
  bundle     BLOB NOT NULL,
  saved_at   INTEGER NOT NULL,
  PRIMARY KEY (ruleset_id, hash)
) STRICT;
