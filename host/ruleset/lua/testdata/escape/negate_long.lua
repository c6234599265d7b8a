-- Negates a string of a million digits.
-- expect: limit:
local a = ("1"):rep(1e6)
while true do pcall(function() return -a end) end
