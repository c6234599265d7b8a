-- Converts a string of a million digits.
-- expect: limit:
local a = (" "):rep(1e6)
while true do tonumber(a) end
