-- A repository's code.db holds only what can be made again from its sources and the model.
-- Blobs that end in a sum are written by seal: see blob.go.
CREATE TABLE place_segments (
  id        INTEGER PRIMARY KEY,
  places    INTEGER NOT NULL,
  texts     BLOB NOT NULL, -- sealed: of each text its id, number of places and language
  lengths   BLOB NOT NULL, -- sealed: of each place its number of terms
  directory BLOB NOT NULL, -- sealed: the first term of each block
  kinds     BLOB NOT NULL, -- sealed: of each place its kind, a byte
  sums      BLOB NOT NULL  -- sealed: of each place the sum of its text, 8 bytes
) STRICT;

-- The postings of a segment in the order of their terms, cut into blocks: segment << 20 | number.
CREATE TABLE blocks (id INTEGER PRIMARY KEY, block BLOB NOT NULL) STRICT;

CREATE TABLE meta (key TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE worktrees (
  id        INTEGER PRIMARY KEY,
  root      TEXT NOT NULL UNIQUE,
  looked_at INTEGER NOT NULL, -- Unix seconds
  live      BLOB NOT NULL     -- sealed: path and text of each file that is there, by path
) STRICT;

CREATE TABLE paths (id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE) STRICT;

-- Of each term of paths, the paths that have it and how often, ascending.
CREATE TABLE path_terms (term TEXT PRIMARY KEY, paths BLOB NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE files (
  worktree   INTEGER NOT NULL,
  path       INTEGER NOT NULL,
  text       INTEGER NOT NULL,
  size       INTEGER NOT NULL,
  mod_time   INTEGER NOT NULL, -- Unix nanoseconds
  inode      INTEGER NOT NULL,
  changed_at INTEGER NOT NULL, -- Unix seconds of the look that saw another content
  deleted_at INTEGER NOT NULL, -- Unix seconds of the look that missed it; 0: it is there
  PRIMARY KEY (worktree, path)
) STRICT, WITHOUT ROWID;
CREATE INDEX files_by_text ON files (text);
CREATE INDEX files_by_path ON files (path);

-- What a content was cut into; shared by paths and worktrees.
CREATE TABLE texts (
  id       INTEGER PRIMARY KEY,
  hash     BLOB NOT NULL,
  language TEXT NOT NULL,
  version  TEXT NOT NULL, -- of the cut
  git_blob TEXT NOT NULL,
  imports  TEXT NOT NULL, -- a line each
  windows  TEXT NOT NULL,
  places   BLOB NOT NULL, -- sealed: lines, symbol, kind and doc of each
  UNIQUE (hash, language, version)
) STRICT;

CREATE TABLE vectors (
  id      INTEGER PRIMARY KEY,
  model   TEXT NOT NULL,
  sums    BLOB NOT NULL, -- sealed: 8 bytes each
  vectors BLOB NOT NULL  -- sealed: a scale and a byte a dimension each
) STRICT;
CREATE INDEX vectors_by_model ON vectors (model);
