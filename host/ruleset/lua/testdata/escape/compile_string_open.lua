-- Leaves a string open.
-- expect: unterminated
local s = "abc
