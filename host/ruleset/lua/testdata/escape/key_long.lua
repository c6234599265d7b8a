-- Looks up a long string.
-- expect: limit:
local a, b = ("x"):rep(4e6) .. "1", ("x"):rep(4e6) .. "1"
local t = {}
while true do local x = t[a] end
