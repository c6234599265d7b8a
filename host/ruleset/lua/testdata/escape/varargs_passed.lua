-- Passes thousands of arguments round and round.
-- expect: limit:
local function round(...) return round(...) end
round(unpack({}, 1, 2000))
