-- Looks up a long literal.
-- expect: limit:
local t = {}
while true do local x = t[ [[
--repeat 100000 xx
]] ] end
