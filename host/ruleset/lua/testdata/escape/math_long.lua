-- Passes a string of a million digits for a number.
-- expect: limit:
local a = ("1"):rep(1e6)
while true do pcall(math.floor, a) end
