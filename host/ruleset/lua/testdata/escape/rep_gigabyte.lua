-- Repeats to a gigabyte.
-- expect: limit: memory
local s = ("x"):rep(1e9)
