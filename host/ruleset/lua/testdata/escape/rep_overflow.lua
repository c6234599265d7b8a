-- Repeats beyond every number.
-- expect: limit: memory
local s = ("xxxxxxxx"):rep(2^62)
