-- What a language model said of open prompts: of each decision, and of each request what it
-- cost and why it failed. A row of opinions holds no text of a prompt, and outlives its
-- session without the session's id: budgets count days and months.
ALTER TABLE decisions ADD COLUMN opinion TEXT;   -- JSON; null: none was wanted

CREATE TABLE opinions (
  id           INTEGER PRIMARY KEY,
  session_id   TEXT REFERENCES sessions ON DELETE SET NULL,
  asked_at     INTEGER NOT NULL,
  provider     TEXT NOT NULL,
  model        TEXT NOT NULL,
  sent         INTEGER NOT NULL,                 -- 0: it was not asked; the cause is why
  cause        TEXT,                             -- why there is no opinion; '': there is one; null: under way, or its process was killed
  agreed       INTEGER,                          -- 1: with the local decision; null: there is no opinion
  took_ms      INTEGER NOT NULL DEFAULT 0,
  tokens_in    INTEGER NOT NULL DEFAULT 0,
  tokens_out   INTEGER NOT NULL DEFAULT 0,
  rest_until   INTEGER NOT NULL DEFAULT 0        -- the provider wants not to be asked before; 0: it did not say
) STRICT;
CREATE INDEX opinions_asked ON opinions (asked_at);
CREATE INDEX opinions_session ON opinions (session_id);
