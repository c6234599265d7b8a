-- index.db holds only what can be made again from the files and the model.
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

-- One row a file; a rejected file keeps its row so that it is not read again.
-- Rows are narrow because every prompt reads them all.
CREATE TABLE items (
  key          INTEGER PRIMARY KEY,
  path         TEXT NOT NULL UNIQUE,
  kind         TEXT NOT NULL,
  id           TEXT NOT NULL,
  source       TEXT NOT NULL,
  plugin       TEXT NOT NULL,
  size         INTEGER NOT NULL,
  mod_time     INTEGER NOT NULL, -- Unix nanoseconds
  inode        INTEGER NOT NULL,
  content_hash TEXT NOT NULL,    -- SHA-256, hex
  indexed_at   INTEGER NOT NULL, -- Unix milliseconds
  last_checked INTEGER NOT NULL,
  hidden       TEXT NOT NULL,    -- why the model may not be told of it
  reject_code  TEXT NOT NULL,
  length       INTEGER NOT NULL  -- weighted terms, for BM25
);

CREATE TABLE details (
  key          INTEGER PRIMARY KEY,
  name         TEXT NOT NULL,
  description  TEXT NOT NULL,    -- for search
  listed       TEXT NOT NULL,    -- as the client shows it
  keywords     TEXT NOT NULL,    -- joined by newlines
  sticky       INTEGER NOT NULL,
  front_matter TEXT NOT NULL,    -- JSON, or empty
  warnings     TEXT NOT NULL,    -- joined by newlines
  reject_why   TEXT NOT NULL
);

CREATE TABLE postings (
  term TEXT NOT NULL,
  item INTEGER NOT NULL,
  tf   INTEGER NOT NULL,         -- weighted
  PRIMARY KEY (term, item)
) WITHOUT ROWID;
CREATE INDEX postings_item ON postings (item);

-- What the encoder sees of an item: n 0 is its head, the others its body.
CREATE TABLE passages (
  item   INTEGER NOT NULL,
  n      INTEGER NOT NULL,
  hash   BLOB NOT NULL,          -- of the text
  vector INTEGER,                -- row of vectors; NULL until embedded by the model in use
  PRIMARY KEY (item, n)
) WITHOUT ROWID;
CREATE INDEX passages_hash ON passages (hash);
CREATE TABLE passage_texts (hash BLOB PRIMARY KEY, text TEXT NOT NULL) WITHOUT ROWID;

-- The embedding cache: it outlives renames, edits taken back and a change of
-- model. Null prompts are cached here too.
CREATE TABLE vectors (
  id     INTEGER PRIMARY KEY,
  model  TEXT NOT NULL,
  hash   BLOB NOT NULL,
  vector BLOB NOT NULL,          -- float32, little-endian, of length 1
  UNIQUE (hash, model)
);

-- What each null prompt reaches at most among a workspace's items, as JSON.
CREATE TABLE calibrations (
  workspace   TEXT PRIMARY KEY,
  seen        TEXT NOT NULL,     -- cheap: unchanged means that nothing else can have
  lexical_for TEXT NOT NULL,     -- fingerprint of the items that lexical is of
  lexical     TEXT NOT NULL,
  dense_for   TEXT NOT NULL,
  dense       TEXT NOT NULL
) WITHOUT ROWID;

CREATE VIRTUAL TABLE texts USING fts5 (
  name, description, keywords, body, tokenize = 'porter unicode61 remove_diacritics 2'
);
