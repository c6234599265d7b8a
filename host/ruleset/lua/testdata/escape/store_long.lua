-- Stores under a long string.
-- expect: limit:
local a, b = ("x"):rep(4e6) .. "1", ("x"):rep(4e6) .. "1"
local t = {}
while true do t[a] = 1 end
