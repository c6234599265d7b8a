-- index.db holds only what can be made again from the files and the model. Every
-- table with content is STRICT, and rows have sums: see check.go.
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

-- Where listings have the items of a pool from: the user's home, a project, a plugin.
-- The keys of a scope's items are a range: see scope.go.
CREATE TABLE scopes (
  id         INTEGER PRIMARY KEY,
  root       TEXT NOT NULL,
  pool       TEXT NOT NULL,
  model      TEXT NOT NULL,      -- whose vectors its passages have, if any
  generation INTEGER NOT NULL,   -- rises with each change of its items
  cards      TEXT NOT NULL DEFAULT '', -- stamp of the user's cards that its items were given
  UNIQUE (root, pool)
) STRICT;

-- One row an item and scope; a rejected one keeps its row so that it is not read
-- again. Rows are narrow because a prompt reads all of its scopes.
CREATE TABLE items (
  key          INTEGER PRIMARY KEY,
  path         TEXT NOT NULL,    -- empty: the item is no file
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
  length       INTEGER NOT NULL, -- weighted terms, for BM25
  words        INTEGER NOT NULL, -- sum of its postings
  sum          INTEGER NOT NULL  -- of the rest of it, in all tables
) STRICT;
CREATE UNIQUE INDEX items_ref ON items (key >> 24, kind, id, path);

CREATE TABLE details (
  key          INTEGER PRIMARY KEY,
  name         TEXT NOT NULL,
  description  TEXT NOT NULL,    -- for search
  listed       TEXT NOT NULL,    -- as the client shows it
  keywords     TEXT NOT NULL,    -- joined by newlines
  sticky       INTEGER NOT NULL,
  front_matter TEXT NOT NULL,    -- JSON, or empty
  warnings     TEXT NOT NULL,    -- joined by newlines
  text_hash    TEXT NOT NULL,    -- of the item's own text, for the user's card of it
  card         TEXT NOT NULL,    -- its author's, as JSON, or empty
  reject_why   TEXT NOT NULL
) STRICT;

CREATE TABLE postings (
  term TEXT NOT NULL,
  item INTEGER NOT NULL,
  tf   INTEGER NOT NULL,         -- weighted
  PRIMARY KEY (term, item)
) STRICT, WITHOUT ROWID;
CREATE INDEX postings_item ON postings (item);

-- What the encoder sees of an item: n 0 is its head, the others its body, from 64 on the
-- asks of its card and from 80 on what the card does not mean.
CREATE TABLE passages (
  item   INTEGER NOT NULL,
  n      INTEGER NOT NULL,
  hash   BLOB NOT NULL,          -- of the text
  vector INTEGER,                -- row of vectors; NULL until embedded by the scope's model
  PRIMARY KEY (item, n)
) STRICT, WITHOUT ROWID;
CREATE INDEX passages_hash ON passages (hash);
CREATE INDEX passages_pending ON passages (item) WHERE vector IS NULL;
CREATE TABLE passage_texts (hash BLOB PRIMARY KEY, text TEXT NOT NULL) STRICT, WITHOUT ROWID;

-- The card that counts for an item, as it is compared with prompts: see rank.CardWords.
CREATE TABLE cards (
  item       INTEGER PRIMARY KEY,
  hash       BLOB NOT NULL,      -- of the card
  origin     TEXT NOT NULL,      -- whose it is: own, author
  words_of   TEXT NOT NULL,      -- the recipe that words are made for; empty: they are not made yet
  vectors_of TEXT NOT NULL,      -- and the recipe and model that vectors are made for
  sum        INTEGER NOT NULL,   -- of words and vectors
  words      BLOB NOT NULL,
  vectors    BLOB NOT NULL
) STRICT;

-- The embedding cache: it outlives renames, edits taken back and a change of
-- model. Null prompts are cached here too.
CREATE TABLE vectors (
  id     INTEGER PRIMARY KEY,
  model  TEXT NOT NULL,
  hash   BLOB NOT NULL,
  vector BLOB NOT NULL,          -- float32, little-endian, of length 1
  sum    INTEGER NOT NULL,       -- of the vector
  UNIQUE (hash, model)
) STRICT;

-- Texts that an item had when it was dropped, oldest first: those that no item has
-- since lose their vectors in this order.
CREATE TABLE loose (n INTEGER PRIMARY KEY, hash BLOB NOT NULL) STRICT;

-- What each null prompt reaches at most among the items of a workspace's pool, as JSON. A client
-- sees other items in one workspace from another home.
CREATE TABLE calibrations (
  workspace   TEXT NOT NULL,
  pool        TEXT NOT NULL,
  home        TEXT NOT NULL,              -- see catalog.Listing
  seen        TEXT NOT NULL DEFAULT '',   -- cheap: unchanged means that nothing else can have
  lexical_for TEXT NOT NULL DEFAULT '',   -- fingerprint of the items that lexical is of
  lexical     TEXT NOT NULL DEFAULT '',
  dense_for   TEXT NOT NULL DEFAULT '',
  dense       TEXT NOT NULL DEFAULT '',
  model       TEXT NOT NULL DEFAULT '',   -- that dense is of
  own         INTEGER NOT NULL DEFAULT 1, -- 0: it has no items but those that all workspaces may have
  sum         INTEGER NOT NULL DEFAULT 0, -- of the calibration
  begun       TEXT NOT NULL DEFAULT '',   -- JSON: a calibration that time ran out for
  PRIMARY KEY (workspace, pool, home)
) STRICT, WITHOUT ROWID;
CREATE INDEX calibrations_lexical ON calibrations (lexical_for);
CREATE INDEX calibrations_shared ON calibrations (pool, home, workspace) WHERE own = 0 AND lexical <> '';

-- What else is known of a workspace.
CREATE TABLE workspaces (
  path     TEXT PRIMARY KEY,
  stamp    TEXT NOT NULL DEFAULT '',   -- of the manifests
  words    TEXT NOT NULL DEFAULT '',   -- that they have
  left_out INTEGER NOT NULL DEFAULT 0  -- items of the project beyond its limit
) STRICT, WITHOUT ROWID;

CREATE VIRTUAL TABLE texts USING fts5 (
  name, description, keywords, body, tokenize = 'porter unicode61 remove_diacritics 2'
);
