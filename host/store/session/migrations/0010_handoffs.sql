-- Where the work of a session stood when its last turn ended, and who was told of it.
ALTER TABLE sessions ADD COLUMN branch    TEXT NOT NULL DEFAULT '';  -- checked out; '': none, or not known
ALTER TABLE sessions ADD COLUMN head      TEXT NOT NULL DEFAULT '';  -- hash of the commit; '': none, or not known
ALTER TABLE sessions ADD COLUMN handed_to TEXT NOT NULL DEFAULT '';  -- the session that was told; '-': the user cleared it; '': nobody, or the session went on
