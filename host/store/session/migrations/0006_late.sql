-- What became of prompts for which no decision is stored, and what time ran out for
-- where one was answered all the same.
ALTER TABLE messages ADD COLUMN outcome TEXT NOT NULL DEFAULT '';  -- of a prompt, see prompts.go; '' where its decision tells, or nothing does
ALTER TABLE messages ADD COLUMN reason  TEXT NOT NULL DEFAULT '';  -- of the outcome, in words

ALTER TABLE decisions ADD COLUMN late TEXT NOT NULL DEFAULT '';    -- 'model', 'ruleset', or both with a space between
